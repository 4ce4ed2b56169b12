//! An index file is whole, undamaged and ours, or it is refused by name.

mod support;

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use sokutei_index::{Error, FileProblem, IndexSet, Loading, System, SystemSpec};
use support::{build, depth, lsa, ngrams};

const TEXTS: [&str; 4] = ["検索の評価", "索引の圧縮", "", "検索と索引"];

fn systems() -> Vec<System> {
    vec![
        System::new("bm25", SystemSpec::bm25(ngrams(2, 3), 1.2, 0.75)),
        System::new("tfidf", SystemSpec::Tfidf { ngrams: ngrams(2, 2) }),
        System::new("lsa_1", lsa(1)),
        System::new("lsa_2", lsa(2)),
    ]
}

/// A folder with a small index, and its bytes.
fn saved() -> (tempfile::TempDir, Vec<u8>) {
    let dir = tempfile::tempdir().expect("a folder");
    let bytes = build(&TEXTS, &systems()).0.save(dir.path()).expect("saved");
    let file = std::fs::read(IndexSet::file_in(dir.path())).expect("what was saved");
    assert_eq!(bytes, file.len() as u64);
    (dir, file)
}

fn problem(dir: &Path, loading: Loading) -> Option<FileProblem> {
    match IndexSet::load_with(dir, loading) {
        Ok(_) => None,
        Err(Error::File { problem, .. }) => Some(problem),
        Err(other) => panic!("another kind of error: {other}"),
    }
}

fn problem_with(bytes: &[u8]) -> Option<FileProblem> {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(IndexSet::file_in(dir.path()), bytes).expect("written");
    problem(dir.path(), Loading::Read)
}

