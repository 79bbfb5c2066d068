//! Promise: `stonemask gtp` speaks the Go Text Protocol as its specification (version 2, draft 2)
//! has it, and what GoGui and Leela Zero added to it. The transcripts here, and the controller that
//! plays games, are written from those texts.

#[path = "support/engine.rs"]
mod engine;
mod support;

use engine::{Engine, answers};
use std::time::{Duration, Instant};
use stonemask::game::{Colour, Game, Outcome};
use stonemask::random::Random;
use stonemask::{gomoku, nogo, othello};

/// Commands and the answers to them, without the empty line after each.
fn transcript(words: &[&str], exchanges: &[(&str, &str)]) {
    let commands: String = exchanges.iter().map(|(command, _)| format!("{command}\n")).collect();
    let expected: String =
        exchanges.iter().filter(|(_, answer)| !answer.is_empty()).map(|(_, answer)| format!("{answer}\n\n")).collect();
    assert_eq!(answers(&[&["gtp"], words].concat(), &commands), expected);
}

#[test]
fn lines_are_read_and_answered_as_the_specification_says() {
    transcript(
        &["nogo"],
        &[
            ("name", "= stonemask"),
            ("1 protocol_version", "=1 2"),
            ("2\tversion\r", concat!("=2 ", env!("CARGO_PKG_VERSION"))),
            ("# a comment", ""),
            ("", ""),
            ("   \t ", ""),
            ("  4   known_command    genmove   # why", "=4 true"),
            ("5 known_command kgs-genmove_cleanup", "=5 false"),
            ("6 na\x07me\x01", "=6 stonemask"),
            ("7 NAME", "?7 unknown command"),
            ("8", "?8 unknown command"),
            ("9x name", "? unknown command"),
            ("000010 boardsize", "?10 boardsize not an integer"),
            ("11 boardsize 10", "?11 unacceptable size"),
            ("12 boardsize 0", "?12 unacceptable size"),
            ("13 boardsize 99999999999999999999", "?13 boardsize not an integer"),
            ("komi 6.5", "= "),
            ("komi", "? komi not a float"),
            ("0 komi -7", "=0 "),
            ("play", "? invalid color or coordinate"),
            ("play green a1", "? invalid color or coordinate"),
            ("play b i5", "? invalid color or coordinate"),
            ("play b a10", "? invalid color or coordinate"),
            ("play B J9", "= "),
            ("play WHITE j9", "? illegal move: the point holds a black stone"),
            ("genmove", "? invalid color"),
            ("undo", "= "),
            ("undo", "? cannot undo"),
            ("final_score", "? the game is not over"),
            ("14 quit", "=14 "),
            ("name", ""),
        ],
    );
}

#[test]
fn list_commands_lists_what_is_known() {
    let list = answers(&["gtp", "gomoku"], "list_commands\n");
    let names: Vec<&str> = list.trim_start_matches("= ").lines().filter(|line| !line.is_empty()).collect();
    // Those that the specification requires, and those for tournaments and regression tests.
    for required in
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove undo \
                     time_settings time_left final_score loadsgf reg_genmove showboard"
            .split_whitespace()
    {
        assert!(names.contains(&required), "{required}");
    }
    let asked: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    assert_eq!(answers(&["gtp", "gomoku"], &asked), "= true\n\n".repeat(names.len()));
    assert!(names.is_sorted());
}

#[test]
fn go_vertices_have_no_i_and_count_from_the_bottom() {
    let board = "= \n   A B C D E F G H J\n 2 . . . . . . . . X 2\n 1 . . . . . . O . . 1\n   A B C D E F G H J";
    transcript(
        &["gomoku", "--rows", "2", "--columns", "9"],
        &[
            ("play b j2", "= "),
            ("play w g1", "= "),
            ("showboard", board),
            ("play b i1", "? invalid color or coordinate"),
        ],
    );
}

