//! Results of the exported functions, against the Rust library on every tier; and planted panics
//! and failing allocations, which become codes and leave everything as it was.

use std::ffi::c_char;
use std::ptr::{null, null_mut};
use stonemask::game::search::{Analysis, Certainty, Level, Limits, Score};
use stonemask::kernels::{Gomoku, Othello, with_tier};
use stonemask::{Random, Tier, gomoku, nogo, othello, playout};
use stonemask_capi::error::{Code, stonemask_result};
use stonemask_capi::memory::fail_after;
use stonemask_capi::{
    gomoku as c_gomoku, gomoku_rows, gomoku_search, gomoku_solver, levels, nogo as c_nogo, nogo_search, nogo_solver,
    othello as c_othello, othello_many, search, sgf, shared, slab, slab_starts,
};
use stonemask_capi::{plant_panic, stop, tiers};

/// Does the same on each tier that runs here.
fn on_each_tier(work: impl Fn(Tier)) {
    for (tier, number) in
        [(Tier::Reference, 0), (Tier::Portable, 10), (Tier::X64, 20), (Tier::Avx2, 30), (Tier::Avx512, 40)]
    {
        if tier.is_available() {
            with_tier(tier, || {
                assert_eq!(tiers::stonemask_tier_in_use(), number);
                work(tier);
            })
            .expect("the tier is available");
        } else {
            // SAFETY: the function takes a number alone.
            let status = unsafe { tiers::stonemask_use_tier(number) };
            assert_eq!(status, Code::TierUnavailable as i32, "{tier}");
        }
    }
}

/// Does it on the best tier, whatever other tests choose meanwhile: tier Reference allocates where
/// the others do not, and plays other games in bulk.
fn on_the_best_tier(work: impl Fn()) {
    with_tier(Tier::best(), work).expect("the best tier is available");
}

const OK: stonemask_result = stonemask_result { status: 0, index: 0 };

/// Positions of random games.
fn positions<const N: usize>(count: usize) -> Vec<othello::Position<N>> {
    let mut random = Random::new(7);
    let mut board = othello::Board::<N>::start();
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(board.position());
        if !board.play_random(&mut random) {
            board = othello::Board::start();
        }
    }
    positions
}

macro_rules! othello_agrees {
    ($test:ident $n:literal [$($side:literal)?] $legal_moves:ident $flips:ident $play:ident $perft:ident $moves_many:ident $mobility_many:ident $children_many:ident) => {
        #[test]
        fn $test() {
            let positions = positions::<$n>(200);
            let own: Vec<u64> = positions.iter().map(|position| position.own().bits()).collect();
            let opponent: Vec<u64> = positions.iter().map(|position| position.opponent().bits()).collect();
            on_each_tier(|tier| {
                let kernels = Othello::get(tier).unwrap();
                let (mut many, mut counts) = (vec![9; own.len()], vec![9; own.len()]);
                // SAFETY: pointers lead to as much as is said, and are apart.
                unsafe {
                    let (own, opponent) = (own.as_ptr(), opponent.as_ptr());
                    assert_eq!(othello_many::$moves_many($($side,)? own, opponent, many.len(), many.as_mut_ptr()), OK);
                    assert_eq!(othello_many::$mobility_many($($side,)? own, opponent, many.len(), counts.as_mut_ptr()), OK);
                    let (mut child_own, mut child_opponent, mut children) = (vec![0; 10_000], vec![0; 10_000], 0);
                    let (first, second) = (child_own.as_mut_ptr(), child_opponent.as_mut_ptr());
                    let (count, room) = (many.len(), child_own.len());
                    let done = othello_many::$children_many($($side,)?
                        own,
                        opponent,
                        many.as_ptr(),
                        count,
                        first,
                        second,
                        room,
                        &raw mut children,
                    );
                    assert_eq!(done, OK);
                    assert_eq!(children, counts.iter().map(|&count| usize::from(count)).sum::<usize>());
                }
                for (index, &position) in positions.iter().enumerate() {
                    let value = c_othello::stonemask_othello {
                        own: position.own().bits(),
                        opponent: position.opponent().bits(),
                    };
                    let moves = kernels.legal_moves(position);
                    let mut found = 0;
                    // SAFETY: room for a word and a position.
                    unsafe {
                        assert_eq!(c_othello::$legal_moves($($side,)? value, &raw mut found), 0);
                        assert_eq!((found, many[index]), (moves.bits(), moves.bits()));
                        assert_eq!(u32::from(counts[index]), moves.len());
                        for square in othello::SquareSet::<$n>::ALL {
                            let bit = square.bit() as u8;
                            assert_eq!(c_othello::$flips($($side,)? value, bit, &raw mut found), 0);
                            assert_eq!(found, kernels.flips(position, square).bits());
                            let mut board = othello::Board::new(position, othello::Colour::Black);
                            let legal = board.try_play(square).is_ok();
                            let mut after = value;
                            assert_eq!(c_othello::$play($($side,)? value, bit, &raw mut after) == 0, legal);
                            let expected = board.position();
                            assert_eq!(
                                (after.own, after.opponent),
                                (expected.own().bits(), expected.opponent().bits())
                            );
                        }
                    }
                }
                let start = othello::Board::<$n>::start();
                let value = c_othello::stonemask_othello {
                    own: start.position().own().bits(),
                    opponent: start.position().opponent().bits(),
                };
                let mut count = shared::stonemask_perft { nodes: 0, finished: 0 };
                // SAFETY: room for a count.
                assert_eq!(unsafe { c_othello::$perft($($side,)? value, 5, null(), &raw mut count) }, 0);
                assert_eq!(count.nodes, start.perft(5).nodes);
            });
        }
    };
}
othello_agrees! {
    othello_4x4_agrees 4 [4] stonemask_othello_legal_moves stonemask_othello_flips stonemask_othello_play stonemask_othello_perft
    stonemask_othello_legal_moves_many stonemask_othello_mobility_many stonemask_othello_children_many
}
othello_agrees! {
    othello_6x6_agrees 6 [6] stonemask_othello_legal_moves stonemask_othello_flips stonemask_othello_play stonemask_othello_perft
    stonemask_othello_legal_moves_many stonemask_othello_mobility_many stonemask_othello_children_many
}
othello_agrees! {
    othello_8x8_by_side_agrees 8 [8] stonemask_othello_legal_moves stonemask_othello_flips stonemask_othello_play
    stonemask_othello_perft stonemask_othello_legal_moves_many stonemask_othello_mobility_many
    stonemask_othello_children_many
}
othello_agrees! {
    othello_8x8_agrees 8 [] stonemask_othello8_legal_moves stonemask_othello8_flips stonemask_othello8_play stonemask_othello8_perft
    stonemask_othello8_legal_moves_many stonemask_othello8_mobility_many stonemask_othello8_children_many
}

