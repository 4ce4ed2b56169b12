//! Which files of a folder are read, under which ids, and what is said about the rest.

mod support;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use sokutei_ingest::{
    Error, IngestOptions, IngestWarning, Ingested, Numbering, PAGES_AHEAD, PageFolder, ingest_dir,
    ingest_dir_with,
};
use support::{folder, kinds, page, slug};

fn ordinal(dir: &Path) -> Ingested {
    ingest_dir(dir, &IngestOptions::default()).expect("pages")
}

fn ids(ingested: &Ingested) -> Vec<(&str, &str)> {
    ingested
        .articles
        .iter()
        .map(|a| (a.id.as_str(), a.file.as_str()))
        .collect()
}

fn messages(ingested: &Ingested) -> Vec<String> {
    ingested.warnings.iter().map(ToString::to_string).collect()
}

fn failure(dir: &Path, options: &IngestOptions) -> (Error, String) {
    let error = ingest_dir(dir, options).expect_err("an error");
    let message = error.to_string().replace(&dir.display().to_string(), "DIR");
    (error, message)
}

#[test]
fn ordinal_ids_follow_the_bytes_of_file_names() {
    let p = page("h");
    let dir = folder(&[
        ("b.html", &p),
        ("B.htm", &p),
        ("a10.html", &p),
        ("a9.html", &p),
        ("あ.html", &p),
        ("notes.txt", b"x"),
        ("a.css", b"x"),
        ("README", b"x"),
        ("b.css", b"x"),
    ]);
    let ingested = ordinal(dir.path());
    assert_eq!(
        ids(&ingested),
        [
            ("t0", "B.htm"),
            ("t1", "a10.html"),
            ("t2", "a9.html"),
            ("t3", "b.html"),
            ("t4", "あ.html")
        ]
    );
    assert!(ingested.warnings.is_empty());
    let others: Vec<_> = ingested
        .other_files
        .iter()
        .map(|(suffix, n)| (suffix.as_str(), *n))
        .collect();
    assert_eq!(others, [("(none)", 1), (".css", 2), (".txt", 1)]);
    assert_eq!((ingested.pages, ingested.numbering), (5, Numbering::Ordinal));
}

#[test]
fn chunk_numbers_count_kept_sections_of_each_article() {
    let dir = folder(&[
        (
            "a.html",
            b"<h2>FAQ</h2>x<h2>a</h2>x<h2>empty</h2><h2>b</h2>x".as_slice(),
        ),
        ("b.html", b"<p>none"),
        ("c.html", b"<h2>c</h2>x"),
    ]);
    let chunks = ordinal(dir.path()).chunks();
    let found: Vec<_> = chunks
        .iter()
        .map(|c| (c.id.as_str(), c.article.as_str(), c.heading.as_str()))
        .collect();
    assert_eq!(
        found,
        [("t0#0", "t0", "a"), ("t0#1", "t0", "b"), ("t2#0", "t2", "c")]
    );
}

#[test]
fn page_that_is_not_html_gives_no_article_and_keeps_its_number() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0<a\0>".as_slice();
    let dir = folder(&[
        ("a.html", png),
        ("b.html", b"only text, 1 < 2"),
        ("c.html", b""),
        ("d.html", b"<title>T</title><h2>h</h2>x"),
    ]);
    let ingested = ordinal(dir.path());
    assert_eq!(ids(&ingested), [("t3", "d.html")]);
    assert_eq!(
        messages(&ingested),
        [
            "a.html: not HTML: binary, it holds 6 NUL bytes; if it is UTF-16, save it as UTF-8",
            "b.html: not HTML: it holds no tag",
            "c.html: not HTML: the file is empty",
        ]
    );
    assert_eq!(
        ingested.warning_counts().into_iter().collect::<Vec<_>>(),
        [("not-html", 3)]
    );
}