#[test]
fn othello_has_a1_at_the_top_left() {
    // GoGui takes the first line for row 8.
    let board = "= . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X X X . .\n. . . O X . . .\n. . . . . . . .\n\
                 . . . . . . . .\n. . . . . . . .";
    transcript(
        &["othello8"],
        &[
            ("set_game Othello", "= "),
            ("set_game Reversi", "= "),
            ("set_game Go", "? unsupported game"),
            ("boardsize 8", "= "),
            ("boardsize 6", "? unacceptable size"),
            ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
            ("play b f5", "= "),
            ("gogui-rules_board", board),
            ("gogui-rules_side_to_move", "= white"),
            ("play b d6", "? illegal move: it is white's turn"),
            ("genmove b", "? it is white's turn"),
            ("play w pass", "? illegal move: cannot pass: legal moves are f4 d6 f6"),
            ("play w e5", "? illegal move: the square holds a black disc"),
        ],
    );
}

#[test]
fn othello_passes_are_moves_that_a_controller_may_leave_out() {
    // A position of a random game in which a side must pass.
    let mut board = othello::Board::<8>::start();
    let (mut random, mut played) = (Random::new(4), Vec::new());
    while !board.must_pass() {
        let plies: Vec<_> = board.plies().collect();
        if plies.is_empty() {
            (board, played) = (othello::Board::start(), Vec::new());
            continue;
        }
        let ply = plies[random.below(plies.len() as u32) as usize];
        played.push((board.to_move(), ply));
        board.play(ply);
    }
    let commands: String = played.iter().map(|(colour, ply)| format!("play {colour} {ply}\n")).collect();
    let [passes, moves] = [board.to_move(), board.to_move().other()];
    let after = othello::Board::new(board.position().pass(), moves);
    let reply = after.plies().next().unwrap();
    let ask = |rest: &str| answers(&["gtp", "othello8", "--player", "greedy"], &format!("{commands}{rest}"));
    let last = |rest: &str| ask(rest).trim_end().rsplit("\n\n").next().unwrap().to_owned();
    assert_eq!(last("gogui-rules_legal_moves\n"), "= pass");
    assert_eq!(last(&format!("genmove {passes}\n")), "= pass");
    assert_eq!(last(&format!("play {passes} pass\ngogui-rules_side_to_move\n")), format!("= {moves}"));
    let both = format!("play {passes} pass\nplay {moves} {reply}\nshowboard\n");
    assert_eq!(last(&both), last(&format!("play {moves} {reply}\nshowboard\n")), "the pass left out");
    assert_eq!(last(&format!("play {moves} {reply}\nundo\ngogui-rules_legal_moves\n")), "= pass");
}

#[test]
fn a_finished_game_is_told_and_nobody_moves_any_more() {
    let five = "play b a1\nplay b b1\nplay b c1\nplay b d1\nplay b e1\n";
    let told = answers(
        &["gtp", "gomoku"],
        &format!(
            "{five}gogui-rules_legal_moves\ngogui-rules_final_result\nfinal_score\ngenmove w\ngenmove b\nplay w h8\nlz-analyze w 5\nundo\n\
             final_score\n"
        ),
    );
    let expected = "= \n\n= black\n\n= B+1\n\n= resign\n\n? the game is over\n\n? illegal move: the game is over\n\n\
                    ? the game is over\n\n= \n\n? the game is not over\n\n";
    assert_eq!(told, format!("{}{expected}", "= \n\n".repeat(5)));
    // Black fills the only point that is no suicide for either side, and white has none.
    let told =
        answers(&["gtp", "nogo", "--rows", "1", "--columns", "2"], "genmove b\ngenmove w\nfinal_score\ngenmove b\n");
    let lines: Vec<&str> = told.split("\n\n").collect();
    assert!(["= A1", "= B1"].contains(&lines[0]), "{told}");
    assert_eq!(lines[1..4], ["= resign", "= B+1", "? the game is over"]);
}

