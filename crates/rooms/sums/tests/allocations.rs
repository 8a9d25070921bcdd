//! The proof-number search allocates for its table and its stacks, not for its couples: allocations are counted while a
//! board is solved.
#![allow(unsafe_code)]

use engine::impartial::{Impartial, Limits, Method, Solver};
use kit::Unwatched;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use sums::words::boards::{Boxing, Cells, Cram};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes on to the allocator of the system as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Allocations and stored components of a solved board.
fn solved<G: Impartial + 'static>(game: G, at: impl Fn(&G) -> G::Key) -> (usize, usize) {
    let at = at(&game);
    let solver = Solver::new(game, Limits { memory: 1 << 28, threads: 1 });
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    solver.nimber(&at, Method::Proof, &mut Unwatched).unwrap();
    (ALLOCATIONS.load(Ordering::Relaxed) - before, solver.table().len())
}

#[test]
fn a_couple_allocates_nothing() {
    // 64 shards of the table double eight times at most, and the stacks and threads take a few dozen.
    let cram = solved(Cram::new(4, 7), |cram| cram.free(&Cells::full(4, 7)));
    let boxing = solved(Boxing::new(5, 8), |boxing| boxing.stones(&Cells::full(5, 8)));
    for (allocations, stored) in [cram, boxing] {
        assert!(stored > 5000 && allocations < 800, "{allocations} allocations for {stored} components");
    }
}
