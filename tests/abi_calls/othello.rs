//! Calls of Othello's kernels.

use crate::abi_support::{Argument, Call, Memory, bytes};
use stonemask::Random;
use stonemask::game::Game;
use stonemask::othello::{Board, Kernels, Packed6, SquareSet};

// The layout that the packed states here assume; their padding is not the kernels' to rely on.
const _: () = assert!(size_of::<Packed6>() == 12 && align_of::<Packed6>() == 4);

pub(super) fn call(kernel: &str, random: &mut Random) -> Option<Call> {
    use Argument::{Memory as At, Narrow, Wide};
    let mut board = Board::<8>::start();
    for _ in 0..random.below(60) {
        board.play_random(Kernels::best(), random);
    }
    let inner = SquareSet::<6>::ALL.bits();
    let (own, opponent) = (board.position().own().bits(), board.position().opponent().bits());
    let square = Narrow(random.below(64));
    let (colour, cell) = (Narrow(random.below(2)), Narrow(4 + random.below(32)));
    let (arguments, result_bits) = match kernel {
        "legal_moves_8x8" => (vec![Wide(own), Wide(opponent)], 64),
        "mobility_8x8" => (vec![Wide(own), Wide(opponent)], 32),
        "legal_moves_inner" => (vec![Wide(own & inner), Wide(opponent & inner), Wide(inner)], 64),
        "mobility_inner" => (vec![Wide(own & inner), Wide(opponent & inner), Wide(inner)], 32),
        "flips" => (vec![Wide(own), Wide(opponent), square], 64),
        "outflanks" => (vec![Wide(own), Wide(opponent), square], 32),
        "children" => {
            let moves = board.legal_moves();
            let children = Memory::output(16 * moves.len() as usize, 8);
            (vec![Wide(own), Wide(opponent), Wide(moves.bits()), At(children)], 0)
        }
        "packed6_outflank" => (vec![At(Memory::input(packed6(random), 4)), colour, cell], 32),
        "packed6_move" => (vec![At(Memory::in_place(packed6(random), 4)), colour, cell], 64),
        _ => return None,
    };
    Some(Call { arguments, result_bits })
}

/// Any packed state: t among padding that the kernel must not care about, free, pos.
fn packed6(random: &mut Random) -> Vec<u8> {
    let [t, free, pos] = [(); 3].map(|()| random.next_u64() as u32);
    bytes(&[t & !0xf0, free, pos & free])
}
