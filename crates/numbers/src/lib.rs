//! Exact whole and rational numbers: the parts of dashu that the rooms use, under its own names.
//!
//! The library's front crate brings macros, floats and complex numbers along; for the macros all of it is compiled a
//! second time. Nothing here needs them, and who builds Parlor should not wait for them.

pub use dashu_base as base;
pub use dashu_int as integer;
pub use dashu_ratio as rational;
