//! Compiles the bridge to M4RI.

#[path = "../bridge.rs"]
mod bridge;

fn main() {
    bridge::build("libm4ri-dev", &["m4ri"]);
}
