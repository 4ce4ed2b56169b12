#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sokutei_fuzz_harness::ir_metadata(bytes));
