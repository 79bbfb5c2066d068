//! Promise: what somebody who knows the games and Rust would write from memory compiles and does
//! what it says. Each test is a program of a few lines, guessed before its author had looked at a
//! signature, and corrected where the guess did not compile; it imports what a user would.

mod othello {
    use stonemask::othello::{Board, Colour, Move, Square, SquareSet};

    #[test]
    fn the_start() {
        let board = Board::<8>::start();
        assert_eq!(board.legal_moves().len(), 4);
        assert_eq!(board.to_move(), Colour::Black);
        assert_eq!(board, Board::default());
    }

    #[test]
    fn a_first_move() {
        let mut board = Board::<8>::start();
        board.play(Square::D3);
        assert_eq!((board.count(Colour::Black), board.count(Colour::White)), (4, 1));
        assert_eq!(board.to_move(), Colour::White);
    }

    #[test]
    fn an_illegal_move_is_an_error() {
        let mut board = Board::<8>::start();
        assert!(board.try_play(Square::A1).is_err());
        assert_eq!(board, Board::start());
    }

    #[test]
    fn a_loop_over_the_legal_moves() {
        let board = Board::<8>::start();
        let mut replies = 0;
        for square in board.legal_moves() {
            let mut child = board;
            child.play(square);
            replies += child.legal_moves().len();
        }
        assert_eq!(replies, 12);
    }

    #[test]
    fn a_game_to_its_end() {
        let mut board = Board::<8>::start();
        while !board.is_over() {
            match board.legal_moves().iter().next() {
                Some(square) => board.play(square),
                None => board.pass(),
            }
        }
        assert!(board.outcome().is_some());
        assert_eq!(board.score(), board.count(Colour::Black) as i32 - board.count(Colour::White) as i32);
    }

    #[test]
    fn moves_as_text() {
        let mut board = Board::<8>::start();
        for text in ["f5", "d6", "c3"] {
            board.play(text.parse::<Square<8>>().unwrap());
        }
        board.try_play("d3".parse::<Move<8>>().unwrap()).unwrap();
        assert_eq!(board.stone_count(), 8);
        assert_eq!("PA".parse(), Ok(Move::<8>::Pass));
        let error = "i9".parse::<Move<8>>().unwrap_err();
        assert_eq!(error.to_string(), "'i9' is not a square: expected a1 to h8, or pass");
    }

    #[test]
    fn squares_have_names_and_numbers() {
        let square: Square<8> = "f5".parse().unwrap();
        assert_eq!((square, square.to_string()), (Square::F5, "f5".to_string()));
        assert_eq!(Square::<8>::D3.index(), 19);
        assert_eq!(Square::<8>::new(2, 3), Some(Square::D3));
        assert_eq!((Square::<8>::D3.row(), Square::<8>::D3.column()), (2, 3));
    }

    #[test]
    fn a_board_as_text() {
        let board = Board::<6>::start();
        assert_eq!(board.to_string().parse::<Board<6>>().unwrap(), board);
        println!("{board:#}");
    }

    #[test]
    fn bitboards() {
        let start = Board::<8>::start();
        let (black, white) = (start.black().bits(), start.white().bits());
        assert_eq!((black.count_ones(), black & white), (2, 0));
        assert_eq!(Board::<8>::from_bits(black, white, Colour::Black).unwrap(), start);
        assert!(Board::<8>::from_bits(1, 1, Colour::Black).is_err());
    }

    #[test]
    fn legality_and_mobility() {
        let board = Board::<8>::start();
        assert!(board.is_legal(Square::D3) && !board.is_legal(Square::D4));
        assert!(board.legal_moves().contains(Square::C4));
        assert_eq!(board.mobility(), board.legal_moves().len());
    }

    #[test]
    fn a_pass() {
        let mut board: Board<4> = "OX-------------- X".parse().unwrap();
        assert!(board.must_pass() && board.is_legal(Move::Pass));
        board.pass();
        assert_eq!(board.to_move(), Colour::White);
        assert!(board.try_play(Move::Pass).is_err());
    }

