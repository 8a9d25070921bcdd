//! Only tests: see `tests/painter.rs`.