#[test]
fn gomoku_rows_agree() {
    let mut random = Random::new(3);
    for (rows, columns) in [(15, 15), (5, 9), (1, 5), (15, 7)] {
        let size = gomoku::Size::new(rows, columns).unwrap();
        for _ in 0..50 {
            let mut board = gomoku::Board::with_size(size, gomoku::Rule::Freestyle);
            let (mut black, mut white) = ([0u16; 15], [0u16; 15]);
            for point in size.all() {
                let (of, words) = match random.below(4) {
                    0 => (gomoku::Colour::Black, &mut black),
                    1 => (gomoku::Colour::White, &mut white),
                    _ => continue,
                };
                board.set_stone(point, Some(of));
                words[point.row()] |= 1 << point.column();
            }
            on_each_tier(|tier| {
                let kernels = Gomoku::get(tier).unwrap();
                let five = kernels.any_five(board.planes());
                let cells = kernels.winning_cells(board.planes());
                let (mut colours, mut found) = (9, [[9u16; 15]; 2]);
                let (size, black, white) = ((rows as u32, columns as u32), black.as_ptr(), white.as_ptr());
                // SAFETY: fifteen words each, and there are no more rows.
                unsafe {
                    let (any, winning) =
                        (gomoku_rows::stonemask_gomoku_any_five16, gomoku_rows::stonemask_gomoku_winning_cells16);
                    assert_eq!(any(size.0, size.1, black, white, &raw mut colours), OK);
                    let [first, second] = &mut found;
                    let (first, second) = (first.as_mut_ptr(), second.as_mut_ptr());
                    assert_eq!(winning(size.0, size.1, black, white, first, second), OK);
                }
                for (number, rule) in gomoku::Rule::ALL.into_iter().enumerate() {
                    // SAFETY: as above.
                    unsafe {
                        let winners = gomoku_rows::stonemask_gomoku_winners16;
                        let mut found = 9;
                        assert_eq!(winners(size.0, size.1, black, white, number as i32, &raw mut found), OK);
                        let expected = board.planes().winners(rule);
                        assert_eq!(found, u32::from(expected[0]) | u32::from(expected[1]) << 1);
                        let wins = gomoku_rows::stonemask_gomoku_wins16;
                        // It goes through no kernel.
                        for point in board.size().all().filter(|_| tier == Tier::best()) {
                            let (mut found, at) = (9, (point.row() as u32, point.column() as u32));
                            let done = wins(size.0, size.1, black, white, number as i32, 2, at.0, at.1, &raw mut found);
                            assert_eq!(done, OK);
                            assert_eq!(found, board.planes().wins(rule, gomoku::Colour::White, point).into());
                        }
                    }
                }
                assert_eq!(colours, u32::from(five[0]) | u32::from(five[1]) << 1);
                for (set, found) in cells.iter().zip(found) {
                    assert!((0..rows).all(|row| set.row(row) == u64::from(found[row])));
                }
            });
        }
    }
}

#[test]
fn handles_agree() {
    on_each_tier(|_| {
        let start = nogo::Board::start();
        let mut board = null_mut();
        let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
        let mut tally = shared::stonemask_tally { black_wins: 0, draws: 0, white_wins: 0, plies: 0 };
        let mut game = shared::stonemask_playout { outcome: 0, plies: 0 };
        // SAFETY: the handle is used until it is freed, and there is room for the results.
        unsafe {
            assert_eq!(c_nogo::stonemask_nogo_new(9, 9, none, 0, &raw mut board), 0);
            assert_eq!(c_nogo::stonemask_nogo_playouts(board, 50, 5, null(), &raw mut tally), 0);
            assert_eq!(c_nogo::stonemask_nogo_playout(board, 5, &raw mut game), 0);
            c_nogo::stonemask_nogo_free(board);
        }
        let expected = start.playouts(50, 5);
        assert_eq!(tally, expected.into());
        assert_eq!(game, start.playout(&mut Random::new(5)).into());
    });
}

/// Forced wins are those of the Rust library, with and without limits.
#[test]
fn gomoku_solvers_agree() {
    on_the_best_tier(|| {
        let texts = [
            "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X",
            "1x9 renju --XXX---- X",
            "3x5 freestyle X----/-----/----O X",
        ];
        for (text, means) in texts.into_iter().zip([2, 0, 2]) {
            let board: gomoku::Board = text.parse().unwrap();
            let mut solver = gomoku::Solver::new(1 << 20).unwrap().by(gomoku::Means::ALL[means as usize]);
            let expected = solver.solve(&board).unwrap();
            let options_size = size_of::<gomoku_solver::stonemask_gomoku_solver_options>();
            let options = gomoku_solver::stonemask_gomoku_solver_options {
                struct_size: options_size,
                table_bytes: 1 << 20,
                means,
                reserved: 0,
            };
            let (mut handle, mut c_board) = (null_mut(), null_mut());
            // SAFETY: handles are used until they are freed, and there is room for the results.
            unsafe {
                let mut found: gomoku_solver::stonemask_gomoku_solution = std::mem::zeroed();
                assert_eq!(gomoku_solver::stonemask_gomoku_solver_new(&raw const options, &raw mut handle), 0);
                let at = text.as_ptr().cast::<c_char>();
                assert_eq!(c_gomoku::stonemask_gomoku_parse(at, text.len(), &raw mut c_board), 0);
                let solve = gomoku_solver::stonemask_gomoku_solver_solve;
                assert_eq!(solve(handle, c_board, null(), null(), None, null_mut(), &raw mut found), 0);
                assert_eq!((found.nodes, found.means), (expected.nodes, expected.means as i32));
                assert_eq!(found.winner, expected.winner.map_or(0, |winner| winner as i32 + 1));
                let line: Vec<u16> = expected.line.iter().map(|&point| board.size().index(point) as u16).collect();
                assert_eq!(found.line[..found.length as usize], line);
                let limits = gomoku_solver::stonemask_gomoku_solver_limits {
                    struct_size: size_of::<gomoku_solver::stonemask_gomoku_solver_limits>(),
                    nodes: expected.nodes + 1,
                    microseconds: 0,
                };
                assert_eq!(gomoku_solver::stonemask_gomoku_solver_clear(handle), 0);
                assert_eq!(solve(handle, c_board, &raw const limits, null(), None, null_mut(), &raw mut found), 0);
                assert_eq!(found.line[..found.length as usize], line);
                gomoku_solver::stonemask_gomoku_solver_free(handle);
                c_gomoku::stonemask_gomoku_free(c_board);
            }
        }
    });
}

