//! The paper, run.

use kit::Paper;
use kit::paper::Section;

pub(super) static PAPER: Paper = Paper {
    title: "The mod 2 n-queens game",
    sections: &[
        Section::new(
            "From eight queens to a game",
            "The old puzzle asks for eight queens of which none attacks another. Noon made a game of it: players place queens in turn on \
             squares that are not attacked. Here only the parity of attacks counts: a square is open while an even number of queens \
             attack it.",
        )
        .claims(&["queens.ninety-two", "queens.noon-most", "queens.order-matters", "queens.diagonals"])
        .figures(&["queens figure 1"])
        .questions(&["queens solve 8 --rule noon"])
        .table("queens 8 --rule noon"),
        Section::new(
            "How many queens can be placed",
            "On odd boards the whole board can be filled, border by border. On even boards it cannot, since every square would see an odd \
             number of queens in the end; all but two squares can be filled.",
        )
        .claims(&[
            "queens.prop1",
            "queens.prop1-counts",
            "queens.prop2",
            "queens.prop2-counts",
            "queens.prop3",
            "queens.question4",
            "queens.run-times",
        ])
        .figures(&["queens figure 2", "queens figure 3"])
        .questions(&["queens complete 5", "queens complete 6"]),
        Section::new(
            "How few queens lock the board",
            "A board without open squares is locked. The first row and column lock odd boards, and nearly the same does for even ones. \
             How few queens are enough is the question of this section.",
        )
        .claims(&[
            "queens.fig4",
            "queens.prop5",
            "queens.prop5-counts",
            "queens.fig6",
            "queens.prop6",
            "queens.corollary1",
            "queens.families",
            "queens.question7",
        ])
        .figures(&["queens lock 5", "queens lock 10"])
        .questions(&["queens lock 5", "queens lock 4 --columns 6"])
        .table("queens 5"),
        Section::new(
            "Other universes",
            "In the alternate universe odd squares are open. In the complementary game queens are taken from a full board. On boards of the \
             right parity these are the same games in disguise. And why only modulo 2?",
        )
        .claims(&["queens.prop8", "queens.prop9", "queens.question10"])
        .questions(&["queens solve 4 --rule alternate", "queens count 3 --rule mod:3"])
        .table("queens 4 --rule alternate --start 1,1"),
        Section::new(
            "How large the game is",
            "The tree of all games on 3 x 3 begins with nine moves, three up to symmetry. How many positions are there on an n x n board, \
             and can the obvious bounds be improved?",
        )
        .claims(&["queens.fig7", "queens.fig8", "queens.question11"])
        .figures(&["queens tree 3 --levels 3"])
        .questions(&["queens count 4", "queens graph 3"]),
    ],
};
