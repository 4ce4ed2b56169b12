//! An experiment plan to finished artefacts: chunks, indexes, runs, values, comparisons, report.