/// The header's own checksum, made right again after a change.
fn reseal(bytes: &mut [u8]) {
    let checksum = crc32fast::hash(&bytes[..60]);
    bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn mapped_and_read_files_give_the_same() {
    let (dir, _) = saved();
    let [mapped, read] =
        [Loading::Mapped, Loading::Read].map(|l| IndexSet::load_with(dir.path(), l).expect("loaded"));
    for tag in ["bm25", "tfidf", "lsa_1", "lsa_2"] {
        let run = |set: &IndexSet| set.retriever(tag).expect("there").search_batch(&TEXTS, depth(10));
        assert_eq!(run(&mapped), run(&read), "{tag}");
        let explain = |set: &IndexSet| {
            set.retriever(tag)
                .expect("there")
                .explain("検索と評価", 0)
                .expect("explained")
        };
        assert_eq!(explain(&mapped), explain(&read), "{tag}");
    }
    assert_eq!(mapped.systems().cloned().collect::<Vec<_>>(), systems());
}

#[test]
fn any_flipped_bit_is_noticed() {
    let (dir, bytes) = saved();
    assert_eq!(problem(dir.path(), Loading::Read), None);
    let mut file = File::options()
        .write(true)
        .open(IndexSet::file_in(dir.path()))
        .expect("there");
    let mut put = |place: usize, byte: u8| {
        file.seek(SeekFrom::Start(place as u64)).expect("within the file");
        file.write_all(&[byte]).expect("written");
    };
    for (place, &byte) in bytes.iter().enumerate() {
        put(place, byte ^ 1 << (place % 8));
        assert!(
            problem(dir.path(), Loading::Read).is_some(),
            "byte {place} of {}",
            bytes.len()
        );
        put(place, byte);
    }
    assert_eq!(problem(dir.path(), Loading::Read), None);
}

#[test]
fn a_file_cut_short_anywhere_or_continued_is_refused_by_its_length() {
    let (_dir, bytes) = saved();
    for len in (0..bytes.len()).step_by(13).chain([bytes.len() - 1]) {
        let found = problem_with(&bytes[..len]);
        assert!(
            matches!(found, Some(FileProblem::Length { found, .. }) if found == len as u64),
            "{len}: {found:?}"
        );
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(problem_with(&longer), Some(FileProblem::Length { .. })));
    let cut = problem_with(&bytes[..100]).expect("refused").to_string();
    assert!(
        cut.starts_with("100 bytes, but") && cut.contains("build the index again or copy it again"),
        "{cut}"
    );
}

#[test]
fn files_of_others_and_of_other_kinds_are_refused_by_what_they_are() {
    let (_dir, bytes) = saved();
    let text = problem_with(
        b"{\"id\": \"t0#0\", \"article\": \"t0\", \"title\": \"a page of sections, not an index\"}\n",
    );
    assert!(
        matches!(&text, Some(FileProblem::Magic { found, .. }) if found == "{\"id\": \""),
        "{text:?}"
    );
    assert!(
        matches!(problem_with(b"PK"), Some(FileProblem::Magic { .. })),
        "shorter than a header"
    );

    let mut other = bytes.clone();
    other[8..16].copy_from_slice(b"vectors\0");
    reseal(&mut other);
    let found = problem_with(&other).expect("refused").to_string();
    assert!(
        found.starts_with("a file of kind `vectors`, not `index`"),
        "{found}"
    );

    let mut newer = bytes;
    newer[16] = 2;
    reseal(&mut newer);
    assert_eq!(
        problem_with(&newer),
        Some(FileProblem::Version {
            found: 2,
            supported: 1
        })
    );
}

#[test]
fn damage_is_named_by_the_part_that_has_it() {
    let (_dir, bytes) = saved();
    let last = bytes.len() - 1;
    let mut damaged = bytes;
    damaged[last] ^= 0x80;
    let found = problem_with(&damaged).expect("refused").to_string();
    assert!(
        found.starts_with("array `factors/0/docs` is damaged (checksum "),
        "{found}"
    );
}

#[test]
fn an_undamaged_file_whose_arrays_do_not_fit_is_refused() {
    let (_dir, bytes) = saved();
    // the table of contents promises another number of documents, under checksums that are right
    let text = String::from_utf8_lossy(&bytes)
        .find("\"n_docs\":4")
        .expect("in the table of contents");
    let mut wrong = bytes;
    let at = wrong
        .windows(10)
        .position(|w| w == b"\"n_docs\":4")
        .unwrap_or(text);
    wrong[at + 9] = b'5';
    let len = u64::from_le_bytes(wrong[24..32].try_into().expect("eight bytes")) as usize;
    let checksum = crc32fast::hash(&wrong[64..64 + len]);
    wrong[20..24].copy_from_slice(&checksum.to_le_bytes());
    reseal(&mut wrong);
    let found = problem_with(&wrong).expect("refused").to_string();
    assert_eq!(
        found,
        "the ids do not fit the rest: build the index again with `sokutei index`"
    );
}

#[test]
fn a_folder_without_an_index_says_how_to_make_one() {
    let dir = tempfile::tempdir().expect("a folder");
    for path in [dir.path().to_owned(), dir.path().join("nowhere")] {
        let error = IndexSet::load(&path).expect_err("no index");
        assert!(matches!(error, Error::Missing { .. }), "{error}");
        assert!(
            error
                .to_string()
                .ends_with("no index here; build one with `sokutei index`"),
            "{error}"
        );
    }
}

#[test]
fn saving_replaces_an_index_and_leaves_nothing_else_behind() {
    let (dir, first) = saved();
    build(&["別の文書"], &systems()[..1])
        .0
        .save(dir.path())
        .expect("saved over it");
    assert_ne!(
        std::fs::read(IndexSet::file_in(dir.path())).expect("there"),
        first
    );
    let names: Vec<_> = std::fs::read_dir(dir.path())
        .expect("a folder")
        .map(|e| e.expect("a name").file_name())
        .collect();
    assert_eq!(names, ["index.sokutei"]);
}

#[test]
fn what_an_interrupted_build_leaves_is_never_taken_for_an_index() {
    let (dir, bytes) = saved();
    std::fs::remove_file(IndexSet::file_in(dir.path())).expect("there");
    std::fs::write(dir.path().join(".index-abc.tmp"), &bytes[..bytes.len() / 2]).expect("half a file");
    assert!(matches!(IndexSet::load(dir.path()), Err(Error::Missing { .. })));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_with_its_path() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a-file");
    std::fs::write(&file, "").expect("written");
    let error = build(&TEXTS, &systems())
        .0
        .save(&file.join("index"))
        .expect_err("a file is no folder");
    assert!(
        matches!(
            error,
            Error::Io {
                action: "make its folder",
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("a-file"), "{error}");
}
