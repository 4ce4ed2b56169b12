//! LSA against scikit-learn's TruncatedSVD by ARPACK, whichever way ours goes.

mod support;

use sokutei_index::svd::{SparseRows, SvdMethod, SvdOptions, SvdPath, truncated_svd};
use sokutei_index::{Counts, IndexSet, Silent, System, smooth_idf, sublinear_tf};
use support::{array, floats, golden, ids, lsa, ngrams, strings};

/// The TF-IDF matrix of the golden file's documents, made here by the formula.
fn matrix(documents: &[String]) -> SparseRows {
    let counts = Counts::of(documents, &[ngrams(2, 2)], &Silent);
    let postings = counts.of_length(2).expect("was counted").postings();
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); documents.len()];
    for term in 0..postings.n_terms() as u32 {
        let (docs, tfs) = postings.of_term(term);
        for (&doc, &tf) in docs.iter().zip(tfs) {
            rows[doc as usize].push((
                term,
                sublinear_tf(tf) * smooth_idf(documents.len(), postings.df(term)),
            ));
        }
    }
    for row in &mut rows {
        let length = row.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
        row.iter_mut().for_each(|(_, w)| *w /= length);
    }
    let mut starts = vec![0];
    rows.iter()
        .for_each(|row| starts.push(starts[starts.len() - 1] + row.len()));
    let (columns, values) = rows.into_iter().flatten().unzip();
    SparseRows::new((documents.len(), postings.n_terms()), starts, columns, values)
}

fn relative(a: f64, b: f64) -> f64 {
    (a - b).abs() / b.abs()
}

#[test]
fn singular_values_match_golden_svd_on_every_path() {
    for set in array(&golden("svd.json.gz")["sets"]) {
        let k = set["k"].as_u64().expect("k") as usize;
        let matrix = matrix(&strings(&set["documents"]));
        assert_eq!(
            [matrix.rows(), matrix.cols(), matrix.nnz()]
                .map(|n| n as u64)
                .to_vec(),
            {
                let mut shape: Vec<u64> = array(&set["shape"])
                    .iter()
                    .filter_map(serde_json::Value::as_u64)
                    .collect();
                shape.push(set["nnz"].as_u64().expect("nnz"));
                shape
            }
        );
        for path in [SvdPath::Auto, SvdPath::Full, SvdPath::Krylov] {
            let svd = truncated_svd(&matrix, &[k + 1], SvdOptions { seed: 7, path }, |_| ());
            let next = set["next_singular_value"].as_f64().expect("a value");
            let golden = floats(&set["singular_values"]).into_iter().chain([next]);
            for (i, (ours, golden)) in svd.singular_values.iter().zip(golden).enumerate() {
                assert!(
                    relative(*ours, golden) <= 1e-9,
                    "{path:?}, value {i}: {ours}, golden {golden}"
                );
            }
            assert_eq!(svd.singular_values.len(), k + 1);
        }
    }
}

#[test]
fn cosines_match_golden_svd() {
    for set in array(&golden("svd.json.gz")["sets"]) {
        let documents = strings(&set["documents"]);
        let system = System::new("s", lsa(set["k"].as_u64().expect("k") as usize));
        let (index, warnings, _) =
            IndexSet::build(ids(documents.len()), &documents, &[system], &Silent).expect("valid");
        assert!(warnings.is_empty());
        let lsa = index.retriever("s").expect("the one system");
        let compare = |query: &str, golden: Vec<f64>| {
            for (ord, golden) in (0u32..).zip(golden) {
                let ours = lsa.explain(query, ord).expect("a document of the index").score;
                assert!(
                    (ours - golden).abs() <= 1e-7,
                    "{query}, document {ord}: {ours}, golden {golden}"
                );
            }
        };
        for (query, row) in strings(&set["queries"]).iter().zip(array(&set["query_cosine"])) {
            compare(query, floats(row));
        }
        // a document as a query is projected to its own place: the cosines between documents
        for (document, row) in documents.iter().zip(array(&set["doc_cosine_first8"])) {
            compare(document, floats(row));
        }
    }
}

#[test]
fn a_krylov_basis_that_fits_is_used_and_matches_golden_svd() {
    let file = golden("svd.json.gz");
    let medium = array(&file["sets"])
        .iter()
        .max_by_key(|set| array(&set["documents"]).len())
        .expect("sets");
    let matrix = matrix(&strings(&medium["documents"]));
    let svd = truncated_svd(
        &matrix,
        &[4],
        SvdOptions {
            seed: 0,
            path: SvdPath::Krylov,
        },
        |_| (),
    );
    assert!(matches!(svd.method, SvdMethod::Krylov { .. }), "{:?}", svd.method);
    for (ours, golden) in svd.singular_values.iter().zip(floats(&medium["singular_values"])) {
        assert!(relative(*ours, golden) <= 1e-9, "{ours}, golden {golden}");
    }
}