    #[test]
    fn taking_back() {
        let mut board = Board::<8>::start();
        let undo = board.make(Square::D3);
        assert_ne!(board, Board::start());
        board.undo(undo);
        assert_eq!(board, Board::start());
    }

    #[test]
    fn what_stands_on_a_square() {
        let board = Board::<8>::start();
        assert_eq!(board.stone(Square::D4), Some(Colour::White));
        assert_eq!(board.stone(Square::A1), None);
    }

    #[test]
    fn flipped_discs() {
        let flipped = Board::<8>::start().flips(Square::D3);
        assert_eq!(flipped, SquareSet::from(Square::D4));
    }

    #[test]
    fn flipped_discs_of_each_ply() {
        let board = Board::<8>::start();
        for ply in board.moves() {
            assert_eq!(board.flips_of(ply).len(), 1);
        }
        assert_eq!(board.flips("f5".parse().unwrap()), board.flips_of("f5".parse::<Move<8>>().unwrap()));
        assert_eq!(board.flips_of(Square::F5), Square::E5.into());
        assert!(board.flips_of(Move::Pass).is_empty() && board.flips_of(Square::A1).is_empty());
    }

    #[test]
    fn sets_are_numbers() {
        let board = Board::<8>::start();
        let bits: u64 = board.legal_moves().into();
        assert_eq!(bits.count_ones(), 4);
        assert_eq!(SquareSet::<8>::from(bits), board.legal_moves());
        assert_eq!(board.empty().len(), 60);
    }

    #[test]
    fn what_a_network_sees() {
        let mut board = Board::<8>::start();
        board.play(Square::D3);
        let (mask, planes) = (board.legal_mask(), board.observe());
        assert_eq!((mask.len(), planes.len()), (65, 128));
        let legal = |action: &usize| mask[*action] == 1;
        assert!((0..65).filter(legal).eq(board.legal_moves().iter().map(|square| square.index())));
        for square in SquareSet::<8>::ALL {
            let seen = (planes[square.index()], planes[64 + square.index()]);
            let stands = match board.stone(square) {
                Some(Colour::White) => (1, 0),
                Some(Colour::Black) => (0, 1),
                None => (0, 0),
            };
            assert_eq!(seen, stands, "{square}");
        }
        let passing: Board<4> = "OX-------------- X".parse().unwrap();
        assert_eq!((passing.legal_mask()[16], passing.legal_mask().iter().sum::<u8>()), (1, 1));
    }

    #[test]
    fn perft() {
        assert_eq!(Board::<8>::start().perft(6).nodes, 8200);
        assert_eq!(Board::<8>::start().perft(6).to_string(), "8200");
        assert_eq!(Board::<6>::start().perft(3).nodes, 56);
    }

    #[test]
    fn divided_perft() {
        let counts = stonemask::perft::divide(&Board::<8>::start(), 4);
        assert_eq!(counts.iter().map(|(_, count)| count.nodes).sum::<u64>(), 244);
    }

    #[test]
    fn children() {
        let board = Board::<8>::start();
        assert_eq!(board.children().count(), 4);
        for (ply, child) in board.children() {
            assert!(board.is_legal(ply));
            assert_eq!(child.to_move(), !board.to_move());
        }
    }

    #[test]
    fn many_random_games() {
        let tally = Board::<8>::start().playouts(1000, 7);
        assert_eq!(tally.wins(Colour::Black) + tally.wins(Colour::White) + tally.draws, 1000);
        assert_eq!(tally.games(), 1000);
    }

    #[test]
    #[cfg(feature = "rand")]
    fn a_random_game_by_a_generator_of_rand() {
        let game = Board::<8>::start().playout(&mut rand::rng());
        assert!((9..=128).contains(&game.plies));
    }