#[test]
fn page_that_the_parser_gives_up_gives_no_article_and_keeps_its_number() {
    let fonts: String = (0..500).map(|size| format!("<font size={size}>")).collect();
    let multiplying = format!("<h2>a</h2>x<p>{fonts}{}", "<p>x".repeat(5_000));
    let unclosed = format!("<h2>a</h2>x<a {}", "b ".repeat(100_000));
    let dir = folder(&[
        ("a.html", multiplying.as_bytes()),
        ("b.html", unclosed.as_bytes()),
        ("c.html", &page("h")),
    ]);
    let ingested = ordinal(dir.path());
    assert_eq!(ids(&ingested), [("t2", "c.html")]);
    assert_eq!(ingested.chunks()[0].id, "t2#0");
    assert_eq!(kinds(&ingested.warnings), ["unreadable", "unreadable"]);
    assert!(ingested.warnings.iter().all(IngestWarning::leaves_no_article));
    let messages = messages(&ingested);
    assert!(
        messages[0].starts_with("a.html: not read: its unclosed formatting elements grow to "),
        "{messages:?}"
    );
    assert_eq!(
        messages[1],
        "b.html: not read: the tag at byte 11 has 100001 attributes; close it"
    );
    fs::remove_file(dir.path().join("c.html")).expect("it is there");
    let (error, _) = failure(dir.path(), &IngestOptions::default());
    assert!(matches!(error, Error::NoArticle { pages: 2, .. }));
}

#[test]
fn page_without_sections_is_an_article_with_a_warning() {
    let dir = folder(&[("a.html", b"<title>T</title><h1>T</h1><p>text<h3>x</h3>")]);
    let ingested = ordinal(dir.path());
    assert_eq!(ingested.articles[0].lead(), "T\ntext\nx");
    assert_eq!(
        messages(&ingested),
        ["a.html: no h2, so no section; mark its sections with h2"]
    );
}

#[test]
fn folder_named_as_a_page_is_a_warning_and_takes_no_number() {
    let p = page("h");
    let dir = folder(&[("a.html/inner.txt", b"x".as_slice()), ("b.html", &p)]);
    let ingested = ordinal(dir.path());
    assert_eq!(ids(&ingested), [("t0", "b.html")]);
    assert_eq!(messages(&ingested), ["a.html: a folder, not a page; rename it"]);
    assert_eq!(
        kinds(&ingest_dir(dir.path(), &slug()).expect("pages").warnings),
        ["directory-named-html"]
    );
}

#[test]
fn pages_that_ordinal_numbering_does_not_reach_are_named() {
    let p = page("h");
    let dir = folder(&[
        ("a.html", &p),
        ("img/x.png", b"x"),
        ("sub/deep/b.html", &p),
        ("C.HTML", &p),
    ]);
    assert_eq!(
        messages(&ordinal(dir.path())),
        [
            "C.HTML: not read, only .html and .htm in small letters are pages; rename it",
            "sub/: holds pages that ordinal numbering does not read; use --ids slug for them",
        ]
    );
}

#[test]
fn slugs_are_paths_without_suffix_in_byte_order() {
    let p = page("h");
    let dir = folder(&[
        ("b.html", &p),
        ("a/b.html", &p),
        ("a.html", &p),
        ("a/c d.htm", &p),
        ("linux/ネット/ポート.html", &p),
        ("x/y.css", b""),
    ]);
    let ingested = ingest_dir(dir.path(), &slug()).expect("pages");
    assert_eq!(
        ids(&ingested),
        [
            ("a", "a.html"),
            ("a/b", "a/b.html"),
            ("a/c%20d", "a/c d.htm"),
            ("b", "b.html"),
            ("linux/ネット/ポート", "linux/ネット/ポート.html"),
        ]
    );
    assert!(ingested.warnings.is_empty());
    assert_eq!(ingested.other_files[".css"], 1);
}

#[test]
fn pages_with_one_slug_keep_their_suffix() {
    let p = page("h");
    let dir = folder(&[("a.html", &p), ("a.htm", &p), ("b.html", &p)]);
    let ingested = ingest_dir(dir.path(), &slug()).expect("pages");
    assert_eq!(
        ids(&ingested),
        [("a.htm", "a.htm"), ("a.html", "a.html"), ("b", "b.html")]
    );
    assert_eq!(
        messages(&ingested),
        ["a.htm, a.html: all would have the id `a`; their ids keep the suffix"]
    );
}

