//! Exact BM25, TF-IDF and LSA over character n-grams, one pass over the text, every score explained.
