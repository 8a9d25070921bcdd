use super::*;
use kit::Unwatched;

fn pieces(n: usize) -> [(&'static str, Attacks); 5] {
    let of = |name, piece| (name, Attacks::of(&Ground::square(n), piece));
    [
        of("queen", Piece::Queen),
        of("rook", Piece::Rook),
        of("bishop", Piece::Bishop),
        of("knight", Piece::Knight),
        of("king", Piece::King),
    ]
}

fn queen_attacks(n: usize) -> Vec<Vec<usize>> {
    Attacks::queens(n).adjacency
}

/// All reachable sets of an n x n board, by playing every legal move from every reachable set.
fn reachable(adjacency: &[Vec<usize>]) -> Vec<bool> {
    let squares = adjacency.len();
    let mut reached = vec![false; 1 << squares];
    reached[0] = true;
    for set in 0..1usize << squares {
        for square in 0..squares {
            if reached[set] && set >> square & 1 == 0 && attackers(adjacency, set, square).is_multiple_of(2) {
                reached[set | 1 << square] = true;
            }
        }
    }
    reached
}

fn attackers(adjacency: &[Vec<usize>], set: usize, square: usize) -> usize {
    adjacency[square].iter().filter(|&&s| set >> s & 1 == 1).count()
}

fn members(set: usize) -> Vec<usize> {
    (0..64).filter(|s| set >> s & 1 == 1).collect()
}

/// The fewest pieces of a locked, reachable board, over all subsets.
pub(crate) fn fewest_by_definition(adjacency: &[Vec<usize>]) -> usize {
    let reached = reachable(adjacency);
    let locked = |set: usize| {
        (0..adjacency.len()).all(|square| set >> square & 1 == 1 || attackers(adjacency, set, square) % 2 == 1)
    };
    (0..reached.len()).filter(|&set| reached[set] && locked(set)).map(|set| set.count_ones() as usize).min().unwrap()
}

fn check(adjacency: &[Vec<usize>], lock: &Lock) {
    assert!(is_locked(adjacency, &lock.queens));
    assert!(is_legal_order(adjacency, &lock.order));
    assert_eq!(sorted(&lock.order), lock.queens);
    assert!(lock.at_least <= lock.queens.len());
    assert_eq!(lock.proved, lock.at_least == lock.queens.len());
}

#[test]
fn legal_orders_are_those_of_the_definition() {
    for n in 1..=4 {
        for (piece, Attacks { adjacency, .. }) in pieces(n) {
            let reached = reachable(&adjacency);
            for (set, &reached) in reached.iter().enumerate() {
                let order = legal_order(&adjacency, &members(set));
                assert_eq!(order.is_some(), reached, "{piece}s {set:b} on side {n}");
                assert!(order.is_none_or(|order| is_legal_order(&adjacency, &order) && sorted(&order) == members(set)));
            }
        }
    }
}

#[test]
fn locked_is_what_the_definition_says() {
    for n in 1..=4 {
        let adjacency = queen_attacks(n);
        for set in 0..1usize << (n * n) {
            let open = (0..n * n).any(|s| set >> s & 1 == 0 && attackers(&adjacency, set, s).is_multiple_of(2));
            assert_eq!(is_locked(&adjacency, &members(set)), !open, "{set:b} on side {n}");
        }
    }
}

#[test]
fn the_fewest_of_all_subsets() {
    for n in 1..=4 {
        for (piece, attacks) in pieces(n) {
            let lock = fewest(&attacks, &mut Unwatched).unwrap();
            check(&attacks.adjacency, &lock);
            assert!(lock.proved);
            assert_eq!(lock.queens.len(), fewest_by_definition(&attacks.adjacency), "{piece} on side {n}");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn the_fewest_of_all_subsets_of_side_5() {
    for (piece, attacks) in pieces(5) {
        let lock = fewest(&attacks, &mut Unwatched).unwrap();
        check(&attacks.adjacency, &lock);
        assert!(lock.proved);
        assert_eq!(lock.queens.len(), fewest_by_definition(&attacks.adjacency), "{piece}");
    }
}

#[test]
fn the_hooks_lock_and_are_legal() {
    for n in 3..=30 {
        let adjacency = queen_attacks(n);
        let order = pattern::hook_order(n);
        assert!(is_locked(&adjacency, &order) && is_legal_order(&adjacency, &order), "side {n}");
        assert_eq!(order.len(), if n % 2 == 1 { 2 * n - 1 } else { 2 * n - 3 });
        let Some(board) = pattern::wide_hook(n) else { continue };
        assert!(is_locked(&adjacency, &board) && legal_order(&adjacency, &board).is_some(), "side {n}");
        assert_eq!(board.len(), if n % 4 == 1 { n } else { n - 1 });
    }
}

/// The minima are those of a separate depth-first search without windows or symmetric boards.
#[test]
fn the_windows_lose_no_board() {
    for (n, queens) in [(5, 5), (6, 5)] {
        let adjacency = queen_attacks(n);
        let lock = fewest(&Attacks::queens(n), &mut Unwatched).unwrap();
        check(&adjacency, &lock);
        assert!(lock.proved);
        let first =
            (1..=lock.queens.len()).find(|&k| plainly_locked(&adjacency, &mut Vec::new(), k, &mut vec![false; n * n]));
        assert_eq!((lock.queens.len(), first), (queens, Some(queens)), "side {n}");
    }
}

/// Whether `left` more queens, none of them excluded, lock the board legally: some needy square must be served.
fn plainly_locked(adjacency: &[Vec<usize>], queens: &mut Vec<usize>, left: usize, excluded: &mut [bool]) -> bool {
    let needs = |square: &usize| {
        !queens.contains(square) && adjacency[*square].iter().filter(|s| queens.contains(s)).count() % 2 == 0
    };
    let needy: Vec<usize> = (0..adjacency.len()).filter(needs).collect();
    if left == 0 {
        return needy.is_empty() && legal_order(adjacency, queens).is_some();
    }
    if needy.len() > left * adjacency.iter().map(|row| row.len() + 1).max().unwrap_or(0) {
        return false;
    }
    let serving = |&square: &usize| -> Vec<usize> {
        let closed = adjacency[square].iter().copied().chain([square]);
        closed.filter(|s| !excluded[*s] && !queens.contains(s)).collect()
    };
    let free = || (0..adjacency.len()).filter(|s| !excluded[*s] && !queens.contains(s)).collect();
    let candidates = needy.iter().map(serving).min_by_key(Vec::len).unwrap_or_else(free);
    let mut found = false;
    for &queen in &candidates {
        queens.push(queen);
        found = found || plainly_locked(adjacency, queens, left - 1, excluded);
        queens.pop();
        excluded[queen] = true;
    }
    candidates.iter().for_each(|&queen| excluded[queen] = false);
    found
}

#[test]
fn the_odd_lines_of_a_reachable_board_are_a_multiple_of_four() {
    let n = 4;
    let reached = reachable(&queen_attacks(n));
    for set in (0..reached.len()).filter(|&set| reached[set]) {
        let mut lines = vec![false; 6 * n - 2];
        for (r, c) in members(set).into_iter().map(|s| (s / n, s % n)) {
            [r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c].into_iter().for_each(|line| lines[line] ^= true);
        }
        assert_eq!(lines.iter().filter(|&&odd| odd).count() % 4, 0, "{set:b}");
    }
}

#[test]
fn large_boards_beat_the_hook() {
    for n in [25, 26, 37] {
        let adjacency = queen_attacks(n);
        let lock = fewest_within(&Attacks::queens(n), 1, GAMES, &mut Unwatched).unwrap();
        check(&adjacency, &lock);
        assert!(lock.queens.len() <= n, "side {n}");
    }
    for n in [8, 12, 16, 24] {
        let adjacency = queen_attacks(n);
        let accept = |board: &[usize]| legal_order(&adjacency, board).filter(|order| is_locked(&adjacency, order));
        let order = Puzzle::first_solved(&[Puzzle::mirrored_rows(n)], 1, &mut Unwatched, accept).unwrap().unwrap();
        assert_eq!(order.len(), n + 4);
    }
}

#[test]
#[ignore = "minutes"]
fn proved_minima_and_good_boards() {
    let proved = [1, 1, 1, 5, 5, 5, 9, 12, 9, 9, 13, 14, 13, 13, 19, 18, 17, 17];
    for n in 1..=60 {
        let adjacency = queen_attacks(n);
        let lock = fewest(&Attacks::queens(n), &mut Unwatched).unwrap();
        check(&adjacency, &lock);
        let bound = proved.get(n - 1).copied().unwrap_or(if n % 2 == 1 { 2 * n - 1 } else { 2 * n - 3 });
        assert!(lock.queens.len() <= bound && (lock.proved || n > proved.len()), "side {n}");
    }
}

/// The two ways from below agree, and the code finds the smallest boards itself where it is asked for one more.
#[test]
fn the_code_agrees_with_the_search_of_boards() {
    for n in [4, 5, 6, 7, 9] {
        let attacks = Attacks::queens(n);
        let mut levels = exhaust::levels(&attacks.adjacency, attacks.symmetries.clone()).unwrap();
        let parity = forced_parity(&attacks.adjacency);
        let mut steps = u64::MAX;
        let hit = |&queens: &usize| {
            parity.is_none_or(|parity| queens % 2 == parity)
                && matches!(levels.search(queens, &mut steps, &mut Unwatched).unwrap(), Level::Board(_))
        };
        let least = (1..=n * n).find(hit).unwrap();
        for more in 0..3 {
            let found = code::below(&attacks, n, least + more, u64::MAX, None, &mut Unwatched).unwrap();
            let order = found.order.unwrap();
            assert!(is_locked(&attacks.adjacency, &order) && is_legal_order(&attacks.adjacency, &order));
            assert_eq!((found.at_least, order.len()), (least, least), "side {n}");
        }
        let found = code::below(&attacks, n, least - 1, u64::MAX, None, &mut Unwatched).unwrap();
        assert!(found.order.is_none() && found.at_least >= least, "side {n}: {}", found.at_least);
    }
}

#[test]
fn the_code_finds_boards_of_larger_sides() {
    for (n, least) in [(10, 9), (11, 13), (13, 13), (14, 13)] {
        let attacks = Attacks::queens(n);
        let found = code::below(&attacks, n, least, u64::MAX, None, &mut Unwatched).unwrap();
        let order = found.order.unwrap();
        assert!(is_locked(&attacks.adjacency, &order) && is_legal_order(&attacks.adjacency, &order));
        assert_eq!((found.at_least, order.len()), (least, least), "side {n}");
    }
}

/// Every locked, reachable board of side 4 shows in the list: its even squares are a word, up to symmetry.
#[test]
fn the_words_hold_the_even_squares_of_every_locked_board() {
    let (n, attacks) = (4, Attacks::queens(4));
    let reached = reachable(&attacks.adjacency);
    let words = code::words(&attacks, n, 16);
    let (mut boards, mut hit) = (0, std::collections::BTreeSet::new());
    for set in (0..reached.len()).filter(|&set| reached[set] && is_locked(&attacks.adjacency, &members(set))) {
        let even: Vec<usize> = (0..16).filter(|&s| attackers(&attacks.adjacency, set, s).is_multiple_of(2)).collect();
        let image = |map: &Map| sorted(&even.iter().map(|&s| map[s]).collect::<Vec<usize>>());
        let word = attacks.symmetries.iter().map(image).find(|image| words.contains(image));
        hit.insert(word.unwrap_or_else(|| panic!("{set:b}")));
        boards += 1;
    }
    assert_eq!(boards, 864, "as many as `queens count 4` counts");
    assert!(hit.len() > 3 && words.iter().all(|word| !word.is_empty()));
}

/// With few sums allowed the bound is smaller and still true.
#[test]
fn a_small_allowance_gives_a_smaller_bound() {
    let attacks = Attacks::queens(12);
    let bounds: Vec<usize> = [1, 10_000, 1_000_000]
        .into_iter()
        .map(|sums| code::below(&attacks, 12, 13, sums, None, &mut Unwatched).unwrap().at_least)
        .collect();
    assert!(bounds.is_sorted() && bounds[0] >= 1 && bounds[0] < bounds[2] && bounds[2] <= 14, "{bounds:?}");
}