/// A score of the Rust library as C has it.
fn c_score(score: Score) -> search::stonemask_score {
    let (kind, winner, plies, share) = match score {
        Score::Share(share) => (0, 0, 0, share.into()),
        Score::Win { winner, plies } => {
            (1, winner as i32 + 1, plies, if winner == gomoku::Colour::Black { 10_000 } else { 0 })
        }
        Score::Draw => (2, 0, 0, 5000),
    };
    search::stonemask_score { kind, winner, plies, share }
}

fn c_certainty(certainty: Certainty) -> (i32, u32) {
    match certainty {
        Certainty::Exact => (0, 0),
        Certainty::Estimate { confidence } => (3, confidence.into()),
        bound => panic!("{bound:?} in a game without a count of points"),
    }
}

const fn c_limits(nodes: u64, depth: u32) -> search::stonemask_search_limits {
    let struct_size = size_of::<search::stonemask_search_limits>();
    search::stonemask_search_limits { struct_size, nodes, microseconds: 0, depth, reserved: 0 }
}

/// Compares an analysis of C with that of the Rust library.
macro_rules! same_analysis {
    ($found:expr, $moves:expr, $expected:expr, $text:expr, $index:expr) => {
        let (found, moves, expected): (search::stonemask_search_analysis, _, &Analysis<Vec<_>>) =
            ($found, $moves, $expected);
        assert_eq!((found.nodes, found.count), (expected.nodes, expected.moves.len()), "{}", $text);
        assert_eq!(found.score, c_score(expected.score()), "{}", $text);
        assert_eq!((found.certainty, found.confidence), c_certainty(expected.certainty()), "{}", $text);
        assert_eq!((found.lower, found.upper), (c_score(expected.lower), c_score(expected.upper)), "{}", $text);
        assert_eq!(found.complete, i32::from(expected.complete), "{}", $text);
        for (found, expected) in moves.iter().zip(&expected.moves) {
            assert_eq!(found.score, c_score(expected.score), "{}", $text);
            assert_eq!((found.certainty, found.confidence), c_certainty(expected.certainty), "{}", $text);
            assert_eq!((found.depth, found.length as usize), (expected.depth, expected.line.len()), "{}", $text);
            assert!(
                expected.line.iter().map($index).eq(found.line[..expected.line.len()].iter().copied()),
                "{}",
                $text
            );
        }
    };
}

/// A search of Gomoku as C has it: the status and the analysis.
unsafe fn search_gomoku(
    handle: *mut gomoku_search::stonemask_gomoku_search,
    board: *const c_gomoku::stonemask_gomoku,
    limits: search::stonemask_search_limits,
    moves: &mut [gomoku_search::stonemask_gomoku_candidate],
) -> (i32, search::stonemask_search_analysis) {
    // SAFETY: the caller's promise of the handles; there is room for the results, and zeros are a
    // value of theirs.
    unsafe {
        let mut found = std::mem::zeroed();
        let run = gomoku_search::stonemask_gomoku_search_run;
        let (at, count) = (moves.as_mut_ptr(), moves.len());
        let status = run(handle, board, &raw const limits, null(), None, null_mut(), at, count, &raw mut found);
        (status, found)
    }
}

/// A search of NoGo, likewise.
unsafe fn search_nogo(
    handle: *mut nogo_search::stonemask_nogo_search,
    board: *const c_nogo::stonemask_nogo,
    limits: search::stonemask_search_limits,
    moves: &mut [nogo_search::stonemask_nogo_candidate],
) -> (i32, search::stonemask_search_analysis) {
    // SAFETY: as above.
    unsafe {
        let mut found = std::mem::zeroed();
        let run = nogo_search::stonemask_nogo_search_run;
        let (at, count) = (moves.as_mut_ptr(), moves.len());
        let status = run(handle, board, &raw const limits, null(), None, null_mut(), at, count, &raw mut found);
        (status, found)
    }
}

const GOMOKU_OPTIONS: gomoku_search::stonemask_gomoku_search_options =
    gomoku_search::stonemask_gomoku_search_options { struct_size: 16, table_bytes: 1 << 18 };

const fn nogo_options(seed: u64) -> nogo_search::stonemask_nogo_search_options {
    nogo_search::stonemask_nogo_search_options { struct_size: 24, table_bytes: 1 << 18, seed }
}

/// Boards of Gomoku: an opening, a win by threes, all moves of a small board, a drawn one, a
/// finished one, one that is too large for the solver.
fn gomoku_texts() -> Vec<(String, u64, usize)> {
    let large = format!("33x5 caro {} X", ["-----"; 33].join("/"));
    let texts = [
        (
            "15x15 renju ---------------/---------------/---------------/---------------/---------------/---------------/-------X-------/-------XO------/--------O------/---------------/---------------/---------------/---------------/---------------/--------------- X",
            3000,
            3,
        ),
        ("7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X", 2000, 2),
        ("3x6 standard XXX---/OO-O--/------ O", 1500, 40),
        ("1x6 freestyle XOXOX- O", 0, 9),
        ("1x5 freestyle XXXXX O", 100, 2),
        (large.as_str(), 200, 1),
    ];
    texts.map(|(text, nodes, count)| (text.to_owned(), nodes, count)).to_vec()
}