/// GoGui's reading of `gogui-rules_board`: the first line is the row with the highest number.
/// Stones must stand where `play` and `genmove` name them, and a move must be legal by its name on
/// the board that was read.
#[test]
fn gogui_sees_stones_where_moves_name_them() {
    for (words, rows) in [
        (&["othello8"][..], 8),
        (&["othello6"], 6),
        (&["nogo", "--rows", "5", "--columns", "5"], 5),
        (&["gomoku", "--rows", "7", "--columns", "7"], 7),
    ] {
        let turn = "genmove b\ngogui-rules_board\ngenmove w\ngogui-rules_board\n";
        let told = answers(&[&["gtp"], words, &["--player", "random"]].concat(), &turn.repeat(4));
        let answers: Vec<&str> = told.trim_end().split("\n\n").map(|answer| answer.trim_start_matches("= ")).collect();
        let mut othello = (othello::Board::<8>::start(), othello::Board::<6>::start());
        for (ply, [name, board]) in answers.as_chunks::<2>().0.iter().enumerate() {
            let lines: Vec<Vec<&str>> = board.lines().map(|line| line.split(' ').collect()).collect();
            assert_eq!(lines.len(), rows, "{board}");
            let at = |column: usize, number: usize| lines[rows - number][column];
            let column = "ABCDEFGHJ".find(&name[..1]).unwrap();
            let stone = if ply % 2 == 0 { "X" } else { "O" };
            assert_eq!(at(column, name[1..].parse().unwrap()), stone, "{words:?}: {name}\n{board}");
            // With what was captured: the square of that name, as Othello's players name it.
            let compare = |text: String| {
                for (index, cell) in text.split(' ').next().unwrap().chars().enumerate() {
                    let cell = if cell == '-' { "." } else { &cell.to_string() };
                    assert_eq!(at(index % rows, index / rows + 1), cell, "{words:?} after {name}:\n{board}");
                }
            };
            match words[0] {
                "othello8" => {
                    othello.0.try_play(name.to_lowercase().parse::<othello::Move<8>>().unwrap()).unwrap();
                    compare(othello.0.to_string());
                }
                "othello6" => {
                    othello.1.try_play(name.to_lowercase().parse::<othello::Move<6>>().unwrap()).unwrap();
                    compare(othello.1.to_string());
                }
                _ => {}
            }
        }
    }
}

/// gogui-twogtp ends a game when both sides pass, and tells each of the other's pass.
#[test]
fn othello_passes_after_the_end() {
    let game = "play b e6\nplay w f4\nplay b e3\nplay w f6\nplay b g5\nplay w d6\nplay b e7\nplay w f5\nplay b c5\n";
    let told = answers(
        &["gtp", "othello8"],
        &format!(
            "{game}genmove w\nplay b pass\ngenmove b\nreg_genmove w\nplay w a1\nfinal_score\ngogui-rules_legal_moves\nundo\nundo\n\
             undo\nfinal_score\nundo\nfinal_score\n"
        ),
    );
    let expected = "= pass\n\n= \n\n= pass\n\n= pass\n\n? illegal move: the game is over\n\n= B+13\n\n= \n\n= \n\n= \n\n= \n\n\
                    = B+13\n\n= \n\n? the game is not over\n\n";
    assert_eq!(told, format!("{}{expected}", "= \n\n".repeat(9)));
}

/// `solve` and `timelimit`, as courses on games have them.
#[test]
fn games_are_solved_within_a_time() {
    transcript(
        &["othello8"],
        &[
            ("timelimit", "? syntax error"),
            ("timelimit x", "? syntax error"),
            ("timelimit -1", "? syntax error"),
            ("timelimit 0.05", "= "),
            ("solve", "= unknown"),
        ],
    );
    transcript(&["othello4"], &[("timelimit 60", "= "), ("solve", "= w")]);
    let five = "play b a1\nplay b b1\nplay b c1\nplay b d1\nplay b e1\n";
    assert!(answers(&["gtp", "gomoku"], &format!("{five}solve\n")).ends_with("= b\n\n"));
    assert_eq!(answers(&["gtp", "gomoku"], "timelimit 0.05\nsolve\n"), "= \n\n= unknown\n\n");

    // Positions of random games against the solver; the move that is told keeps what it says.
    let (mut random, mut seen) = (Random::new(9), [0; 3]);
    let mut solver = othello::Solver::<4>::new(1 << 20).unwrap();
    for _ in 0..2000 {
        let (mut board, mut commands) = (othello::Board::<4>::start(), String::new());
        for _ in 0..1 + random.below(12) {
            let plies: Vec<_> = board.plies().collect();
            let Some(ply) = plies.get(random.below(plies.len().max(1) as u32) as usize) else { break };
            commands += &format!("play {} {ply}\n", board.to_move());
            board.play(*ply);
        }
        let score = solver.solve(&board).score;
        let seen = &mut seen[(score.signum() + 1) as usize];
        *seen += 1;
        if *seen > 8 {
            continue;
        }
        let told = answers(&["gtp", "othello4"], &format!("{commands}timelimit 60\nsolve\n"));
        let told = told.trim_end().rsplit("= ").next().unwrap().to_lowercase();
        let mut words = told.split(' ');
        let right = match score.signum() {
            1 => "b",
            -1 => "w",
            _ => "draw",
        };
        assert_eq!(words.next(), Some(right), "{board}: {told}, {score}");
        let ply = words.next();
        let loses = if board.to_move() == Colour::Black { score < 0 } else { score > 0 };
        assert_eq!(ply.is_none(), loses || board.is_over(), "{board}: {told}, {score}");
        if let Some(ply) = ply {
            let mut after = board;
            after.try_play(ply.parse::<othello::Move<4>>().unwrap()).unwrap();
            assert_eq!(solver.solve(&after).score.signum(), score.signum(), "{board}: {told}, {score}");
        }
    }
    assert!(seen.iter().all(|&count| count > 8), "{seen:?}");

    // In NoGo the side that the solver names wins after its move as well.
    for size in ["2", "3"] {
        let ask = |commands: &str| {
            let told = answers(
                &["gtp", "nogo", "--rows", size, "--columns", size],
                &format!("timelimit 60\n{commands}solve\n"),
            );
            told.trim_end().rsplit("= ").next().unwrap().to_owned()
        };
        let first = ask("");
        match first.split_once(' ') {
            Some(("b", ply)) => assert_eq!(ask(&format!("play b {ply}\n")), "b"),
            _ => {
                assert_eq!(first, "w");
                assert!(ask("play b a1\n").starts_with("w"), "{size}");
            }
        }
    }
}

