//! `stonemask gtp`: the Go Text Protocol, version 2 (draft 2 of its specification), for all games,
//! with what GoGui asks of games that are not Go.

mod analysis;
mod session;
mod vertex;

use super::inbox::Inbox;
use super::player::Seat;
use crate::error::Failure;
use crate::games::{Name, Playable, Recorded, Shape, each};
use clap::Args;
use session::Session;
use std::io::{self, Write};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    seat: Seat,
}

/// Answers the commands of a controller until it has no more.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, shape, seat } = arguments;
    game.check(shape)?;
    each!(game, G => serve(G::begin(shape)?, seat))
}

fn serve<T: Playable>(board: T, seat: &Seat) -> Result<(), Failure> {
    let (rows, columns) = board.extent();
    if rows.max(columns) > vertex::MOST {
        let most = vertex::MOST;
        return Err(Failure::bad_input(format!(
            "--rows, --columns: GTP has names for {most} rows and columns at most"
        )));
    }
    let session = Session::new(board, seat.clone())?;
    super::converse(|inbox, out| session.run(inbox, out))
}

/// A whole conversation, for fuzzing: what is answered to these bytes.
pub(crate) fn answer(game: Name, bytes: &[u8]) -> Vec<u8> {
    fn session<T: Playable>(board: T, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let session = Session::new(board, Seat::quick()).expect("there is memory for a small table");
        session.run(&mut Inbox::of(bytes), out)
    }
    let mut out = Vec::new();
    let told = each!(game, G => session(G::usual(), bytes, &mut out));
    told.expect("memory takes all that is written");
    out
}