    #[test]
    fn a_random_game_by_a_seed() {
        let mut random = stonemask::Random::new(5);
        let mut board = Board::<8>::start();
        while board.play_random(&mut random) {}
        assert!(board.is_over());
    }

    #[test]
    fn an_endgame_solved() {
        use stonemask::othello::Solver;

        let mut solver = Solver::<4>::new(1 << 20).unwrap();
        let solution = solver.solve(&Board::start());
        assert_eq!(solution.score, -8);
    }

    #[test]
    fn transpositions_by_key() {
        let mut seen = std::collections::HashMap::new();
        for (ply, child) in Board::<8>::start().children() {
            seen.insert(child.key(), ply);
        }
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let first = |square| {
            let mut board = Board::<8>::start();
            board.play(square);
            board
        };
        assert_eq!(first(Square::D3).canonical(), first(Square::F5).canonical());
        assert!(first(Square::D3).symmetries().any(|image| image == first(Square::F5)));
        assert_eq!(first(Square::D3).symmetries().count(), 8);
    }

    #[test]
    fn sets_of_squares() {
        let corners: SquareSet<8> = [Square::A1, Square::A8, Square::H1, Square::H8].into_iter().collect();
        assert_eq!(corners.len(), 4);
        assert!(corners.contains(Square::A8));
        assert_eq!(corners | SquareSet::ALL, SquareSet::ALL);
        assert!((corners & Board::start().legal_moves()).is_empty());
        assert_eq!((!corners).len(), 60);
    }

    #[test]
    fn positions_in_bulk() {
        use stonemask::othello::Positions;

        let (own, opponent): (Vec<u64>, Vec<u64>) = Board::<8>::start()
            .children()
            .map(|(_, child)| (child.position().own().bits(), child.position().opponent().bits()))
            .unzip();
        let positions = Positions::<8>::new(&own, &opponent).unwrap();
        let mut moves = vec![0; positions.len()];
        positions.legal_moves(&mut moves);
        assert!(moves.iter().all(|moves| moves.count_ones() == 3));
    }

    #[test]
    fn games_in_step() {
        use stonemask::slab::Slab;

        let mut slab = Slab::new(&Board::<8>::start(), 64).unwrap();
        let mut actions = vec![0; slab.games()];
        slab.step_random(&mut actions);
        assert!(slab.boards().all(|board| board.stone_count() == 5));
    }
}

mod gomoku {
    use stonemask::game::Outcome;
    use stonemask::gomoku::{Board, Colour, Point, Rule};

    #[test]
    fn the_start() {
        let board = Board::start();
        assert_eq!((board.size().rows(), board.size().columns()), (15, 15));
        assert_eq!(board.legal_moves().len(), 225);
    }

    #[test]
    fn five_in_a_row() {
        let mut board = Board::start();
        for column in 0..4 {
            board.play(Point::new(0, column).unwrap());
            board.play(Point::new(1, column).unwrap());
        }
        board.play(Point::new(0, 4).unwrap());
        assert_eq!(board.outcome(), Some(Outcome::Win(Colour::Black)));
        assert_eq!(board.winner(), Some(Colour::Black));
        assert_eq!(board.winning_line().len(), 5);
    }

    #[test]
    fn a_stone_in_the_centre() {
        let mut board = Board::start();
        board.play("h8".parse().unwrap());
        assert_eq!((board.black().len(), board.count(Colour::White)), (1, 0));
        assert!(!board.is_legal("h8".parse().unwrap()));
    }

    #[test]
    fn another_size_and_rule() {
        let board = Board::new(19, 19, Rule::Renju).unwrap();
        assert_eq!(board.mobility(), 361);
        assert_eq!(board.symmetries().count(), 8);
    }

    #[test]
    fn perft() {
        assert_eq!(Board::start().perft(2).nodes, 225 * 224);
    }

    #[test]
    fn random_games_repeat_by_their_seed() {
        let board = Board::start();
        assert_eq!(board.playouts(500, 1), board.playouts(500, 1));
    }

