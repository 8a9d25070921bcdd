//! Scenes and reports made visible: [`svg`], PNG (feature `png`), [`terminal`] cells; text, JSON, CSV, b-files,
//! LaTeX and pages of a report.
//!
//! A topic says what is to be seen, never how: palette, dark mode, glyphs and pixels are decided here and nowhere else.

mod data;
mod ground;
mod html;
mod palette;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod raster;
pub mod sheet;
pub mod svg;
pub mod terminal;
mod tex;
mod text;

pub use data::{bfile, csv, fact_json, json, topic_json};
pub use html::html;
#[cfg(feature = "png")]
pub use png::png;
pub use tex::tex;
pub use text::{text, wrap};