/// By nodes and by depth, searches give the moves, scores and lines of the Rust library's.
#[test]
fn searches_agree() {
    on_the_best_tier(|| {
        let (mut handle, options) = (null_mut(), GOMOKU_OPTIONS);
        // SAFETY: handles are used until they are freed, and there is room for the results.
        unsafe {
            assert_eq!(gomoku_search::stonemask_gomoku_search_new(&raw const options, &raw mut handle), 0);
            for (text, nodes, count) in gomoku_texts() {
                let board: gomoku::Board = text.parse().unwrap();
                let mut c_board = null_mut();
                let at = text.as_ptr().cast::<c_char>();
                assert_eq!(c_gomoku::stonemask_gomoku_parse(at, text.len(), &raw mut c_board), 0);
                let limits = if nodes > 0 { Limits::default().nodes(nodes) } else { Limits::default().depth(3) };
                let expected = gomoku::Search::new(1 << 18).unwrap().best(count).run(&board, limits);
                let given = c_limits(nodes, if nodes > 0 { 0 } else { 3 });
                let mut moves = vec![std::mem::zeroed(); count];
                let (status, found) = search_gomoku(handle, c_board, given, &mut moves);
                assert_eq!(status, 0, "{text}");
                let index = |&point: &gomoku::Point| board.size().index(point) as u16;
                same_analysis!(found, moves, &expected, text, index);
                c_gomoku::stonemask_gomoku_free(c_board);
            }
            gomoku_search::stonemask_gomoku_search_free(handle);
        }
        for (text, nodes, count, seed) in
            [("-----/--X--/-#O--/----- X", 2000, 3, 7), ("--/-- X", 0, 9, 1), ("-X- O", 100, 2, 1), ("", 3000, 2, 9)]
        {
            let board = if text.is_empty() { nogo::Board::start() } else { text.parse().unwrap() };
            let (text, mut handle, mut c_board, options) =
                (board.to_string(), null_mut(), null_mut(), nogo_options(seed));
            // SAFETY: as above.
            unsafe {
                assert_eq!(nogo_search::stonemask_nogo_search_new(&raw const options, &raw mut handle), 0);
                let at = text.as_ptr().cast::<c_char>();
                assert_eq!(c_nogo::stonemask_nogo_parse(at, text.len(), &raw mut c_board), 0);
                let limits = if nodes > 0 { Limits::default().nodes(nodes) } else { Limits::default().depth(50) };
                let mut search = nogo::Search::new(1 << 18).unwrap().best(count);
                search.set_seed(seed);
                let expected = search.run(&board, limits);
                // The second run knows nothing of the first.
                for _ in 0..2 {
                    let given = c_limits(nodes, if nodes > 0 { 0 } else { 50 });
                    let mut moves = vec![std::mem::zeroed(); count];
                    let (status, found) = search_nogo(handle, c_board, given, &mut moves);
                    assert_eq!(status, 0, "{text}");
                    same_analysis!(found, moves, &expected, text, |point: &nogo::Point| point.bit() as u8);
                    let mut ends: nogo_search::stonemask_nogo_ends = std::mem::zeroed();
                    assert_eq!(nogo_search::stonemask_nogo_search_ends(handle, &raw mut ends), 0);
                    assert_eq!(ends.games, search.ends().games(), "{text}");
                    for point in nogo::PointSet::ALL {
                        let bit = point.bit() as usize;
                        let stones = nogo::Colour::ALL.map(|colour| search.ends().stones(colour, point));
                        assert_eq!([ends.black[bit], ends.white[bit]], stones, "{point} {text}");
                    }
                }
                nogo_search::stonemask_nogo_search_free(handle);
                c_nogo::stonemask_nogo_free(c_board);
            }
        }
    });
}

/// A search whose memory runs out says so, and the next one is as if nothing had been.
#[test]
fn searches_go_on_after_memory_has_run_out() {
    on_the_best_tier(|| {
        let (mut of_gomoku, mut of_nogo, mut gomoku, mut nogo) = (null_mut(), null_mut(), null_mut(), null_mut());
        let (options, seeded, (text, ..)) = (GOMOKU_OPTIONS, nogo_options(1), gomoku_texts().swap_remove(0));
        let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
        let (mut large, mut of_large) =
            (null_mut(), gomoku::Board::with_size(gomoku::Size::new(64, 64).unwrap(), gomoku::Rule::Freestyle));
        let mut random = Random::new(1);
        (0..60).for_each(|_| _ = of_large.play_random(&mut random));
        let large_text = of_large.to_string();
        // SAFETY: handles are used until they are freed, and there is room for the results.
        unsafe {
            let at = large_text.as_ptr().cast();
            assert_eq!(c_gomoku::stonemask_gomoku_parse(at, large_text.len(), &raw mut large), 0);
            assert_eq!(gomoku_search::stonemask_gomoku_search_new(&raw const options, &raw mut of_gomoku), 0);
            assert_eq!(nogo_search::stonemask_nogo_search_new(&raw const seeded, &raw mut of_nogo), 0);
            assert_eq!(c_gomoku::stonemask_gomoku_parse(text.as_ptr().cast(), text.len(), &raw mut gomoku), 0);
            assert_eq!(c_nogo::stonemask_nogo_new(9, 9, none, 0, &raw mut nogo), 0);
            let by_gomoku = || {
                let mut moves = [std::mem::zeroed(); 2];
                let (status, found) = search_gomoku(of_gomoku, gomoku, c_limits(4000, 0), &mut moves);
                (status, found.nodes, found.score, moves[0].length, moves[0].line[0])
            };
            // The most that a first ply can take: every move of the largest board.
            let room = std::cell::RefCell::new(vec![std::mem::zeroed(); 4096]);
            let by_large = || {
                let mut moves = room.borrow_mut();
                let (status, found) = search_gomoku(of_gomoku, large, c_limits(1, 0), &mut moves);
                (status, found.nodes, found.score, moves[0].length, moves[0].line[0])
            };
            let by_nogo = || {
                let mut moves = [std::mem::zeroed(); 2];
                let (status, found) = search_nogo(of_nogo, nogo, c_limits(4000, 0), &mut moves);
                (status, found.nodes, found.score, moves[0].length, moves[0].line[0].into())
            };
            // A run's status, nodes, score, and the length and the first move of its line.
            type Found = (i32, u64, search::stonemask_score, u32, u16);
            let games: [(&str, &dyn Fn() -> Found); 3] =
                [("gomoku", &by_gomoku), ("large gomoku", &by_large), ("nogo", &by_nogo)];
            for (name, run) in games {
                let expected = run();
                assert_eq!(expected.0, 0, "{name}");
                let mut refused = 0;
                for granted in [0, 1, 2, 3, 5, 10, 30, 100, 300, 1000, 3000, 10_000] {
                    fail_after(Some(granted));
                    let found = run();
                    fail_after(None);
                    if found != expected {
                        refused += 1;
                        assert_eq!((found.0, found.1), (Code::OutOfMemory as i32, 0), "{name} {granted}");
                    }
                    assert_eq!(run(), expected, "{name} when {granted} had been granted");
                }
                assert!(refused >= 5, "{name}: {refused} refusals");
            }
            gomoku_search::stonemask_gomoku_search_free(of_gomoku);
            nogo_search::stonemask_nogo_search_free(of_nogo);
            c_gomoku::stonemask_gomoku_free(gomoku);
            c_gomoku::stonemask_gomoku_free(large);
            c_nogo::stonemask_nogo_free(nogo);
        }
    });
}