    #[test]
    fn stones_and_empty_points() {
        let mut board = Board::start();
        for point in board.legal_moves().iter().take(10) {
            board.play(point);
        }
        assert_eq!((board.black() | board.white()).len(), 10);
        assert_eq!(board.empties(), board.legal_moves());
        assert_eq!(board.plies().count(), 215);
    }

    #[test]
    fn many_games_in_step_from_a_seed() {
        use stonemask::slab::{Ended, Options, Slab};

        let options = Options::default().seed(3).ended(Ended::Freeze);
        let slab = Slab::with_options(&Board::start(), 10, options).unwrap();
        assert_eq!(slab.games(), 10);
    }

    #[test]
    fn the_same_board_turned() {
        let mut corners = ["a1", "a15", "o1", "o15"].map(|corner| {
            let mut board = Board::start();
            board.play(corner.parse().unwrap());
            board.canonical().key()
        });
        corners.sort();
        assert_eq!(corners[0], corners[3]);
    }
}

mod nogo {
    use stonemask::game::Colour;
    use stonemask::nogo::Board;

    #[test]
    fn the_start() {
        let board = Board::start();
        assert_eq!(board.legal_moves().len(), 81);
        assert!(!board.is_over() && board.winner().is_none());
    }

    #[test]
    fn who_cannot_move_loses() {
        let mut board = Board::start();
        while let Some(point) = board.legal_moves().iter().next() {
            board.play(point);
        }
        assert_eq!(board.winner(), Some(!board.to_move()));
    }

    #[test]
    fn a_board_of_another_size() {
        let board = Board::new(5, 3).unwrap();
        assert_eq!(board.perft(1).nodes, 15);
        assert_eq!(board.symmetries().count(), 4);
    }

    #[test]
    fn a_board_as_text() {
        let board: Board = "X--/---/--O X".parse().unwrap();
        assert_eq!((board.black().len(), board.count(Colour::White)), (1, 1));
        assert_eq!(board.to_string(), "X--/---/--O X");
        assert!("---//--- X".parse::<Board>().is_err());
    }

    #[test]
    fn an_illegal_move_is_an_error() {
        let mut board: Board = "-X-/X--/--- O".parse().unwrap();
        let corner = "a1".parse().unwrap();
        assert!(!board.is_legal(corner) && board.try_play(corner).is_err());
    }

    #[test]
    fn random_games_from_each_child() {
        let boards: Vec<Board> = Board::start().children().map(|(_, child)| child).collect();
        let tallies = stonemask::playout::playouts(&boards, 10, 1);
        assert_eq!(tallies.len(), 81);
        assert!(tallies.iter().all(|tally| tally.games() == 10 && tally.draws == 0));
    }

    #[test]
    fn who_wins_a_small_board() {
        use stonemask::nogo::Solver;

        let mut solver = Solver::new(1 << 20).unwrap();
        let board = Board::new(3, 3).unwrap();
        assert_eq!(solver.solve(&board).unwrap().winner, Colour::Black);
    }
}

mod all_games {
    use stonemask::game::{Colour, Game, Outcome};
    use stonemask::kernels::{self, with_tier};
    use stonemask::{Tier, gomoku, nogo, othello};

    #[test]
    fn colours_and_outcomes() {
        assert_eq!(!Colour::Black, Colour::White);
        assert_eq!(Outcome::Win(Colour::Black).winner(), Some(Colour::Black));
        assert_eq!(Outcome::Draw.winner(), None);
    }

    #[test]
    fn a_loop_over_plies_in_every_game() {
        fn first_plies<G: Game>(mut game: G, plies: usize) -> G {
            for _ in 0..plies {
                let Some(ply) = game.moves().next() else { break };
                game.play(ply);
            }
            game
        }
        assert_eq!(first_plies(othello::Board::<6>::start(), 3).stone_count(), 7);
        assert_eq!(first_plies(gomoku::Board::start(), 3).stone_count(), 3);
        assert_eq!(first_plies(nogo::Board::start(), 3).stone_count(), 3);
    }

