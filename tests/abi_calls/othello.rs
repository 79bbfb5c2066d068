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
        "last_four" => {
            // A full board of the discs at hand, but for four squares.
            let mut bits: Vec<u32> = (0..64).collect();
            let squares: [u32; 4] = [(); 4].map(|()| bits.swap_remove(random.below(bits.len() as u32) as usize));
            let discs: u64 = bits.into_iter().map(|bit| 1 << bit).sum();
            let own = random.next_u64() & discs;
            let squares = u32::from_le_bytes(squares.map(|bit| bit as u8));
            let (alpha, scoring) = (random.below(128).wrapping_sub(64), random.below(3));
            (vec![Wide(own), Wide(discs & !own), Narrow(squares), Narrow(alpha), Narrow(scoring)], 64)
        }
        "pattern_sums" => {
            let count = 1 + random.below(5) as usize;
            let discs = |random: &mut Random| {
                let (discs, own) = (random.next_u64() & inner, random.next_u64());
                [discs & own, discs & !own]
            };
            let positions: Vec<u64> = (0..count).flat_map(|_| discs(random)).collect();
            // Six rows of 64 entries and the empty board's, of 32 numbers; 13 of them, twice the most, stay within the weights.
            let tables: Vec<u16> = (0..(6 * 64 + 1) * 32).map(|_| random.below(200) as u16).collect();
            let weights: Vec<u8> = (0..19 * 200).map(|_| random.next_u64() as u8).collect();
            let memory = [
                At(Memory::input(bytes(&positions), 8)),
                Wide(count as u64),
                At(Memory::input(weights, 1)),
                At(Memory::input(bytes(&tables), 64)),
                At(Memory::output(4 * count, 4)),
            ];
            (memory.into(), 0)
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