/// The move of a level is that of the Rust library, along a game.
#[test]
fn levels_agree() {
    on_the_best_tier(|| {
        let numbers = [1, 2, 3];
        for number in numbers {
            let level = Level::new(number).unwrap();
            let (seed, number) = (u64::from(number), u32::from(number));
            // SAFETY: handles are used until they are freed, and there is room for the results.
            unsafe {
                macro_rules! othello {
                    ($n:literal) => {
                        let mut board = othello::Board::<$n>::start();
                        while let Some(ply) = board.level_move(level, seed).unwrap() {
                            let position = board.position();
                            let (own, opponent) = (position.own().bits(), position.opponent().bits());
                            let (position, to_move) =
                                (c_othello::stonemask_othello { own, opponent }, board.to_move() as i32 + 1);
                            let mut square = 99;
                            let level_move = levels::stonemask_othello_level_move;
                            assert_eq!(level_move($n, position, to_move, number, seed, null(), &raw mut square), 0);
                            let expected = match ply {
                                othello::Move::Place(square) => square.bit() as u8,
                                othello::Move::Pass => c_othello::PASS,
                            };
                            assert_eq!(square, expected, "{board}");
                            board.play(ply);
                        }
                        let mut nodes = 0;
                        assert_eq!(levels::stonemask_othello_level_nodes($n, number, &raw mut nodes), 0);
                        assert_eq!(nodes, othello::Board::<$n>::level_nodes(level));
                    };
                }
                othello!(4);
                othello!(6);
                let (mut gomoku, mut nogo) = (null_mut(), null_mut());
                let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
                assert_eq!(c_gomoku::stonemask_gomoku_new(7, 7, 0, &raw mut gomoku), 0);
                assert_eq!(c_nogo::stonemask_nogo_new(4, 4, none, 0, &raw mut nogo), 0);
                let size = gomoku::Size::new(7, 7).unwrap();
                let mut board = gomoku::Board::with_size(size, gomoku::Rule::Freestyle);
                let (mut row, mut column, mut bit, mut nodes) = (99, 99, 99, 0);
                while let Some(point) = board.level_move(level, seed).unwrap() {
                    let level_move = levels::stonemask_gomoku_level_move;
                    assert_eq!(level_move(gomoku, number, seed, null(), &raw mut row, &raw mut column), 0);
                    assert_eq!((row as usize, column as usize), (point.row(), point.column()), "{board}");
                    assert_eq!(c_gomoku::stonemask_gomoku_play(gomoku, row, column), 0);
                    board.play(point);
                }
                let over =
                    levels::stonemask_gomoku_level_move(gomoku, number, seed, null(), &raw mut row, &raw mut column);
                assert_eq!(over, Code::GameOver as i32);
                assert_eq!(levels::stonemask_gomoku_level_nodes(number, &raw mut nodes), 0);
                assert_eq!(nodes, gomoku::Board::level_nodes(level));
                let mut board = nogo::Board::with_shape(nogo::Shape::new(4, 4, nogo::PointSet::EMPTY).unwrap());
                while let Some(point) = board.level_move(level, seed).unwrap() {
                    assert_eq!(levels::stonemask_nogo_level_move(nogo, number, seed, null(), &raw mut bit), 0);
                    assert_eq!(u32::from(bit), point.bit(), "{board}");
                    assert_eq!(c_nogo::stonemask_nogo_play(nogo, bit), 0);
                    board.play(point);
                }
                assert_eq!(levels::stonemask_nogo_level_nodes(number, &raw mut nodes), 0);
                assert_eq!(nodes, nogo::Board::level_nodes(level));
                c_gomoku::stonemask_gomoku_free(gomoku);
                c_nogo::stonemask_nogo_free(nogo);
            }
        }
        assert_eq!(levels::LEVELS as usize, Level::ALL.len());
    });
}

/// A stop that is set ends a call at once, one that is not leaves it alone, and what was counted is
/// written.
#[test]
fn what_is_stopped_says_so() {
    on_the_best_tier(|| {
        let interrupted = Code::Interrupted as i32;
        let (mut handle, mut gomoku, mut nogo) = (null_mut(), null_mut(), null_mut());
        let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
        // SAFETY: handles are used until they are freed, and there is room for the results.
        unsafe {
            assert_eq!(stop::stonemask_stop_new(&raw mut handle), 0);
            assert_eq!(c_gomoku::stonemask_gomoku_new(9, 9, 0, &raw mut gomoku), 0);
            assert_eq!(c_nogo::stonemask_nogo_new(9, 9, none, 0, &raw mut nogo), 0);
            let seven = shared::stonemask_perft { nodes: 7, finished: 7 };
            let sevens = shared::stonemask_tally { black_wins: 7, draws: 7, white_wins: 7, plies: 7 };
            for stopped in [false, true, false] {
                let set = if stopped { stop::stonemask_stop_set } else { stop::stonemask_stop_clear };
                assert_eq!(set(handle), 0);
                let expected = if stopped { interrupted } else { 0 };
                macro_rules! othello {
                    ($n:literal [$($side:literal)?] $perft:ident $playouts:ident) => {
                        let start = othello::Board::<$n>::start().position();
                        let (own, opponent) = (start.own().bits(), start.opponent().bits());
                        let start = c_othello::stonemask_othello { own, opponent };
                        let (mut whole, mut found) = (seven, seven);
                        assert_eq!(c_othello::$perft($($side,)? start, 6, null(), &raw mut whole), 0);
                        assert_eq!(c_othello::$perft($($side,)? start, 6, handle, &raw mut found), expected);
                        assert!(
                            if stopped { found.nodes < whole.nodes } else { found == whole },
                            "{found:?} of {whole:?}"
                        );
                        let start = [start; 2];
                        let (mut whole, mut found) = ([sevens; 2], [sevens; 2]);
                        let done = c_othello::$playouts($($side,)? start.as_ptr(), 2, 1, 100, 3, null(), whole.as_mut_ptr());
                        assert_eq!(done, OK);
                        let from = start.as_ptr();
                        let done = c_othello::$playouts($($side,)? from, 2, 1, 100, 3, handle, found.as_mut_ptr());
                        assert_eq!(done, stonemask_result { status: expected, index: 0 });
                        let none = shared::stonemask_tally::from(playout::Tally::default());
                        assert_eq!(found, if stopped { [none; 2] } else { whole });
                    };
                }
                othello! { 4 [4] stonemask_othello_perft stonemask_othello_playouts }
                othello! { 6 [6] stonemask_othello_perft stonemask_othello_playouts }
                othello! { 8 [] stonemask_othello8_perft stonemask_othello8_playouts }
                macro_rules! board {
                    ($board:ident $game:ident $perft:ident $playouts:ident) => {
                        let (mut whole, mut found) = (seven, seven);
                        assert_eq!($game::$perft($board, 3, null(), &raw mut whole), 0);
                        assert_eq!($game::$perft($board, 3, handle, &raw mut found), expected);
                        assert!(
                            if stopped { found.nodes < whole.nodes } else { found == whole },
                            "{found:?} of {whole:?}"
                        );
                        let (mut whole, mut found) = (sevens, sevens);
                        assert_eq!($game::$playouts($board, 100, 3, null(), &raw mut whole), 0);
                        assert_eq!($game::$playouts($board, 100, 3, handle, &raw mut found), expected);
                        let none = shared::stonemask_tally::from(playout::Tally::default());
                        assert_eq!(found, if stopped { none } else { whole });
                    };
                }
                board! { gomoku c_gomoku stonemask_gomoku_perft stonemask_gomoku_playouts
                }
                board! { nogo c_nogo stonemask_nogo_perft stonemask_nogo_playouts
                }
            }
            c_gomoku::stonemask_gomoku_free(gomoku);
            c_nogo::stonemask_nogo_free(nogo);
            stop::stonemask_stop_free(handle);
        }
    });
}

