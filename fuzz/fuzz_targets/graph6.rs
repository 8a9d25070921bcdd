#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| siege::run("graph6", bytes));