#[test]
fn slugs_that_cannot_be_told_apart_are_an_error() {
    let p = page("h");
    let dir = folder(&[("a b.html", &p), ("a%20b.html", &p)]);
    let (_, message) = failure(dir.path(), &slug());
    assert_eq!(
        message,
        "DIR: a b.html, a%20b.html would all have the id `a%20b.html`; rename one"
    );
}

#[test]
fn progress_is_told_for_every_page() {
    let p = page("h");
    let dir = folder(&[("a.html", &p), ("b.html", b""), ("c.html", &p)]);
    let calls = std::sync::Mutex::new(Vec::new());
    ingest_dir_with(dir.path(), &IngestOptions::default(), &|done, of| {
        calls.lock().expect("a lock").push((done, of))
    })
    .expect("pages");
    let mut calls = calls.into_inner().expect("a lock");
    calls.sort_unstable();
    assert_eq!(calls, [(1, 3), (2, 3), (3, 3)]);
}

fn threads(n: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n);
    pool.build().expect("threads")
}

#[test]
fn pages_are_given_on_in_order_and_few_wait() {
    let p = page("h");
    let names: Vec<String> = (100..400).map(|i| format!("{i}.html")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), p.as_slice())).collect();
    let dir = folder(&files);
    let folder = PageFolder::open(dir.path(), &slug()).expect("pages");
    for n in [1, 3] {
        let read = AtomicUsize::new(0);
        let mut taken = Vec::new();
        let articles = threads(n).install(|| {
            folder.read(
                &|_, _| {
                    read.fetch_add(1, Ordering::SeqCst);
                },
                |page| {
                    let waiting = read.load(Ordering::SeqCst) - taken.len();
                    assert!(waiting <= n * PAGES_AHEAD, "{waiting} pages with {n} threads");
                    // whoever takes the pages is slow
                    std::thread::sleep(std::time::Duration::from_micros(200));
                    taken.extend(page.article.map(|a| a.file));
                    Ok::<(), Error>(())
                },
            )
        });
        assert_eq!(articles.expect("pages"), 300);
        assert_eq!(taken, names);
    }
}

#[test]
fn error_of_whoever_takes_the_pages_ends_the_reading() {
    let p = page("h");
    let dir = folder(&[("a.html", &p), ("b.html", &p), ("c.html", &p)]);
    let folder = PageFolder::open(dir.path(), &slug()).expect("pages");
    let mut n = 0;
    let error = folder.read(&|_, _| (), |page| {
        n += 1;
        match page.article {
            Some(a) if a.id == "b" => Err(Error::EmptyFolder { path: "b".into() }),
            _ => Ok(()),
        }
    });
    assert!(matches!(error, Err(Error::EmptyFolder { .. })));
    assert_eq!(n, 2);
}

#[test]
fn page_that_vanishes_between_listing_and_reading_is_an_error() {
    let p = page("h");
    let dir = folder(&[("a.html", &p), ("b.html", &p), ("c.html", &p)]);
    let error = threads(1).install(|| {
        ingest_dir_with(dir.path(), &slug(), &|done, _| {
            if done == 1 {
                fs::remove_file(dir.path().join("b.html")).expect("there");
                fs::remove_file(dir.path().join("c.html")).expect("there");
            }
        })
    });
    let error = error.expect_err("a page is gone");
    assert!(
        matches!(&error, Error::Vanished { path } if path.ends_with("b.html")),
        "the first: {error}"
    );
    assert!(error.is_environment());
    assert!(
        error.to_string().ends_with("b.html: was there when its folder was listed and is gone now; start again when nobody changes the pages"),
        "{error}"
    );
}

