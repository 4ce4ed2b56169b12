//! Normalisation and analysers: what becomes a term, and where it stood in the text.
