//! What the paper says, each statement with a way to find out. `holds` for all n rests on a theorem of the essay,
//! which the evidence names; what was only looked at up to a bound says so.

mod boards;
mod games;
mod proofs;

use super::ground::Board;
use super::rules::Rules;
use engine::parity::subsets;
use kit::Claim;

pub(super) static CLAIMS: &[Claim] = &[
    Claim::of("queens.ninety-two", "Mod 2 n-queens, Sec. 1", games::ninety_two)
        .says("the 8-queens problem has 92 solutions"),
    Claim::of("queens.noon-most", "Mod 2 n-queens, Sec. 2", games::noon_most)
        .says("the original game has at most n queens"),
    Claim::of("queens.order-matters", "Mod 2 n-queens, Sec. 2", games::order_matters)
        .says("the order of placing matters; at most n*n queens"),
    Claim::of("queens.diagonals", "Mod 2 n-queens, Sec. 2", proofs::diagonals)
        .says("k-sum diagonals have 1 <= k <= 2n, k-difference diagonals -(n-1) <= k <= n-1"),
    Claim::of("queens.prop1", "Mod 2 n-queens, Prop. 1", boards::prop1)
        .says("n odd: n*n queens can be placed, by the given steps"),
    Claim::of("queens.prop1-counts", "Mod 2 n-queens, proof of Prop. 1", proofs::prop1_counts)
        .says("beyond the border a square sees two queens in its row, its column and on its difference diagonal, and on its sum \
         diagonal four up to the main one, two on the next, none beyond"),
    Claim::of("queens.prop2", "Mod 2 n-queens, Prop. 2", boards::prop2)
        .says("n even: n*n queens cannot be placed"),
    Claim::of("queens.prop2-counts", "Mod 2 n-queens, proof of Prop. 2", proofs::prop2_counts)
        .says("a square on the edge sees 3(n-1) others; a square inside sees exactly eight squares of the outer ring"),
    Claim::of("queens.prop3", "Mod 2 n-queens, Prop. 3", boards::prop3)
        .says("n even and positive: n*n - 2 queens can be placed"),
    Claim::of("queens.question4", "Mod 2 n-queens, Question 4", boards::question4)
        .says("is n*n - 2 the most for even n"),
    Claim::of("queens.fig4", "Mod 2 n-queens, Fig. 4 and text", boards::fig4)
        .says("one queen locks n = 2 and 3; no single queen locks n > 3; the first player wins n = 1, 2, 3 with one queen"),
    Claim::of("queens.prop5", "Mod 2 n-queens, Prop. 5", boards::prop5)
        .says("n odd and positive: first row and first column are a legal, locked position, by the given order"),
    Claim::of("queens.prop5-counts", "Mod 2 n-queens, proof of Prop. 5", proofs::prop5_counts)
        .says("a free square sees one queen in its row, its column and on its difference diagonal, and two more on its sum \
         diagonal up to the main one: five or three"),
    Claim::of("queens.fig6", "Mod 2 n-queens, Fig. 6", boards::fig6)
        .says("five moves lock the 3 x 3 board by its first row and column"),
    Claim::of("queens.prop6", "Mod 2 n-queens, Prop. 6", boards::prop6)
        .says("n even, n > 2: first row and column without their ends, and the far corner, are legal and locked"),
    Claim::of("queens.corollary1", "Mod 2 n-queens, Cor. 1", boards::corollary1)
        .says("n odd and positive: at most 2n - 1 queens are needed to lock; n even and positive: at most 2n - 3"),
    Claim::of("queens.question7", "Mod 2 n-queens, Question 7", boards::question7)
        .says("the fewest queens that lock, n by n"),
    Claim::of("queens.families", "Mod 2 n-queens, before Question 7", boards::families)
        .says("is the bound of Corollary 1 strict for larger n"),
    Claim::of("queens.prop8", "Mod 2 n-queens, Prop. 8", games::prop8)
        .says("n even: alternate universe games correspond to complementary games"),
    Claim::of("queens.prop9", "Mod 2 n-queens, Prop. 9", games::prop9)
        .says("n odd: complementary games correspond to standard games"),
    Claim::of("queens.question10", "Mod 2 n-queens, Question 10", games::question10)
        .says("other n-queens games, in particular modulo k"),
    Claim::of("queens.fig7", "Mod 2 n-queens, Fig. 7", games::fig7)
        .says("the first three levels of the game tree for n = 3"),
    Claim::of("queens.fig8", "Mod 2 n-queens, Fig. 8", games::fig8)
        .says("the full graph for n = 3 up to symmetry is quite large"),
    Claim::of("queens.question11", "Mod 2 n-queens, Question 11", games::question11)
        .says("can the bounds (n*n)! for the tree and 2^(n*n) for the positions be improved"),
    Claim::of("queens.run-times", "Mod 2 n-queens, after Question 4", games::run_times)
        .says("n = 4 took eleven minutes, so n = 6 would take 22 years"),
];

fn reachable(n: usize) -> (Rules, Vec<bool>) {
    let rules = Rules::queens(n);
    let field = rules.parity_field(&rules.bare()).expect("small boards have a field");
    let reachable = subsets::reachable(&field.game);
    (rules, reachable)
}

/// Numbers in a sentence: `2, 3 and 5`.
fn list(numbers: &[usize]) -> String {
    match numbers {
        [] => "none".to_string(),
        [only] => only.to_string(),
        [most @ .., last] => {
            format!("{} and {last}", most.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

fn queens_on(board: &Board) -> usize {
    board.iter().filter(|&&taken| taken).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Verdict;

    /// The verdicts of the ordinary run; a change of code that changes one must say why.
    #[test]
    fn verdicts_are_computed() {
        let corrected = "queens.diagonals queens.prop3 queens.prop5 queens.corollary1";
        let rows = [
            (Verdict::Holds, "queens.prop1 queens.ninety-two"),
            (Verdict::Corrected, corrected),
            (Verdict::Settled, "queens.families"),
            (Verdict::Open, "queens.question10"),
        ];
        kit::trial::verdicts(CLAIMS, &rows);
    }
}
