//! Scenes and reports made visible: [`svg`], PNG (feature `png`), [`terminal`] cells; text, JSON, CSV and b-files of a
//! report.
//!
//! A topic says what is to be seen, never how: palette, dark mode, glyphs and pixels are decided here and nowhere else.

mod data;
mod ground;
mod palette;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod raster;
pub mod svg;
pub mod terminal;
mod text;

pub use data::{bfile, csv, fact_json, json};
#[cfg(feature = "png")]
pub use png::png;
pub use text::{text, wrap};