    #[test]
    fn a_random_position() {
        assert_eq!(othello::Board::<8>::random(20, 7).stone_count(), 24);
        assert_eq!(gomoku::Board::random(20, 7), gomoku::Board::random(20, 7));
        assert_ne!(nogo::Board::random(20, 7), nogo::Board::random(20, 8));
        assert!(nogo::Board::random(200, 7).is_over());
    }

    #[test]
    fn the_board_after_each_ply() {
        fn best<G: Game>(boards: impl Iterator<Item = G>) -> usize {
            boards.filter(|board| board.winner().is_none()).count()
        }
        assert_eq!(best(othello::Board::<4>::start().child_boards()), 4);
        assert_eq!(best(gomoku::Board::start().child_boards()), 225);
        assert_eq!(best(nogo::Board::start().child_boards()), 81);
    }

    #[test]
    fn the_board_after_one_ply() {
        let board = othello::Board::<8>::start();
        assert_eq!(board.after(othello::Square::F5).score(), 3);
        assert_eq!(board, othello::Board::start());
        let board = gomoku::Board::start();
        assert_eq!(board.after("h8".parse().unwrap()).stone_count(), 1);
        let board = nogo::Board::start();
        assert_eq!(board.after("e5".parse().unwrap()).to_move(), Colour::White);
    }

    #[test]
    fn a_line_of_moves() {
        let line: Vec<gomoku::Point> = "h8 i9 h9".split(' ').map(|point| point.parse().unwrap()).collect();
        let mut board = gomoku::Board::start();
        board.try_play_line(&line).unwrap();
        assert_eq!(board.count(Colour::Black), 2);
        assert!(board.try_play_line(&line).is_err());
        let mut board = nogo::Board::start();
        board.try_play_line(&["e5".parse().unwrap(), "d4".parse().unwrap()]).unwrap();
        assert_eq!(board.stone_count(), 2);
        let line: othello::Line<8> = "f5 d6".parse().unwrap();
        assert_eq!((line.len(), line.first()), (2, Some(&othello::Square::F5.into())));
    }

    #[test]
    fn the_best_move_of_a_search() {
        use stonemask::{Level, Limits};

        let limits = Limits::default().nodes(500);
        let board = othello::Board::<8>::start();
        let found = othello::Search::new(1 << 20).unwrap().run(&board, limits);
        assert!(board.is_legal(found.best().unwrap().ply()));
        let board = gomoku::Board::start();
        let found = gomoku::Search::new(1 << 20).unwrap().run(&board, limits);
        assert!(board.is_legal(found.best().unwrap().ply()));
        let board = nogo::Board::new(3, 3).unwrap();
        let found = nogo::Search::new(1 << 20).unwrap().run(&board, limits);
        assert!(board.is_legal(found.best().unwrap().ply()));
        assert!(board.level_move(Level::ALL[0], 1).unwrap().is_some());
    }

    #[test]
    fn games_as_sgf() {
        let mut othello = othello::Record::new(othello::Board::start());
        othello.moves.push(othello::Square::F5.into());
        assert_eq!(othello.to_sgf().parse(), Ok(othello));
        let mut gomoku = gomoku::Record::new(gomoku::Board::start());
        gomoku.moves.push("h8".parse().unwrap());
        assert_eq!(gomoku.to_sgf().unwrap().parse(), Ok(gomoku));
        let mut nogo = nogo::Record::new(nogo::Board::start());
        nogo.moves.push("e5".parse().unwrap());
        assert_eq!(nogo.to_sgf().unwrap().parse(), Ok(nogo));
    }

    #[test]
    fn numbers_of_plies_and_masks() {
        use stonemask::Slab;

        let board = othello::Board::<8>::start();
        let (mask, mut masks) = (board.legal_mask(), vec![9; 2 * board.action_count()]);
        Slab::new(&board, 2).unwrap().legal_mask(&mut masks);
        assert_eq!(masks, mask.repeat(2));
        for ply in board.moves() {
            assert_eq!((mask[board.action(ply)], board.ply(board.action(ply))), (1, Some(ply)));
        }
    }