#[test]
fn renju_and_blocked_cells_are_in_force() {
    transcript(
        &["gomoku", "--rule", "renju"],
        &[
            ("play b h7", "= "),
            ("play b h6", "= "),
            ("play b j8", "= "),
            ("play b k8", "= "),
            ("play b h8", "? illegal move: renju forbids the double three"),
            ("play w h8", "= "),
        ],
    );
    transcript(
        &["nogo", "--blocked", "e5"],
        &[
            ("play b e5", "? illegal move: the point is off the board or blocked"),
            ("boardsize 4", "? unacceptable size"),
            ("boardsize 5", "= "),
            ("gogui-rules_board_size", "= 5"),
            // The cell e5 of stonemask is the bottom right one of five rows.
            ("play b e1", "? illegal move: the point is off the board or blocked"),
            ("clear_board", "= "),
            ("play b pass", "? illegal move: nogo has no pass"),
        ],
    );
    transcript(
        &["nogo", "--rows", "3", "--columns", "3", "--forbid-centre"],
        &[
            ("play w a1", "? illegal move: black begins"),
            ("play b b2", "? illegal move: black may not begin at the centre"),
            ("play b a1", "= "),
            ("play w b2", "= "),
            ("clear_board", "= "),
            ("gogui-rules_legal_moves", "= A3 B3 C3 A2 C2 A1 B1 C1"),
        ],
    );
}

#[test]
fn an_sgf_file_is_loaded_up_to_a_move() {
    let file = support::scratch("gtp.sgf", b"(;GM[4]SZ[5]RU[renju];B[cc];W[bb];B[aa])");
    let refused = support::scratch("gtp.txt", b"not sgf");
    let commands = format!(
        "loadsgf {file}\ngogui-rules_board\nloadsgf {file} 2\ngogui-rules_board\nundo\nundo\nloadsgf {refused}\n\
         loadsgf /nowhere\nloadsgf {file} 0\nloadsgf\n"
    );
    let expected = "= \n\n= X . . . .\n. O . . .\n. . X . .\n. . . . .\n. . . . .\n\n= \n\n\
                    = . . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .\n\n= \n\n? cannot undo\n\n? cannot load file\n\n\
                    ? cannot load file\n\n? cannot load file\n\n? missing filename\n\n";
    assert_eq!(answers(&["gtp", "gomoku"], &commands), expected);
    assert_eq!(answers(&["gtp", "nogo"], &format!("loadsgf {file}\n")), "? cannot load file\n\n");
}

/// The controller's side: a command with a number, and the answer to it.
struct Controller {
    engine: Engine,
    number: u32,
}

impl Controller {
    fn start(words: &[&str]) -> Controller {
        Controller { engine: Engine::start(&[&["gtp"], words].concat()), number: 0 }
    }