#[test]
#[cfg(target_os = "linux")] // other file systems take some of them for one
fn names_that_look_alike_stay_apart() {
    let p = page("h");
    // composed and decomposed, wide and narrow, encoded and not
    let names = ["%41", "A", "a", "か\u{3099}", "が", "Ａ"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.html")).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|name| (name.as_str(), p.as_slice())).collect();
    let ingested = ingest_dir(folder(&files).path(), &slug()).expect("pages");
    let found: Vec<&str> = ingested.articles.iter().map(|a| a.id.as_str()).collect();
    assert_eq!(found, names);
    assert!(ingested.warnings.is_empty());
}

#[test]
fn missing_folder_is_an_error() {
    let dir = folder(&[]);
    let missing = dir.path().join("none");
    let (error, message) = failure(&missing, &IngestOptions::default());
    assert!(matches!(error, Error::NoSuchFolder { .. }));
    assert_eq!(
        message,
        "DIR: no such folder; give a folder that holds .html files"
    );
}

#[test]
fn file_instead_of_a_folder_is_an_error() {
    let dir = folder(&[("a.html", &page("h"))]);
    let (error, message) = failure(&dir.path().join("a.html"), &IngestOptions::default());
    assert!(matches!(error, Error::NotAFolder { .. }));
    assert_eq!(
        message,
        "DIR: not a folder; give the folder that holds the .html files"
    );
}

#[test]
fn empty_folder_is_an_error() {
    let dir = folder(&[]);
    let (error, message) = failure(dir.path(), &IngestOptions::default());
    assert!(matches!(error, Error::EmptyFolder { .. }));
    assert_eq!(message, "DIR: the folder is empty; put .html files into it");
}

#[test]
fn folder_without_pages_says_what_it_holds() {
    let dir = folder(&[("a.txt", b"x"), ("b.txt", b"x"), ("c", b"x"), ("img/d.png", b"x")]);
    for options in [IngestOptions::default(), slug()] {
        let (error, message) = failure(dir.path(), &options);
        assert!(matches!(error, Error::NoHtml { .. }));
        let found = match options.numbering {
            Numbering::Ordinal => "1 (none), 2 .txt, 1 folder",
            Numbering::Slug => "1 (none), 1 .png, 2 .txt, 1 folder",
        };
        assert_eq!(
            message,
            format!("DIR: no .html or .htm file here, found {found}; give the folder that holds the pages")
        );
    }
}

#[test]
fn folder_whose_pages_are_deeper_or_in_capitals_says_so() {
    let p = page("h");
    let deeper = folder(&[("sub/a.html", &p)]);
    let (_, message) = failure(deeper.path(), &IngestOptions::default());
    assert_eq!(
        message,
        "DIR: no .html or .htm file here, found 1 folder; there are pages in folders inside: use --ids slug, or give that folder"
    );
    let capitals = folder(&[("A.HTM", &p)]);
    let (_, message) = failure(capitals.path(), &slug());
    assert_eq!(
        message,
        "DIR: no .html or .htm file here, found 1 .HTM; the suffix must be in small letters: rename the files"
    );
}

#[test]
fn folder_of_pages_that_are_all_unusable_is_an_error() {
    let dir = folder(&[("a.html", b"".as_slice()), ("b.html", b"text")]);
    let (error, message) = failure(dir.path(), &IngestOptions::default());
    assert!(matches!(error, Error::NoArticle { pages: 2, .. }));
    assert_eq!(
        message,
        "DIR: none of 2 pages could be used; the first: a.html: not HTML: the file is empty"
    );
}

#[test]
fn numbering_display_and_parse_are_inverses() {
    for numbering in [Numbering::Ordinal, Numbering::Slug] {
        assert_eq!(
            numbering.to_string().parse::<Numbering>().expect("a numbering"),
            numbering
        );
    }
    assert_eq!(
        "name".parse::<Numbering>().expect_err("none").to_string(),
        "numbering `name`: there are ordinal and slug"
    );
}

#[test]
fn page_that_is_too_large_is_not_read() {
    let dir = folder(&[("b.html", &page("h"))]);
    // A hole: takes no room on the disk.
    let file = fs::File::create(dir.path().join("a.html")).expect("a file");
    file.set_len(sokutei_ingest::MAX_PAGE_BYTES + 1)
        .expect("a length");
    let ingested = ordinal(dir.path());
    assert_eq!(ids(&ingested), [("t1", "b.html")]);
    assert_eq!(
        messages(&ingested),
        ["a.html: not read: it has 67108865 bytes, more than the 67108864 that are read; split the page"]
    );
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn unreadable_page_keeps_its_number() {
        let p = page("h");
        let dir = folder(&[("a.html", &p), ("c.html", &p)]);
        symlink("nowhere", dir.path().join("b.html")).expect("a link");
        let ingested = ordinal(dir.path());
        assert_eq!(ids(&ingested), [("t0", "a.html"), ("t2", "c.html")]);
        assert_eq!(ingested.pages, 3);
        assert_eq!(
            messages(&ingested),
            ["b.html: not read: No such file or directory (os error 2)"]
        );
    }

    #[test]
    fn page_that_is_no_regular_file_is_not_opened() {
        let dir = folder(&[("b.html", &page("h"))]);
        let _socket = UnixListener::bind(dir.path().join("a.html")).expect("a socket");
        assert_eq!(
            messages(&ordinal(dir.path())),
            ["a.html: not read: it is no regular file"]
        );
    }

    #[test]
    fn link_to_a_page_is_read_and_link_to_a_folder_is_not_followed() {
        let p = page("h");
        let dir = folder(&[("a.html", &p), ("sub/b.html", &p)]);
        symlink("a.html", dir.path().join("c.html")).expect("a link");
        symlink("sub", dir.path().join("d")).expect("a link");
        let ingested = ingest_dir(dir.path(), &slug()).expect("pages");
        assert_eq!(
            ids(&ingested),
            [("a", "a.html"), ("c", "c.html"), ("sub/b", "sub/b.html")]
        );
        assert_eq!(
            messages(&ingested),
            ["d: a symbolic link to a folder, not followed; copy the folder or read it by itself"]
        );
    }

    #[test]
    fn loop_of_links_ends() {
        let p = page("h");
        let dir = folder(&[("sub/a.html", &p)]);
        symlink("..", dir.path().join("sub/up")).expect("a link");
        symlink("x.html", dir.path().join("y.html")).expect("a link");
        symlink("y.html", dir.path().join("x.html")).expect("a link");
        let ingested = ingest_dir(dir.path(), &slug()).expect("pages");
        assert_eq!(ids(&ingested), [("sub/a", "sub/a.html")]);
        assert_eq!(
            kinds(&ingested.warnings),
            ["symlinked-folder", "unreadable", "unreadable"]
        );

        // a folder in itself, and a link to itself given as the folder
        symlink(".", dir.path().join("self")).expect("a link");
        let kinds_now = kinds(&ingest_dir(dir.path(), &slug()).expect("pages").warnings);
        assert_eq!(kinds_now.iter().filter(|k| **k == "symlinked-folder").count(), 2);
        symlink("loop", dir.path().join("loop")).expect("a link");
        let (error, _) = failure(&dir.path().join("loop"), &slug());
        assert!(matches!(error, Error::ReadFolder { .. }), "{error}");
    }

    #[test]
    fn folder_given_as_a_link_is_read() {
        let dir = folder(&[("real/a.html", &page("h"))]);
        symlink("real", dir.path().join("link")).expect("a link");
        assert_eq!(ids(&ordinal(&dir.path().join("link"))), [("t0", "a.html")]);
    }

    #[test]
    fn name_that_is_not_utf8_is_percent_encoded_in_a_slug() {
        let dir = folder(&[]);
        fs::write(dir.path().join(OsStr::from_bytes(b"a\xFF.html")), page("h")).expect("a file");
        let ingested = ingest_dir(dir.path(), &slug()).expect("pages");
        assert_eq!(ids(&ingested), [("a%FF", "a\u{FFFD}.html")]);
        assert_eq!(
            messages(&ingested),
            ["a\u{FFFD}.html: the file's name is not UTF-8; rename it"]
        );
    }
}
