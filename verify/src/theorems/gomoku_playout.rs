//! Gomoku's random games of one board: memory, frame and the numbers drawn, but not how a game ends.

use super::{Case, Theorem};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::image::Kernel;
use crate::memory::{Form, ObjectId, Part};
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{SAVED, State};
use crate::word::Word;
use iced_x86::{Mnemonic, OpKind, Register};

/// How a game lies in memory: `SingleGame` of src/gomoku/single_game.rs.
#[derive(Clone, Copy)]
struct Layout {
    /// Bits of a row's and of a column's number, at most.
    coordinate: usize,
    /// Bytes of a side's lines.
    side: i64,
    /// Bits of the number of points listed.
    count: usize,
    points: u64,
}

fn layout(kernel: &Kernel) -> Layout {
    match kernel.family() {
        "gomoku_playout_16" => Layout { coordinate: 4, side: 256, count: 8, points: 225 },
        _ => Layout { coordinate: 6, side: 4096, count: 13, points: 4096 },
    }
}

pub(super) fn theorems() -> Vec<Theorem> {
    [("gomoku_playout_16", 1), ("gomoku_playout_64", 4)]
        .map(|(family, quick_one_of)| Theorem {
            family,
            claim: "memory and frame, for any points listed; a draw is below the points left, which fall by one; plies and code in range",
            cases: |_| {
                [
                    Case::new("entry", |proof| from(proof, None)),
                    Case::new("a ply", |proof| from(proof, Some(0))),
                    Case::new("a number", |proof| from(proof, Some(1))),
                    Case::new("a draw", |proof| from(proof, Some(2))),
                ]
                .into()
            },
            quick_one_of,
        })
        .into()
}

/// A game, and the contents of its list.
struct Game {
    object: ObjectId,
    /// How many points are listed on entry.
    listed: Bits,
}

fn game(proof: &mut Proof, Layout { coordinate, side, count, points }: Layout) -> Game {
    let (listed, to_move) = (proof.graph.inputs(count), proof.graph.input());
    let none = proof.graph.is_zero(&listed);
    let most = number(points, count);
    let too_many = proof.graph.below(&most, &listed);
    proof.assume(!none);
    proof.assume(!too_many);
    // A point: 256 * row + column.
    let coordinate = resized(&vec![Lit::TRUE; coordinate], 8);
    let mut fixed = resized(&listed, 32);
    fixed.extend(resized(&[to_move], 32));
    let any = |bytes: usize| Form::Within(vec![Lit::TRUE; 8 * bytes]);
    let counter = 2 * side;
    let parts = vec![
        Part { from: 0, form: any(1) },
        Part { from: counter, form: any(1) },
        Part { from: counter + 8, form: Form::Fixed(fixed) },
        Part { from: counter + 16, form: Form::Within([coordinate.clone(), coordinate].concat()) },
    ];
    let mut bytes = vec![Lit::FALSE];
    bytes.extend_from_slice(&listed);
    let length = proof.graph.add(&resized(&bytes, 64), &number((counter + 16).cast_unsigned(), 64));
    let object = proof.world.formed("the game", length, 64, true, parts);
    Game { object, listed }
}

/// What holds at three places: where a ply starts, where a number has been drawn, and where it has become a draw.
fn places(proof: &mut Proof, entry: &State, game: &Game, layout: Layout) -> Result<[Place; 3]> {
    let [ply, drawn] = proof.kernel.loop_heads()[..] else { refuse!("not two places that are come back to") };
    let product = proof.kernel.instructions.values().find(|i| {
        i.mnemonic() == Mnemonic::Imul && i.op1_kind() == OpKind::Register && i.op1_register() == Register::R9
    });
    let product = product.ok_or_else(|| Refused::new("no number is multiplied by the points left"))?.ip();
    let mut places = [ply, product, drawn].map(Place::new);
    let [_, number_drawn, draw] = [0, 1, 2];
    for (index, place) in places.iter_mut().enumerate() {
        let graph = &mut proof.graph;
        place.pushed(entry, &SAVED);
        place.is(Register::RDI, Word::at(game.object, 0));
        // The side to move has the first lines or the second ones.
        let mut own = zeros(64);
        own[layout.side.trailing_zeros() as usize] = place.any(graph, 1)[0];
        place.is(Register::RSI, Word::beside(game.object, own));
        let both =
            Word::at(game.object, 0).joined(&Word::at(game.object, 0), 1, number(layout.side.cast_unsigned(), 64));
        place.is(Register::RBP, both);
        place.is(Register::R15, Word::number(resized(&game.listed, 64)));
        let left = place.number(graph, Register::R9, layout.count);
        let (none, more) = (graph.is_zero(&left), graph.below(&game.listed, &left));
        place.conditions.push(("points are left", !none));
        place.conditions.push(("no more than were listed", !more));
        place.number(graph, Register::R8, 64);
        if index == number_drawn {
            place.number(graph, Register::RAX, 32);
        }
        if index == draw {
            let product = place.number(graph, Register::RAX, 64);
            let below = graph.below(&product[32..], &resized(&left, 32));
            place.conditions.push(("the draw is below the points left", below));
        }
    }
    Ok(places)
}

fn from(proof: &mut Proof, start: Option<usize>) -> Result<()> {
    let layout = layout(proof.kernel);
    let game = game(proof, layout);
    let entry = proof.entry(&[Word::at(game.object, 0)]);
    let places = places(proof, &entry, &game, layout)?;
    let reached = match start {
        None => proof.enter(&entry, &places)?,
        Some(index) => proof.leave(&places[index], &entry, &places)?,
    };
    if let (Some(2), Some(next)) = (start, reached.places.get(&places[0].at)) {
        let left = places[2].word(Register::R9).as_number()?.to_vec();
        let fewer = proof.graph.sub(&left, &number(1, 64));
        let found = next.number(Register::R9)?;
        proof.show_equal("one point less is left", &found, &fewer)?;
    }
    if let Some(end) = reached.returned {
        let result = proof.result(&end, 32)?;
        let graph = &mut proof.graph;
        let (plies, listed) = (&result[..16], resized(&game.listed, 16));
        let (none, more) = (graph.is_zero(plies), graph.below(&listed, plies));
        let both = graph.and(result[16], result[17]);
        let above = graph.any(&result[18..]);
        let wrong = graph.any(&[none, more, both, above]);
        proof.show_on(
            end.path,
            "the plies are some of those that there were points for, and the code is 0, 1 or 2",
            !wrong,
        )?;
    }
    Ok(())
}