    fn ask(&mut self, command: &str) -> Result<String, String> {
        self.number += 1;
        self.engine.send(&format!("{} {command}\n", self.number));
        let mut lines = Vec::new();
        loop {
            let line = self.engine.line();
            if line.is_empty() {
                break;
            }
            lines.push(line);
        }
        let text = lines.join("\n");
        let answer = |sign: &str| text.strip_prefix(&format!("{sign}{} ", self.number)).map(str::to_owned);
        answer("=").map(Ok).or_else(|| answer("?").map(Err)).unwrap_or_else(|| panic!("{command}: {text}"))
    }

    fn good(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|problem| panic!("{command}: {problem}"))
    }
}

/// A game between the engine and random moves, under a referee who names points by itself. In each
/// position the engine's board, legal moves and side to move are compared.
fn game<G: Game>(words: &[&str], start: G, seed: u64, name: impl Fn(&G, G::Move) -> String) {
    let mut engine = Controller::start(words);
    engine.good("time_settings 5 0 0");
    let (mut board, mut random, mut plies) = (start, Random::new(seed), 0);
    let mut turn = Colour::Black;
    while !board.is_over() {
        let legal: Vec<G::Move> = board.plies().collect();
        let mut names: Vec<String> = legal.iter().map(|&ply| name(&board, ply)).collect();
        let told = engine.good("gogui-rules_legal_moves");
        assert_eq!(told.split(' ').collect::<Vec<_>>(), names, "{words:?} after {plies} plies");
        assert_eq!(engine.good("gogui-rules_side_to_move"), board.to_move().to_string());
        let colour = board.to_move();
        let chosen = if colour == turn {
            let answer = engine.good(&format!("genmove {colour}"));
            names.iter().position(|name| *name == answer).unwrap_or_else(|| panic!("{answer} is not legal"))
        } else {
            let chosen = random.below(legal.len() as u32) as usize;
            engine.good(&format!("play {} {}", &colour.to_string()[..1], names[chosen].to_lowercase()));
            chosen
        };
        _ = board.make(legal[chosen]);
        names.clear();
        plies += 1;
        // Now and then they change sides, and a move is taken back and played again.
        if random.below(8) == 0 {
            turn = turn.other();
            engine.good("undo");
            engine.good(&format!("play {colour} {}", name(&board, legal[chosen])));
        }
    }
    assert_eq!(engine.good("gogui-rules_legal_moves"), "");
    let (result, sign) = match board.outcome().unwrap() {
        Outcome::Win(Colour::Black) => ("black", "B+"),
        Outcome::Win(Colour::White) => ("white", "W+"),
        Outcome::Draw => ("draw", "0"),
    };
    assert_eq!(engine.good("gogui-rules_final_result"), result);
    assert!(engine.good("final_score").starts_with(sign));
    engine.good("quit");
    let (status, rest) = engine.engine.end();
    assert!(status.success() && rest.is_empty());
}

/// A Go vertex.
fn vertex(rows: usize, row: usize, column: usize) -> String {
    let letter = char::from(b'A' + column as u8 + u8::from(column >= 8));
    format!("{letter}{}", rows - row)
}

#[test]
fn whole_games_go_as_a_referee_says() {
    let othello = |_: &othello::Board<8>, ply: othello::Move<8>| match ply {
        othello::Move::Pass => "pass".to_owned(),
        othello::Move::Place(square) => square.to_string().to_uppercase(),
    };
    for (seed, player) in [(1, "random"), (2, "greedy"), (3, "solver")] {
        let words = ["othello8", "--player", player, "--seed", "5", "--table", "8"];
        game(&words, othello::Board::<8>::start(), seed, othello);
    }
    let gomoku = |_: &gomoku::Board, point: gomoku::Point| vertex(15, point.row(), point.column());
    let size = gomoku::Size::new(15, 15).unwrap();
    for rule in gomoku::Rule::ALL {
        game(&["gomoku", "--rule", rule.name(), "--player", "random"], gomoku::Board::with_size(size, rule), 6, gomoku);
        game(&["gomoku", "--rule", rule.name()], gomoku::Board::with_size(size, rule), 7, gomoku);
    }
    let nogo = |board: &nogo::Board, point: nogo::Point| vertex(board.shape().rows(), point.row(), point.column());
    for player in ["random", "greedy"] {
        game(&["nogo", "--player", player], nogo::Board::start(), 8, nogo);
    }
    let shape = nogo::Shape::new(4, 5, nogo::PointSet::EMPTY).unwrap();
    game(&["nogo", "--rows", "4", "--columns", "5", "--table", "8"], nogo::Board::with_shape(shape), 9, nogo);
}