/// Compares the games of a slab of C with those of one of Rust.
fn same_games<G: stonemask::slab::Actions>(handle: *const slab::stonemask_slab, rust: &stonemask::slab::Slab<G>) {
    let (games, cells) = (rust.games(), rust.cell_count());
    let (mut first, mut second) = ((vec![9; games * cells], vec![9; games]), (vec![8; games * cells], vec![8; games]));
    let (mut first_plies, mut second_plies) = (vec![9; games], vec![8; games]);
    let observation = slab::stonemask_slab_observation {
        struct_size: size_of::<slab::stonemask_slab_observation>(),
        cells: first.0.as_mut_ptr(),
        to_move: first.1.as_mut_ptr(),
        outcomes: null_mut(),
        plies: first_plies.as_mut_ptr(),
    };
    // SAFETY: a handle, and arrays of the sizes that its slab has.
    assert_eq!(unsafe { slab::stonemask_slab_observe(handle, &raw const observation) }, 0);
    rust.observe(stonemask::slab::Observation {
        cells: Some(&mut second.0),
        to_move: Some(&mut second.1),
        plies: Some(&mut second_plies),
        ..Default::default()
    });
    assert_eq!((first, first_plies), (second, second_plies));
}

/// Slabs with a start for each game, games that go on from other boards, and steps on; a board with
/// a five that decides nothing is loaded last, which Gomoku keeps in another way.
#[test]
fn slabs_with_starts_agree() {
    use stonemask::slab::{Options, Slab};
    let options = |games| slab::stonemask_slab_options {
        struct_size: size_of::<slab::stonemask_slab_options>(),
        games,
        ended: 0,
        reserved: 0,
        seed: 5,
    };
    let mut actions = [0; 30];
    let positions = positions::<8>(30);
    let values: Vec<_> = positions
        .iter()
        .map(|position| c_othello::stonemask_othello {
            own: position.own().bits(),
            opponent: position.opponent().bits(),
        })
        .collect();
    let to_move: Vec<u8> = (0..30).map(|game| 1 + game % 2).collect();
    let boards: Vec<_> = positions
        .iter()
        .zip(&to_move)
        .map(|(&position, &side)| othello::Board::new(position, othello::Colour::ALL[usize::from(side) - 1]))
        .collect();
    on_each_tier(|_| {
        let mut rust = Slab::with_starts(&boards, Options::default().seed(5)).unwrap();
        let mut actions = [0; 30];
        let (mut handle, given) = (null_mut(), options(30));
        // SAFETY: arrays of as many as there are games, and a handle that is freed once.
        unsafe {
            let (starts, side) = (values.as_ptr(), to_move.as_ptr());
            let make = slab_starts::stonemask_othello8_slab_with_starts;
            assert_eq!(make(starts, side, &raw const given, &raw mut handle), OK);
            for _ in 0..70 {
                assert_eq!(slab::stonemask_slab_step_random(handle, actions.as_mut_ptr(), 30), 0);
                rust.step_random(&mut [0; 30]);
                same_games(handle, &rust);
            }
            let games = [3, 29, 0];
            let load = slab_starts::stonemask_othello8_slab_load;
            assert_eq!(load(handle, games.as_ptr(), starts, side, 3), OK);
            rust.load(&games, &boards[..3]).unwrap();
            same_games(handle, &rust);
            slab::stonemask_slab_free(handle);
        }
    });

    let texts = ["5x5 standard -----/-----/--X--/-----/----- O", "5x5 standard -----/-----/-XOX-/-----/----- O"];
    let boards = texts.map(|text| text.parse::<gomoku::Board>().expect("a board"));
    let mut five = boards[0].clone();
    (0..5).for_each(|column| five.set_stone(gomoku::Point::new(0, column).unwrap(), Some(gomoku::Colour::White)));
    let mut rust = Slab::with_starts(&boards, Options::default().seed(5)).unwrap();
    // SAFETY: handles are used until they are freed; arrays are as long as is said.
    unsafe {
        let handles = texts.map(|text| {
            let mut board = null_mut();
            let status = c_gomoku::stonemask_gomoku_parse(text.as_ptr().cast(), text.len(), &raw mut board);
            assert_eq!(status, 0);
            board
        });
        let (mut handle, given) = (null_mut(), options(2));
        let starts = handles.map(<*mut _>::cast_const);
        let make = slab_starts::stonemask_gomoku_slab_with_starts;
        assert_eq!(make(starts.as_ptr(), &raw const given, &raw mut handle), OK);
        let (mut copy, one) = (null_mut(), options(1));
        assert_eq!(slab_starts::stonemask_gomoku_slab_new(starts[0], &raw const one, &raw mut copy), 0);
        let mut steps = |handle, rust: &mut Slab<gomoku::Board>| {
            for _ in 0..30 {
                assert_eq!(slab::stonemask_slab_step_random(handle, actions.as_mut_ptr(), 2), 0);
                rust.step_random(&mut [0; 2]);
                same_games(handle, rust);
            }
        };
        steps(handle, &mut rust);
        for column in 0..5 {
            assert_eq!(c_gomoku::stonemask_gomoku_set_stone(handles[0], 0, column, 2), 0);
        }
        assert_eq!(slab_starts::stonemask_gomoku_slab_load(handle, [1].as_ptr(), starts.as_ptr(), 1), OK);
        rust.load(&[1], &[five]).unwrap();
        same_games(handle, &rust);
        assert_eq!(slab::stonemask_slab_copy_into(handle, copy), 0);
        let mut again = rust.clone();
        steps(handle, &mut rust);
        steps(copy, &mut again);
        slab::stonemask_slab_free(handle);
        slab::stonemask_slab_free(copy);
        handles.into_iter().for_each(|board| c_gomoku::stonemask_gomoku_free(board));
    }
}

