//! The lab in a real browser: Debian's chromium, driven from here.
//!
//! Pages are opened, examples asked, games played to their end by clicking. Screenshots go to `target/tmp/lab`. Without
//! chromium the tests say plainly that they were skipped.

#![allow(unreachable_pub, reason = "the modules of one test program")]

mod barriers;
mod building;
#[path = "../../../lab/tests/common/mod.rs"]
mod common;
mod driver;
mod games;
mod hands;
mod lessons;
mod looks;
mod motion;
mod pen;
mod repairs;
mod rooms;
mod script;
mod solitaires;
mod stopping;
mod table;
mod together;
mod visitor;
mod windows;