#[test]
fn time_settings_are_kept() {
    for (settings, least, most) in [
        // The whole of half a second, for a game of about 16 moves; no time; a period of a fifth of
        // a second.
        ("time_settings 0 0 0", 0, 50),
        ("time_settings 3 0 0\ntime_left b -3 0", 0, 50),
        ("kata-time_settings fischer 0.5 10\ntime_left b 0 0", 0, 50),
        ("kgs-time_settings byoyomi 0 0.3 3", 280, 330),
        ("kgs-time_settings canadian 0 3 10", 280, 330),
        ("kata-time_settings absolute 4.8", 280, 330),
        ("time_settings 0 3 0\ntime_left b 3 10", 280, 330),
    ] {
        // A busy machine may delay any of them: one in time is enough, since who asks too seldom is
        // late each time.
        let time = |_| {
            let mut engine = Controller::start(&["othello6", "--table", "8"]);
            for command in settings.split('\n') {
                engine.good(command);
            }
            let begun = Instant::now();
            engine.good("genmove b");
            begun.elapsed()
        };
        let times: Vec<Duration> = (0..4).map(time).collect();
        let in_time = |time: &Duration| (least..most).contains(&(time.as_millis() as u64));
        assert!(times.iter().any(in_time), "{settings}: {times:?}");
    }
    let exchanges = [
        ("time_settings", "? syntax error"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings -1 0 0", "? syntax error"),
        ("time_settings 1e300 1e300 1e300", "= "),
        ("kgs-time_settings", "? syntax error"),
        ("kgs-time_settings sudden 5", "? syntax error"),
        ("kgs-time_settings byoyomi 5 5 0", "? syntax error"),
        ("kgs-time_settings none", "= "),
        ("time_left c 5 0", "? invalid color"),
        ("time_left b nan 0", "? syntax error"),
    ];
    transcript(&["othello8"], &exchanges);
}

#[test]
fn an_analysis_of_othello_says_what_moves_are_worth() {
    let mut engine = Engine::start(&["gtp", "othello8", "--table", "8"]);
    engine.send("5 lz-analyze b 5\n");
    assert_eq!(engine.line(), "=5 ");
    let mut visits = 0;
    for _ in 0..3 {
        let line = engine.line();
        let moves: Vec<&str> = line.split("info ").skip(1).collect();
        let mut names: Vec<&str> = moves.iter().map(|told| told.split(' ').nth(1).unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["C4", "D3", "E6", "F5"], "{line}");
        let mut scores = Vec::new();
        for (order, told) in moves.iter().enumerate() {
            let words: Vec<&str> = told.split_whitespace().collect();
            let keys: Vec<&str> = words[..14].iter().step_by(2).copied().collect();
            assert_eq!(keys, ["move", "visits", "winrate", "scoreLead", "prior", "lcb", "order"], "{line}");
            assert_eq!((words[13], words[14], words[15]), (&order.to_string()[..], "pv", words[1]), "{line}");
            scores.push(words[7].parse::<i32>().unwrap());
            let now: u64 = words[3].parse().unwrap();
            assert!(now >= visits, "{line}");
            visits = now;
            let mut board = othello::Board::<8>::start();
            for name in &words[15..] {
                board.try_play(name.to_lowercase().parse::<othello::Move<8>>().unwrap()).unwrap();
            }
        }
        assert!(scores.is_sorted_by(|one, other| one >= other), "{line}");
    }
    // It is over soon after another command has come, which is answered then.
    let sent = Instant::now();
    engine.send("name\n");
    while !engine.line().is_empty() {}
    assert_eq!((engine.line(), engine.line()), ("= stonemask".to_owned(), String::new()));
    assert!(sent.elapsed() < Duration::from_secs(1));
    // A solved position is told until then, too.
    engine.send("quit\n");
    assert!(engine.end().0.success());
    let mut engine = Engine::start(&["gtp", "othello4", "--table", "8"]);
    engine.send("lz-analyze b 5\n");
    assert_eq!(engine.line(), "= ");
    let line = (0..4).map(|_| engine.line()).last().unwrap();
    assert!(line.contains(" winrate 0 scoreLead -8 "), "{line}");
    engine.send("\n");
    while !engine.line().is_empty() {}
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty());
}