/// A call's name, and what makes it: the status, and whether outputs are what they were.
type Call = (&'static str, Box<dyn Fn() -> (i32, bool)>);

/// Calls that allocate, with arguments that they take.
fn every_call() -> Vec<Call> {
    let start = || c_othello::stonemask_othello8_start();
    let options = || slab::stonemask_slab_options {
        struct_size: size_of::<slab::stonemask_slab_options>(),
        games: 9,
        ended: 0,
        reserved: 0,
        seed: 1,
    };
    let text = "3x5 renju XXXX-/-----/OOOO- X";
    let sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    // SAFETY: of every closure below: pointers lead to what the header says, and handles are new
    // and freed.
    unsafe {
        vec![
            (
                "parse",
                Box::new(move || {
                    let cells = "---------------------------OX------XO--------------------------- X";
                    let (mut position, mut to_move) = (c_othello::stonemask_othello { own: 5, opponent: 6 }, 7);
                    let text = cells.as_ptr().cast::<c_char>();
                    let status =
                        c_othello::stonemask_othello8_parse(text, cells.len(), &raw mut position, &raw mut to_move);
                    (status, (position.own, position.opponent, to_move) == (5, 6, 7))
                }),
            ),
            (
                "print",
                Box::new(move || {
                    let (mut buffer, mut length) = ([7; 100], 7);
                    let status =
                        c_othello::stonemask_othello8_print(start(), 1, buffer.as_mut_ptr(), 100, &raw mut length);
                    (status, length == 7 && buffer == [7; 100])
                }),
            ),
            (
                "perft",
                Box::new(move || {
                    let mut count = shared::stonemask_perft { nodes: 7, finished: 7 };
                    let status = c_othello::stonemask_othello8_perft(start(), 4, null(), &raw mut count);
                    (status, count == shared::stonemask_perft { nodes: 7, finished: 7 })
                }),
            ),
            (
                "playouts",
                Box::new(move || {
                    let position = start();
                    let seven = shared::stonemask_tally { black_wins: 7, draws: 7, white_wins: 7, plies: 7 };
                    let mut tally = seven;
                    let done =
                        c_othello::stonemask_othello8_playouts(&raw const position, 1, 1, 9, 1, null(), &raw mut tally);
                    (done.status, tally == seven)
                }),
            ),
            (
                "gomoku parse",
                Box::new(move || {
                    let mut board = null_mut();
                    let status = c_gomoku::stonemask_gomoku_parse(text.as_ptr().cast(), text.len(), &raw mut board);
                    c_gomoku::stonemask_gomoku_free(board);
                    (status, board.is_null())
                }),
            ),
            (
                "sgf",
                Box::new(move || {
                    let mut record =
                        sgf::stonemask_gomoku_record { struct_size: 24, rows: 7, columns: 7, rule: 7, moves: 7 };
                    let before = record;
                    let mut points = [7; 225];
                    let done = sgf::stonemask_gomoku_read_sgf(
                        sgf.as_ptr().cast(),
                        sgf.len(),
                        &raw mut record,
                        points.as_mut_ptr(),
                        225,
                    );
                    (done.status, record == before && points == [7; 225])
                }),
            ),
            (
                "nogo slab",
                Box::new(move || {
                    let (mut board, mut slab) = (null_mut(), null_mut());
                    let options = options();
                    let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
                    let made = c_nogo::stonemask_nogo_new(9, 9, none, 0, &raw mut board);
                    if made != 0 {
                        return (made, board.is_null());
                    }
                    let status = slab_starts::stonemask_nogo_slab_new(board, &raw const options, &raw mut slab);
                    c_nogo::stonemask_nogo_free(board);
                    slab::stonemask_slab_free(slab);
                    (status, slab.is_null())
                }),
            ),
            (
                "solve",
                Box::new(move || {
                    let options = nogo_solver::stonemask_nogo_solver_options { struct_size: 16, table_bytes: 1 << 12 };
                    let mut handle = null_mut();
                    let status = nogo_solver::stonemask_nogo_solver_new(&raw const options, &raw mut handle);
                    nogo_solver::stonemask_nogo_solver_free(handle);
                    (status, handle.is_null())
                }),
            ),
            (
                "gomoku search",
                Box::new(move || {
                    let (options, mut handle, mut board) = (GOMOKU_OPTIONS, null_mut(), null_mut());
                    let made = gomoku_search::stonemask_gomoku_search_new(&raw const options, &raw mut handle);
                    if made != 0 {
                        return (made, handle.is_null());
                    }
                    let parsed = c_gomoku::stonemask_gomoku_parse(text.as_ptr().cast(), text.len(), &raw mut board);
                    let mut result = (parsed, board.is_null());
                    if parsed == 0 {
                        let mut moves = [std::mem::zeroed(); 2];
                        let (status, found) = search_gomoku(handle, board, c_limits(0, 2), &mut moves);
                        result = (status, found.nodes == 0 && moves[0].length == 0);
                    }
                    c_gomoku::stonemask_gomoku_free(board);
                    gomoku_search::stonemask_gomoku_search_free(handle);
                    result
                }),
            ),
            (
                "nogo search",
                Box::new(move || {
                    let (options, mut handle, mut board) = (nogo_options(1), null_mut(), null_mut());
                    let made = nogo_search::stonemask_nogo_search_new(&raw const options, &raw mut handle);
                    if made != 0 {
                        return (made, handle.is_null());
                    }
                    let none = c_nogo::stonemask_nogo_set { low: 0, high: 0 };
                    let new = c_nogo::stonemask_nogo_new(5, 5, none, 0, &raw mut board);
                    let mut result = (new, board.is_null());
                    if new == 0 {
                        let mut moves = [std::mem::zeroed(); 2];
                        let (status, found) = search_nogo(handle, board, c_limits(1, 0), &mut moves);
                        result = (status, found.nodes == 0 && moves[0].length == 0);
                    }
                    c_nogo::stonemask_nogo_free(board);
                    nogo_search::stonemask_nogo_search_free(handle);
                    result
                }),
            ),
        ]
    }
}

#[test]
fn a_panic_becomes_a_code() {
    on_the_best_tier(|| {
        for (name, call) in every_call() {
            plant_panic();
            assert_eq!(call(), (Code::Internal as i32, true), "{name}");
            assert_eq!(call(), (0, false), "{name}");
        }
    });
}

#[test]
fn a_lack_of_memory_becomes_a_code() {
    on_the_best_tier(|| {
        for (name, call) in every_call() {
            assert_eq!(call().0, 0, "{name}");
            let mut granted = 0;
            loop {
                fail_after(Some(granted));
                let (status, untouched) = call();
                fail_after(None);
                if status == 0 {
                    break;
                }
                assert_eq!((status, untouched), (Code::OutOfMemory as i32, true), "{name} when {granted} were granted");
                granted += 1;
                assert!(granted < 10_000, "{name} never has enough");
            }
            assert!(granted > 0, "{name} allocates nothing");
        }
    });
}

#[test]
fn sequences_of_calls_agree() {
    on_the_best_tier(|| {
        let mut random = Random::new(11);
        for _ in 0..200 {
            // Three calls in four without a fault.
            let bytes: Vec<u8> = (0..300)
                .map(|index| match random.next_u64() as u8 {
                    byte if index % 3 == 0 && index > 0 && byte < 192 => byte % 100,
                    byte => byte,
                })
                .collect();
            stonemask_capi::sequences::run(&bytes);
        }
    });
}

/// Whether a stone wins, on boards kept by C and by the library, against a game of the reference;
/// symmetries, canonical forms and keys against those of the Rust library.
#[test]
fn wins_and_images_agree() {
    let mut random = Random::new(11);
    for (index, rule) in gomoku::Rule::ALL.into_iter().enumerate() {
        let size = gomoku::Size::new(7, 9).unwrap();
        for _ in 0..40 {
            let mut board = gomoku::Board::with_size(size, rule);
            for point in size.all() {
                let stone = [None, Some(gomoku::Colour::Black), Some(gomoku::Colour::White)][random.below(3) as usize];
                board.set_stone(point, stone);
            }
            let rows =
                |of: gomoku::Colour| -> Vec<u32> { (0..7).map(|row| board.stones(of).row(row) as u32).collect() };
            let stones = gomoku::Colour::ALL.map(rows);
            let text = board.to_string();
            let mut handle = null_mut();
            // SAFETY: a text, rows and places for results, and a handle that is freed once.
            unsafe {
                assert_eq!(c_gomoku::stonemask_gomoku_new(7, 9, index as i32, &raw mut handle), 0, "{text}");
                for point in size.all() {
                    let stone = board.stone(point).map_or(0, |colour| colour as i32 + 1);
                    let (row, column) = (point.row() as u32, point.column() as u32);
                    assert_eq!(c_gomoku::stonemask_gomoku_set_stone(handle, row, column, stone), 0);
                }
                for point in size.all() {
                    for of in gomoku::Colour::ALL {
                        let mut with = board.clone();
                        with.set_stone(point, Some(of));
                        let mut cells = gomoku::reference::Cells::new(size);
                        size.all().for_each(|point| cells.set(point, with.stone(point)));
                        let expected = gomoku::reference::wins(&cells, rule, point);
                        let (mut wins, mut of_board, number) = (9, 9, of as i32 + 1);
                        let (row, column) = (point.row() as u32, point.column() as u32);
                        let [black, white] = stones.each_ref().map(|rows| rows.as_ptr());
                        let done = gomoku_rows::stonemask_gomoku_wins32(
                            7,
                            9,
                            black,
                            white,
                            index as i32,
                            number,
                            row,
                            column,
                            &raw mut wins,
                        );
                        assert_eq!(done, OK);
                        let done = c_gomoku::stonemask_gomoku_wins(handle, number, row, column, &raw mut of_board);
                        assert_eq!(
                            (done, wins, of_board),
                            (0, expected.into(), expected.into()),
                            "{of} {point} {text}"
                        );
                    }
                }
                let (mut key, mut other) = (0, 0);
                assert_eq!(c_gomoku::stonemask_gomoku_key(handle, &raw mut key), 0);
                assert_eq!(key, board.key());
                assert_eq!(c_gomoku::stonemask_gomoku_transform(handle, 4), Code::BadArgument as i32);
                assert_eq!(c_gomoku::stonemask_gomoku_transform(handle, 3), 0);
                assert_eq!(c_gomoku::stonemask_gomoku_canonical(handle), 0);
                assert_eq!(c_gomoku::stonemask_gomoku_key(handle, &raw mut other), 0);
                assert_eq!(other, board.canonical().key());
                c_gomoku::stonemask_gomoku_free(handle);
            }
        }
    }
    for position in positions::<8>(60) {
        let board = othello::Board::new(position, othello::Colour::White);
        let value = |position: othello::Position<8>| c_othello::stonemask_othello {
            own: position.own().bits(),
            opponent: position.opponent().bits(),
        };
        for (number, image) in board.symmetries().enumerate() {
            let (mut found, mut canonical, mut key) = (value(position), value(position), 0);
            // SAFETY: places for results.
            unsafe {
                assert_eq!(c_othello::stonemask_othello_transform(value(position), number as u32, &raw mut found), 0);
                assert_eq!(c_othello::stonemask_othello_canonical(found, &raw mut canonical), 0);
                assert_eq!(c_othello::stonemask_othello_key(8, found, 2, &raw mut key), 0);
            }
            assert_eq!(
                (found, canonical, key),
                (value(image.position()), value(board.canonical().position()), image.key())
            );
        }
    }
    let mut board = nogo::Board::with_shape(nogo::Shape::FULL);
    while board.play_random_plies(&mut random, 5) > 0 {
        let text = board.to_string();
        for (number, image) in board.symmetries().enumerate() {
            let (mut handle, mut key) = (null_mut(), [0; 2]);
            // SAFETY: a text, places for results, and a handle that is freed once.
            unsafe {
                let [first, second] = key.each_mut().map(|key| &raw mut *key);
                assert_eq!(c_nogo::stonemask_nogo_parse(text.as_ptr().cast(), text.len(), &raw mut handle), 0);
                assert_eq!(c_nogo::stonemask_nogo_transform(handle, number as u32), 0);
                assert_eq!(c_nogo::stonemask_nogo_key(handle, first), 0);
                assert_eq!(c_nogo::stonemask_nogo_canonical(handle), 0);
                assert_eq!(c_nogo::stonemask_nogo_key(handle, second), 0);
                c_nogo::stonemask_nogo_free(handle);
            }
            assert_eq!(key, [image.key(), board.canonical().key()]);
        }
    }
}
