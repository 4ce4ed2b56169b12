//! Properties of random corpora and matrices.

mod support;

use proptest::prelude::*;
use sokutei_index::svd::{Rows, SparseRows, SvdMethod, SvdOptions, SvdPath, TruncatedSvd, truncated_svd};
use sokutei_index::{IndexSet, Silent, System, SystemSpec, article_systems};
use support::{depth, found, ids, lsa, ngrams, one};

/// Short texts over few characters, so that n-grams repeat within and between documents; some are empty.
fn corpus() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[あいうえ検索 a\n]{0,24}", 1..40)
}

fn systems() -> Vec<System> {
    let mut systems = article_systems();
    systems.push(System::new("lsa_3", lsa(3)));
    systems
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads")
        .install(work)
}

fn file_of(texts: &[String]) -> Vec<u8> {
    let (set, _, _) = IndexSet::build(ids(texts.len()), texts, &systems(), &Silent).expect("a valid corpus");
    let dir = tempfile::tempdir().expect("a folder");
    set.save(dir.path()).expect("saved");
    std::fs::read(IndexSet::file_in(dir.path())).expect("what was saved")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_index_has_the_same_bytes_on_any_number_of_threads(texts in corpus()) {
        let single = on_threads(1, || file_of(&texts));
        for threads in [2, 8] {
            prop_assert!(on_threads(threads, || file_of(&texts)) == single, "{threads} threads");
        }
    }

    #[test]
    fn a_loaded_index_finds_what_the_built_one_finds(texts in corpus(), queries in proptest::collection::vec("[あいう検索 a]{0,6}", 8)) {
        let (set, _, _) = IndexSet::build(ids(texts.len()), &texts, &systems(), &Silent).expect("a valid corpus");
        let dir = tempfile::tempdir().expect("a folder");
        set.save(dir.path()).expect("saved");
        let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
        let loaded = IndexSet::load(dir.path()).expect("loaded");
        for tag in set.tags() {
            let run = |set: &IndexSet| set.retriever(tag).expect("there").search_batch(&queries, depth(50));
            prop_assert_eq!(run(&loaded), run(&set), "{}", tag);
        }
        let again = tempfile::tempdir().expect("a folder");
        loaded.save(again.path()).expect("saved");
        let bytes = |dir: &tempfile::TempDir| std::fs::read(IndexSet::file_in(dir.path())).expect("what was saved");
        prop_assert!(bytes(&again) == bytes(&dir), "saved again");
    }

    #[test]
    fn a_document_added_to_the_end_changes_no_number_of_another(texts in corpus(), query in "[あいう検索]{2,6}") {
        // with b = 0 and a document that shares nothing, only N changes, and the order of documents does not depend on it
        // where they hold one and the same term
        let spec = SystemSpec::bm25(ngrams(2, 2), 1.2, 0.0);
        let mut longer = texts.clone();
        longer.push("XYZ".to_owned());
        let term: String = query.chars().take(2).collect();
        let ids = |texts: &[String]| found(&one(texts, spec.clone()), &term, 100).into_iter().map(|h| h.0).collect::<Vec<_>>();
        prop_assert_eq!(ids(&texts), ids(&longer));
    }

    #[test]
    fn factors_are_orthonormal_and_give_the_matrix_back(matrix in sparse_matrix()) {
        let side = matrix.rows().min(matrix.cols());
        let svd = truncated_svd(&matrix, &[side], SvdOptions::default(), |_| ());
        check_orthonormal("U", &svd.u, &svd)?;
        check_orthonormal("V", &svd.v, &svd)?;
        prop_assert!(svd.singular_values.windows(2).all(|w| w[0] >= w[1] * (1.0 - 1e-12)));
        let largest = svd.singular_values.first().copied().unwrap_or(1.0);
        let dense = matrix.to_dense();
        for i in 0..matrix.rows() {
            for j in 0..matrix.cols() {
                let back: f64 =
                    svd.singular_values.iter().enumerate().map(|(k, s)| svd.u.row(i)[k] * s * svd.v.row(j)[k]).sum();
                prop_assert!((back - dense[[i, j]]).abs() <= 1e-6 * largest, "({i}, {j}): {back}, is {}", dense[[i, j]]);
            }
        }
    }
}

fn sparse_matrix() -> impl Strategy<Value = SparseRows> {
    let entry = prop_oneof![3 => Just(0.0), 2 => -4.0..4.0];
    (1..24usize, 1..24usize).prop_flat_map(move |(rows, cols)| {
        proptest::collection::vec(entry.clone(), rows * cols)
            .prop_map(move |entries| sparse(rows, cols, &entries))
    })
}

fn sparse(rows: usize, cols: usize, entries: &[f64]) -> SparseRows {
    let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in entries.chunks(cols) {
        for (j, &x) in (0u32..).zip(row) {
            if x != 0.0 {
                columns.push(j);
                values.push(x);
            }
        }
        starts.push(values.len());
    }
    SparseRows::new((rows, cols), starts, columns, values)
}