#[test]
fn an_analysis_runs_until_there_is_more_input() {
    let mut engine = Engine::start(&["gtp", "nogo"]);
    engine.send("5 lz-analyze b 5\n");
    assert_eq!(engine.line(), "=5 ");
    for _ in 0..3 {
        let line = engine.line();
        let moves: Vec<Vec<&str>> = line.split("info ").skip(1).map(|told| told.split_whitespace().collect()).collect();
        assert_eq!(moves.len(), 81, "{line}");
        for (order, told) in moves.iter().enumerate() {
            let keys: Vec<&str> = told.iter().step_by(2).take(7).copied().collect();
            assert_eq!(keys, ["move", "visits", "winrate", "prior", "lcb", "order", "pv"], "{line}");
            let winrate: u32 = told[5].parse().unwrap();
            assert!(winrate <= 10_000 && told[11] == order.to_string() && told[1] == told[13], "{line}");
        }
    }
    // A bare newline ends it, and so does a command, which is answered then.
    let sent = Instant::now();
    engine.send("\n");
    while !engine.line().is_empty() {}
    assert!(sent.elapsed() < Duration::from_secs(2));
    engine.send("lz-analyze interval 5\nname\n");
    assert_eq!(engine.line(), "= ");
    while !engine.line().is_empty() {}
    assert_eq!((engine.line(), engine.line()), ("= stonemask".to_owned(), String::new()));
    // So does the end of the input.
    engine.send("lz-analyze 100000\n");
    let (status, rest) = engine.end();
    assert!(status.success());
    assert_eq!(rest, ["= ", ""]);
}

#[test]
fn a_move_is_found_while_its_analysis_is_shown() {
    for words in [
        &["gtp", "othello8", "--seconds", "0.5"][..],
        &["gtp", "gomoku", "--level", "2"],
        &["gtp", "nogo", "--seconds", "0.3"],
    ] {
        // An empty board of Gomoku has one move worth a look, and nothing is said of it.
        let (before, answered) = if words[1] == "gomoku" { ("play w h8\n", "= \n\n") } else { ("", "") };
        let asked = format!("{before}7 lz-genmove_analyze b interval 5\nundo\nlz-genmove_analyze x\n");
        let told = answers(words, &asked);
        let told = told.strip_prefix(answered).expect(&told);
        let (shown, rest) = told.strip_prefix("=7 \n").expect(told).split_once("\n\n").expect(told);
        let (lines, last) = shown.rsplit_once('\n').expect(told);
        assert!(lines.lines().all(|line| line.starts_with("info move ")), "{told}");
        let vertex = last.strip_prefix("play ").expect(told);
        assert!(lines.contains(&format!("move {vertex} ")) || words.contains(&"--level"), "{told}");
        assert_eq!(rest, "= \n\n? invalid color\n\n", "the move was played: {told}");
    }
}

#[test]
fn reg_genmove_plays_nothing_and_says_the_same_again() {
    let told = answers(&["gtp", "gomoku", "--player", "random"], "reg_genmove b\nreg_genmove b\nundo\n");
    let lines: Vec<&str> = told.split("\n\n").collect();
    assert_eq!((lines[0], lines[2]), (lines[1], "? cannot undo"));
}

#[test]
fn what_gtp_cannot_say_is_refused_at_the_start() {
    support::bad(
        &["gtp", "gomoku", "--rows", "26"],
        2,
        "--rows, --columns: GTP has names for 25 rows and columns at most",
    );
    support::bad(&["gtp", "othello8", "--rows", "8"], 2, "--rows does not apply to othello8");
    support::bad(&["--json", "gtp", "nogo"], 2, "--json does not apply to gtp");
    support::bad(&["--tier", "portable", "gtp", "nogo"], 2, "--tier does not apply to gtp");
}

/// Who reads the answers may go: then the engine ends, quietly.
#[cfg(unix)]
#[test]
fn a_reader_who_is_gone_ends_it_quietly() {
    use std::process::{Command, Stdio};
    let script = r#"(yes showboard | head -n 100000) | { "$0" gtp gomoku; echo "status $?" >&2; } | head -n 1"#;
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_stonemask")])
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "status 0\n");
}
