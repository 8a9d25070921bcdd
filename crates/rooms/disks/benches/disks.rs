//! The Formidable Fourteen in a circle of 12: twenty seeds.

use disks::decimal::read_diameters;
use disks::known::FOURTEEN;
use disks::packing::{Wall, disks_of};
use disks::search;
use kit::Unwatched;
use std::time::Instant;

fn main() {
    let disks = disks_of(&read_diameters(FOURTEEN).expect("the fourteen are decimals"), Wall::Circle);
    let mut times = Vec::new();
    for seed in 1..=20 {
        let start = Instant::now();
        let found = search::search(&disks, 6.0, seed, 0..2000, &mut Unwatched).expect("nobody stops it");
        if matches!(found, search::Found::Fits(..)) {
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.sort_by(f64::total_cmp);
    let within = times.iter().filter(|&&t| t <= 10.0).count();
    let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
    let longest = times.last().copied().unwrap_or(f64::NAN);
    println!("disks fourteen: {within} of 20 seeds inside 10 s, median {median:.2} s, longest {longest:.2} s");
}