/// Columns of singular values that are small beside the largest are orthogonal to fewer digits: A Aᵀ holds their squares.
fn check_orthonormal(name: &str, vectors: &Rows, svd: &TruncatedSvd) -> Result<(), TestCaseError> {
    let relative = |k: usize| svd.singular_values[k] / svd.singular_values[0];
    for a in 0..vectors.cols() {
        for b in 0..=a {
            let dot: f64 = (0..vectors.rows())
                .map(|i| vectors.row(i)[a] * vectors.row(i)[b])
                .sum();
            let expected = if a == b { 1.0 } else { 0.0 };
            let tolerance = 1e-13 / (relative(a) * relative(b));
            prop_assert!(
                (dot - expected).abs() <= tolerance,
                "{name} columns {a}, {b}: {dot}, tolerance {tolerance:e}"
            );
        }
    }
    Ok(())
}

/// A matrix large enough for a Krylov basis, with the singular values of its blocks: `n` documents in groups of equal texts.
fn grouped(groups: usize, copies: usize) -> SparseRows {
    let mut entries = vec![0.0; groups * copies * groups];
    for doc in 0..groups * copies {
        entries[doc * groups + doc % groups] = 1.0 + (doc % groups) as f64 / groups as f64;
    }
    sparse(groups * copies, groups, &entries)
}

/// 700 rows of some fifty entries each, from a multiplication.
fn mixed() -> SparseRows {
    let (rows, cols) = (700, 900);
    let mixed = |i: usize, j: usize| (i * 7919 + j * 104_729 + i * j * 31) % 1009;
    let entries: Vec<f64> = (0..rows * cols)
        .map(|p| (p / cols, p % cols))
        .map(|(i, j)| {
            if mixed(i, j) < 60 {
                1.0 + (mixed(j, i) % 7) as f64
            } else {
                0.0
            }
        })
        .collect();
    sparse(rows, cols, &entries)
}

#[test]
fn a_krylov_basis_gives_what_the_whole_space_gives() {
    let matrix = mixed();
    let svd = |path, seed| truncated_svd(&matrix, &[5, 20], SvdOptions { seed, path }, |_| ());
    let (full, krylov, other_seed) = (
        svd(SvdPath::Full, 0),
        svd(SvdPath::Krylov, 0),
        svd(SvdPath::Krylov, 1),
    );
    let SvdMethod::Krylov { basis, angle, .. } = krylov.method else {
        panic!("{:?}", krylov.method)
    };
    assert!(basis < matrix.rows() && angle <= 1e-10);
    for other in [&krylov, &other_seed] {
        for (a, b) in full.singular_values.iter().zip(&other.singular_values) {
            assert!((a - b).abs() <= 1e-12 * a, "{a}, {b}");
        }
        // the space is the same although single vectors may turn within it: compare projections of unit vectors
        for i in (0..matrix.rows()).step_by(37) {
            for j in (0..matrix.rows()).step_by(41) {
                let dot =
                    |s: &TruncatedSvd| s.u.row(i).iter().zip(s.u.row(j)).map(|(x, y)| x * y).sum::<f64>();
                assert!((dot(&full) - dot(other)).abs() <= 1e-10, "({i}, {j})");
            }
        }
    }
}

#[test]
fn a_krylov_basis_has_the_same_bits_on_any_number_of_threads() {
    let matrix = mixed();
    let options = SvdOptions {
        seed: 3,
        path: SvdPath::Krylov,
    };
    let run = |threads| on_threads(threads, || truncated_svd(&matrix, &[12], options, |_| ()));
    let single = run(1);
    for threads in [2, 8] {
        let other = run(threads);
        assert!(other.u == single.u && other.v == single.v, "{threads} threads");
        assert_eq!(other.singular_values, single.singular_values);
    }
}

#[test]
fn a_value_repeated_more_often_than_a_block_is_wide_is_found_as_often() {
    // 60 groups of 20 equal documents, in 3 kinds of 20 groups with the same singular value
    let (kinds, groups, copies) = (3, 60, 20);
    let mut entries = vec![0.0; groups * copies * groups];
    for doc in 0..groups * copies {
        let group = doc % groups;
        entries[doc * groups + group] = 1.0 + (group % kinds) as f64;
    }
    let matrix = sparse(groups * copies, groups, &entries);
    let svd = truncated_svd(
        &matrix,
        &[50],
        SvdOptions {
            seed: 0,
            path: SvdPath::Krylov,
        },
        |_| (),
    );
    let expected = |k: usize| (3.0 - (k / 20) as f64) * (copies as f64).sqrt();
    for (k, s) in svd.singular_values.iter().enumerate() {
        assert!(
            (s - expected(k)).abs() <= 1e-12 * s,
            "value {k}: {s}, expected {}",
            expected(k)
        );
    }
    assert_eq!(svd.singular_values.len(), 50);
}

#[test]
fn a_tall_matrix_of_low_rank_gives_its_rank() {
    let matrix = grouped(5, 400);
    let svd = truncated_svd(&matrix, &[4, 5], SvdOptions::default(), |_| ());
    assert_eq!(svd.singular_values.len(), 5);
    for (k, s) in svd.singular_values.iter().enumerate() {
        let expected = (1.0 + (4 - k) as f64 / 5.0) * 20.0;
        assert!(
            (s - expected).abs() <= 1e-12 * expected,
            "{s}, expected {expected}"
        );
    }
}
