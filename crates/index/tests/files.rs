//! An index file is whole, undamaged and ours, or it is refused by name.

mod support;

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::Value;
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

/// The file with its table of contents and its arrays changed, and every length and checksum right.
fn rewritten(file: &[u8], change: impl Fn(&mut Value, &mut dyn FnMut(&str, &dyn Fn(&mut [u8])))) -> Vec<u8> {
    let len = u64::from_le_bytes(file[24..32].try_into().expect("eight bytes")) as usize;
    let mut contents: Value = serde_json::from_slice(&file[64..64 + len]).expect("JSON");
    let mut body = file[(64 + len).next_multiple_of(64)..].to_vec();
    let places: Vec<(String, std::ops::Range<usize>)> = contents["arrays"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| {
            let number = |name: &str| entry[name].as_u64().expect("a number") as usize;
            let name = entry["name"].as_str().expect("a name").to_owned();
            (name, number("offset")..number("offset") + number("bytes"))
        })
        .collect();
    change(&mut contents["description"], &mut |name, edit| {
        let place = places
            .iter()
            .find(|(known, _)| known == name)
            .expect("an array")
            .1
            .clone();
        edit(&mut body[place]);
    });
    for (place, (_, range)) in places.iter().enumerate() {
        contents["arrays"][place]["crc32"] = crc32fast::hash(&body[range.clone()]).into();
    }
    let text = contents.to_string();
    let mut out = file[..64].to_vec();
    out.extend(text.as_bytes());
    out.resize(out.len().next_multiple_of(64), 0);
    out.extend(&body);
    let whole = out.len() as u64;
    out[20..24].copy_from_slice(&crc32fast::hash(text.as_bytes()).to_le_bytes());
    out[24..32].copy_from_slice(&(text.len() as u64).to_le_bytes());
    out[32..40].copy_from_slice(&whole.to_le_bytes());
    reseal(&mut out);
    out
}

// Most were found by fuzzing (fuzz/found/index_file), others by reading.

#[test]
fn a_file_of_numbers_that_no_build_writes_is_refused_by_the_part_that_has_them() {
    let (_dir, bytes) = saved();
    assert_eq!(problem_with(&rewritten(&bytes, |_, _| ())), None);
    let first = |number: f64| move |array: &mut [u8]| array[..8].copy_from_slice(&number.to_le_bytes());
    for number in [f64::INFINITY, f64::NAN, -1.0, 1e9] {
        let misfit = |what: &str| Some(FileProblem::Content(format!("{what} do not fit the rest")));
        for (array, what) in [
            ("bm25/weights/1", "the weights of bm25"),
            ("tfidf/weights/0", "the weights of tfidf"),
            ("factors/0/terms", "factors 0"),
            ("factors/0/docs", "factors 0"),
            ("lsa_2/lengths", "the parts of lsa_2"),
        ] {
            let is_coordinate = array.starts_with("factors") && number.abs() <= 1.0;
            let file = rewritten(&bytes, |_, edit| edit(array, &first(number)));
            let expected = misfit(what).filter(|_| !is_coordinate);
            assert_eq!(problem_with(&file), expected, "{array} {number}");
        }
    }
    // a score is divided by it
    let file = rewritten(&bytes, |_, edit| edit("lsa_1/lengths", &first(5e-324)));
    assert!(problem_with(&file).is_some());
}

#[test]
fn an_index_in_which_two_documents_have_one_id_is_refused() {
    let (_dir, bytes) = saved();
    let file = rewritten(&bytes, |_, edit| {
        edit("docids/text", &|text| {
            let half = text.len() / 4;
            text.copy_within(..half, half);
        });
    });
    assert_eq!(
        problem_with(&file),
        Some(FileProblem::Content("the ids do not fit the rest".to_owned()))
    );
}

#[test]
fn ngrams_that_are_listed_twice_or_are_not_those_of_the_factors_are_refused() {
    let (_dir, bytes) = saved();
    let refused = |change: &dyn Fn(&mut Value)| {
        let file = rewritten(&bytes, |description, _| change(description));
        problem_with(&file).expect("refused").to_string()
    };
    let twice = refused(&|description| description["lengths"] = serde_json::json!([2, 2, 3]));
    assert!(
        twice.starts_with("the lengths of the n-grams do not fit the rest"),
        "{twice}"
    );
    let other = refused(&|description| description["systems"][3]["spec"]["ngrams"] = "char(2,3)".into());
    assert!(
        other.starts_with("the parts of lsa_2 do not fit the rest"),
        "{other}"
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