    #[test]
    fn shares_of_wins() {
        let tally = gomoku::Board::start().playouts(100, 1);
        assert!((0.3..0.7).contains(&tally.share(Colour::Black)));
        assert!((tally.share(Colour::Black) + tally.share(Colour::White) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn counts_are_printed() {
        let tally = nogo::Board::start().playouts(10, 1);
        let (black, white) = (tally.black_wins(), tally.white_wins());
        assert_eq!(tally.to_string(), format!("10 games: black won {black}, white won {white}, 0 drawn"));
    }

    /// One numbering of colours, 1 black and 2 white: cells, sides to move of slabs, and
    /// [`Colour::cell`].
    #[test]
    fn colours_have_one_numbering() {
        use stonemask::slab::{Actions, Observation, Slab};

        fn of<G: Actions>(mut board: G) {
            let mut slab = Slab::new(&board, 1).unwrap();
            for number in [1, 2, 1] {
                assert_eq!(board.to_move().cell(), number);
                let mut to_move = [9];
                slab.observe(Observation { to_move: Some(&mut to_move), ..Observation::default() });
                assert_eq!(to_move, [number]);
                let ply = board.moves().next().unwrap();
                let action = board.action(ply);
                board.play(ply);
                slab.step(&[action as u16]).unwrap();
                let mut cells = vec![9; board.cell_count()];
                board.write_cells(&mut cells);
                assert_eq!(cells[action], number, "the stone just placed");
            }
        }
        of(othello::Board::<8>::start());
        of(gomoku::Board::start());
        of(nogo::Board::start());
        assert_eq!(Colour::ALL.map(Colour::cell).map(Colour::from_cell), Colour::ALL.map(Some));
    }

    #[test]
    fn a_program_for_every_game() {
        fn mean_length<G: Game>(board: &G) -> f64 {
            let tally = board.playouts(200, 1);
            tally.plies as f64 / tally.games() as f64
        }
        assert!((55.0..64.0).contains(&mean_length(&othello::Board::<8>::start())));
        assert!((90.0..130.0).contains(&mean_length(&gomoku::Board::start())));
        assert!((70.0..79.0).contains(&mean_length(&nogo::Board::start())));
    }

    #[test]
    fn a_search_by_making_and_undoing() {
        /// Whether the side to move wins.
        fn wins<G: Game>(board: &mut G) -> bool {
            if board.is_over() {
                return board.winner() == Some(board.to_move());
            }
            for ply in board.plies() {
                let undo = board.make(ply);
                let lost = !wins(board);
                board.undo(undo);
                if lost {
                    return true;
                }
            }
            false
        }
        assert!(wins(&mut "--/-- X".parse::<nogo::Board>().unwrap()));
        assert!(!wins(&mut "---/--- X".parse::<nogo::Board>().unwrap()));
    }

    #[test]
    fn a_host_for_every_game() {
        fn play<G: Game>(game: &mut G, text: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
            let ply: G::Move = text.parse()?;
            Ok(game.try_play(ply)?)
        }
        let mut board = nogo::Board::start();
        play(&mut board, "e5").unwrap();
        assert_eq!(board.stone_count(), 1);
        assert!(play(&mut board, "e5").is_err() && play(&mut board, "e55").is_err());
        play(&mut othello::Board::<8>::start(), "f5").unwrap();
    }

    #[test]
    fn one_tier_and_another() {
        let count = with_tier(Tier::Portable, || othello::Board::<8>::start().perft(5)).unwrap();
        assert_eq!(count, othello::Board::<8>::start().perft(5));
        for tier in Tier::available() {
            assert_eq!(with_tier(tier, kernels::tier), Ok(tier));
        }
    }
}
