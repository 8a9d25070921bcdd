//! Games and their values.

use super::Term;

pub(super) const TERMS: &[Term] = &[
    Term {
        name: "impartial game",
        also: &["impartial games"],
        short: "A game for two in which both players have the same moves in every position and play must end.",
        long: "Chess is not impartial, since one player moves the white pieces; Nim is, since anyone may take any \
               stone. In an impartial game the position alone decides what can be done, so the position alone \
               decides who wins.",
        example: "sums value nim(3)",
        see: &["nimber", "normal play"],
    },
    Term {
        name: "normal play",
        also: &[],
        short: "The rule that the player who cannot move loses.",
        long: "It is the usual rule for impartial games, and the one for which sums of games have a simple theory.",
        example: "sums value nim(3)",
        see: &["misère play"],
    },
    Term {
        name: "misère play",
        also: &["misère", "misere"],
        short: "The rule that the player who cannot move wins, so that taking the last piece loses.",
        long: "Misère play is much harder than normal play: there is no number that says all about a position \
               inside a sum, and searches must look at whole positions.",
        example: "sprouts solve 5 --play misere",
        see: &["normal play"],
    },
    Term {
        name: "position",
        also: &["positions"],
        short: "All that matters of a game at one moment: what lies where, and nothing of how it came to be.",
        long: "Every position has a text in this house; the text can be sent to a friend and read back.",
        example: "sums value nim(3,4)",
        see: &[],
    },
    Term {
        name: "option",
        also: &["options"],
        short: "A position that one move leads to.",
        long: "The options of a pile of three stones in Nim are the piles of two, one and none.",
        example: "sums value nim(3)",
        see: &["move"],
    },
    Term {
        name: "move",
        also: &["moves"],
        short: "What a player may do in turn, and the position that it leads to.",
        long: "Two moves that lead to the same position are counted as one.",
        example: "sums value nim(3)",
        see: &["option"],
    },
    Term {
        name: "N-position",
        also: &["N", "N-positions"],
        short: "A position that the next player, the one about to move, can win.",
        long: "At least one option of an N-position is a P-position; to win is to find it.",
        example: "sums value nim(3)",
        see: &["P-position", "outcome"],
    },
    Term {
        name: "P-position",
        also: &["P", "P-positions"],
        short: "A position that the previous player, the one who has just moved, can win.",
        long: "Every option of a P-position is an N-position; a position without moves is one in normal play. To \
               win a game is to leave P-positions only.",
        example: "sums value nim(3,3)",
        see: &["N-position", "outcome"],
    },
    Term {
        name: "outcome",
        also: &["outcomes"],
        short: "Who wins a position when both play perfectly: N for the next player, P for the previous one.",
        long: "In normal play the outcome is P exactly when the nimber is 0.",
        example: "queens solve 4",
        see: &["N-position", "P-position", "nimber"],
    },
    Term {
        name: "mex",
        also: &["minimum excludant"],
        short: "The least number from 0 on that is not in a list.",
        long: "The mex of 0, 1, 3 is 2, the mex of 1, 2 is 0, and the mex of nothing is 0.",
        example: "sums value kayles(3)",
        see: &["nimber"],
    },
    Term {
        name: "nimber",
        also: &["nimbers", "Grundy value", "Grundy number", "nim-value"],
        short: "A number that says all about a position of an impartial game: it is worth a pile of so many stones \
                in Nim.",
        long: "The nimber of a position is the mex of the nimbers of its options. A position is lost for the player \
               to move exactly when its nimber is 0. A sum of positions has as its nimber the xor of their nimbers, \
               so a win in a sum is found by changing one part so that the xor becomes 0 (Sprague 1935, Grundy \
               1939).",
        example: "sums value kayles(7)",
        see: &["mex", "xor", "sum"],
    },
    Term {
        name: "nimber theorem",
        also: &["Sprague-Grundy theorem"],
        short: "In normal play every position of an impartial game behaves in sums like one pile of Nim, whose size \
                is the mex of what its options behave like.",
        long: "From a pile of k a player can reach every smaller pile, and from a position of nimber k every \
               smaller nimber; moves to larger nimbers are answered by moving back to k. So both can be exchanged \
               in any sum without changing who wins.",
        example: "sums value \"nim(4) + kayles(7)\"",
        see: &["nimber", "sum"],
    },
    Term {
        name: "xor",
        also: &["nim-sum", "nim sum"],
        short: "Addition of binary numbers without carrying: a digit of the result is 1 when an odd number of the \
                digits above it are 1.",
        long: "5 is 101 and 3 is 011 in binary; their xor is 110, that is 6. A number xored with itself gives 0.",
        example: "sums value nim(5,3)",
        see: &["nimber"],
    },
    Term {
        name: "sum",
        also: &["sums", "sum of games"],
        short: "Several games played at once: a move is a move in one of them.",
        long: "The game ends when no part has a move. In normal play the nimber of a sum is the xor of the nimbers \
               of its parts.",
        example: "sums value nim(4)+kayles(7)",
        see: &["nimber", "xor", "summand"],
    },
    Term {
        name: "summand",
        also: &["summands"],
        short: "One of the games of a sum, with its position.",
        long: "The summands of a sum are numbered from 1, and a move says in which of them it is made.",
        example: "sums value nim(4)+kayles(7)",
        see: &["sum"],
    },
    Term {
        name: "component",
        also: &["components"],
        short: "A part of a position in which play goes on independently of the rest.",
        long: "A board that falls into pieces is the sum of its components, which makes searching it much cheaper.",
        example: "sums value cram(2,3)",
        see: &["sum"],
    },
    Term {
        name: "heap",
        also: &["heaps", "pile", "piles"],
        short: "A number of stones, pins or coins that lie together.",
        long: "In heap games a move takes stones from one heap and may break what is left into several.",
        example: "sums value kayles(7)",
        see: &["octal code"],
    },
    Term {
        name: "octal code",
        also: &["octal codes", "octal game", "octal games", "take-and-break game", "take-and-break games"],
        short: "A number such as 0.77 whose digits say what may be done when so many stones are taken from a heap.",
        long: "The digit after so many places says what a move that takes as many stones may leave: 1 allows \
               nothing, 2 one heap, 4 two heaps, and sums of these allow several. Kayles is 0.77, Dawson's chess \
               0.137.",
        example: "sums period 0.77",
        see: &["hexadecimal code", "period"],
    },
    Term {
        name: "hexadecimal code",
        also: &["hexadecimal codes"],
        short: "An octal code whose digits go to F, where 8 allows three heaps.",
        long: "Values of such games may climb for ever, so their periods have a saltus.",
        example: "sums period 0.8",
        see: &["octal code", "saltus"],
    },
    Term {
        name: "period",
        also: &["periods"],
        short: "After how many terms a sequence repeats itself.",
        long: "Kayles has period 12 from 71 on: a heap of n and a heap of n + 12 are worth the same. For games with \
               finitely many digits a period that is seen long enough holds for ever (Guy and Smith 1956).",
        example: "sums period 0.77",
        see: &["preperiod", "octal code"],
    },
    Term {
        name: "preperiod",
        also: &["preperiods"],
        short: "How many terms come before a sequence begins to repeat itself.",
        long: "The exceptions of Kayles end at 70, so its preperiod is 71.",
        example: "sums period 0.77",
        see: &["period"],
    },
    Term {
        name: "saltus",
        also: &[],
        short: "By how much the terms grow from one period to the next.",
        long: "A sequence with a saltus climbs for ever but regularly; without one it repeats exactly.",
        example: "sums period 0.8",
        see: &["period"],
    },
    Term {
        name: "couple",
        also: &["couples"],
        short: "A position together with a pile of Nim beside it.",
        long: "That a position and a pile of k are lost together says that the position's nimber is k. Searching \
               couples finds a nimber without finding those of all options.",
        example: "sums value cram(3,3)",
        see: &["nimber", "certificate"],
    },
    Term {
        name: "mirror strategy",
        also: &["mirror", "mirrors"],
        short: "Answering every move by its image in a symmetry of the board.",
        long: "It wins when the board is symmetric, every move has an image, and no move stands in the way of its \
               own image: then the second player always has an answer.",
        example: "sums value boxing(10,20)",
        see: &["P-position"],
    },
    Term {
        name: "solitaire",
        also: &["puzzle", "puzzles"],
        short: "A game for one person against the rules.",
        long: "Merlin's square is a puzzle: nobody moves against you.",
        example: "merlin solve grid:5x5 --from random",
        see: &[],
    },
    Term {
        name: "hint",
        also: &["hints", "advice"],
        short: "A good move and the reason for it.",
        long: "A hint is proved when the position was solved, and otherwise a guess that says so.",
        example: "",
        see: &["standing"],
    },
];
