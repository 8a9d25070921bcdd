//! Compiles the bridge to FLINT.

#[path = "../bridge.rs"]
mod bridge;

fn main() {
    bridge::build("libflint-dev", &["flint", "gmp"]);
}
