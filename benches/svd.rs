//! How long does one factorisation for LSA take, at the quality of an exact SVD?

use criterion::{BenchmarkId, Criterion};
use nalgebra::{DMatrix, DVector};
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_index::svd::{Rows, SparseRows, SvdOptions, SvdPath, TruncatedSvd, truncated_svd};
use sokutei_index::{Counts, Silent, smooth_idf, sublinear_tf};
use sokutei_measures::stats::NumpyRng;
use sokutei_text::CharNgrams;

/// Sections of about 400 characters, and the dimensions of the systems that share the factorisation; the last is the size
/// of the article's experiment.
const SIZES: [(usize, &[usize]); 3] = [(1000, &[128]), (3281, &[128]), (3281, &[128, 256])];
/// The terms of largest total count that take part.
const MAX_TERMS: usize = 30_000;
/// Largest relative error of a singular value, and of anything else relative to the largest singular value.
const TOLERANCE: f64 = 1e-8;

fn main() {
    let mut c = Criterion::default().sample_size(10).configure_from_args();
    let mut group = c.benchmark_group("svd");
    let options = SvdOptions::default();
    check_against_dense(&tfidf(300));
    for (n, cuts) in SIZES {
        let matrix = tfidf(n);
        check_by_definition(&matrix, &truncated_svd(&matrix, cuts, options, |_| ()));
        let (terms, nnz) = (matrix.cols(), matrix.nnz());
        let id = BenchmarkId::new(
            format!("{cuts:?} dimensions"),
            format!("{n} sections, {terms} terms, {nnz} entries"),
        );
        group.bench_function(id, |b| b.iter(|| truncated_svd(&matrix, cuts, options, |_| ())));
    }
    group.finish();
    c.final_summary();
}

/// TF-IDF of 2-grams, rows of length 1.
fn tfidf(n_sections: usize) -> SparseRows {
    let texts = Collection::new(n_sections, SEED).texts();
    let counts = Counts::of(&texts, &[CharNgrams::new(2, 2).expect("a valid range")], &Silent);
    let postings = counts.of_length(2).expect("was counted").postings();
    let total = |term: u32| {
        postings
            .of_term(term)
            .1
            .iter()
            .map(|&tf| u64::from(tf))
            .sum::<u64>()
    };
    let mut terms: Vec<u32> = (0..postings.n_terms() as u32).collect();
    terms.sort_by_key(|&term| std::cmp::Reverse(total(term)));
    terms.truncate(MAX_TERMS);
    terms.sort_unstable();
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n_sections];
    for (column, &term) in (0..).zip(&terms) {
        let (docs, tfs) = postings.of_term(term);
        let idf = smooth_idf(n_sections, postings.df(term));
        docs.iter()
            .zip(tfs)
            .for_each(|(&doc, &tf)| rows[doc as usize].push((column, sublinear_tf(tf) * idf)));
    }
    let mut starts = vec![0];
    for row in &mut rows {
        let length = row.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
        row.iter_mut().for_each(|(_, w)| *w /= length);
        starts.push(starts[starts.len() - 1] + row.len());
    }
    let (columns, values) = rows.into_iter().flatten().unzip();
    SparseRows::new((n_sections, terms.len()), starts, columns, values)
}

/// Every path against the dense SVD of nalgebra.
fn check_against_dense(a: &SparseRows) {
    let mut dense = DMatrix::zeros(a.cols(), a.rows());
    a.iter()
        .for_each(|(&value, (row, column))| dense[(column as usize, row as usize)] = value);
    let mut expected: Vec<f64> = dense.singular_values().iter().copied().collect();
    expected.sort_by(|x, y| y.total_cmp(x));
    for path in [SvdPath::Auto, SvdPath::Full, SvdPath::Krylov] {
        let svd = truncated_svd(
            a,
            &[32],
            SvdOptions {
                path,
                ..SvdOptions::default()
            },
            |_| (),
        );
        assert_eq!(svd.singular_values.len(), 32, "{path:?}");
        for (i, (found, expected)) in svd.singular_values.iter().zip(&expected).enumerate() {
            assert!(
                (found - expected).abs() <= TOLERANCE * expected,
                "{path:?}, value {i}: {found} instead of {expected}"
            );
        }
    }
}

/// A V = U S and Aᵀ U = V S with orthonormal U and V: singular triplets of the matrix; and none that is larger was passed over.
fn check_by_definition(a: &SparseRows, svd: &TruncatedSvd) {
    let largest = svd.singular_values[0];
    assert!(svd.singular_values.is_sorted_by(|x, y| x >= y), "not in order");
    for (what, vectors) in [("U", &svd.u), ("V", &svd.v)] {
        let all = dense(vectors);
        let gram = all.tr_mul(&all);
        let off = (gram - DMatrix::identity(vectors.cols(), vectors.cols())).amax();
        assert!(off <= TOLERANCE, "{what} is not orthonormal: {off}");
    }
    let scaled = |vectors: &Rows| {
        let mut scaled = dense(vectors);
        scaled
            .column_iter_mut()
            .zip(&svd.singular_values)
            .for_each(|(mut column, s)| column *= *s);
        scaled
    };
    let mut residuals = [scaled(&svd.u), scaled(&svd.v)];
    for (&value, (row, column)) in a {
        let (row, column) = (row as usize, column as usize);
        for j in 0..svd.singular_values.len() {
            residuals[0][(row, j)] -= value * svd.v.row(column)[j];
            residuals[1][(column, j)] -= value * svd.u.row(row)[j];
        }
    }
    for (what, residual) in ["A V - U S", "A' U - V S"].iter().zip(&residuals) {
        let off = residual.amax();
        assert!(off <= TOLERANCE * largest, "{what} is {off}");
    }
    let (smallest, rest) = (
        svd.singular_values[svd.singular_values.len() - 1],
        largest_left(a, svd),
    );
    assert!(
        rest <= smallest * (1.0 + TOLERANCE),
        "a singular value of at least {rest} is missing; the smallest is {smallest}"
    );
}

/// Length of A x for a unit x at right angles to V, after steps that turn x to where A is largest: the largest singular value
/// outside V is at least that.
fn largest_left(a: &SparseRows, svd: &TruncatedSvd) -> f64 {
    const STEPS: usize = 30;
    let v = dense(&svd.v);
    let mut rng = NumpyRng::new(SEED);
    let mut x = DVector::from_fn(a.cols(), |_, _| rng.standard_normal());
    let mut length = 0.0;
    for _ in 0..STEPS {
        x -= &v * v.tr_mul(&x);
        x.normalize_mut();
        let (mut image, mut back) = (DVector::<f64>::zeros(a.rows()), DVector::<f64>::zeros(a.cols()));
        a.iter()
            .for_each(|(&value, (row, column))| image[row as usize] += value * x[column as usize]);
        a.iter()
            .for_each(|(&value, (row, column))| back[column as usize] += value * image[row as usize]);
        (length, x) = (image.norm(), back);
    }
    length
}

fn dense(rows: &Rows) -> DMatrix<f64> {
    DMatrix::from_fn(rows.rows(), rows.cols(), |i, j| rows.row(i)[j])
}
