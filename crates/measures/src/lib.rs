//! Qrels, runs, measures, intervals and paired tests of retrieval evaluation, with TREC formats.
