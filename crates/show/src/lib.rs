//! Scenes and reports made visible.
