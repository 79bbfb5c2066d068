//! Calls of Othello's kernels.

use crate::trampoline::{Argument, Call, Memory, bytes};
use stonemask::Random;
use stonemask::game::Game;
use stonemask::internals::othello::{PLANE_COUNT, STAGE_BYTES};
use stonemask::othello::{Board, Kernels, Packed6, Position, SquareSet};

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
            // Without squares nothing may be written.
            let squares = if random.below(8) == 0 { 0 } else { board.legal_moves().bits() };
            let children = Memory::output(16 * squares.count_ones() as usize, 8);
            (vec![Wide(own), Wide(opponent), Wide(squares), At(children)], 0)
        }
        "last_plies_8x8" | "last_plies_inner" => {
            // A full board of any discs, but for some squares.
            let is_inner = kernel == "last_plies_inner";
            let mut discs = if is_inner { inner } else { u64::MAX };
            let full = discs.count_ones();
            let empties = 5 + random.below(4);
            while discs.count_ones() > full - empties {
                discs &= !(1 << random.below(64));
            }
            let own = random.next_u64() & discs;
            let (alpha, scoring) = (random.below(128).wrapping_sub(64), random.below(3));
            let room = Memory::in_place(vec![0; 1280], 64).room(0..1280);
            let mut arguments = vec![Wide(own), Wide(discs & !own), Narrow(alpha), Narrow(scoring), At(room)];
            if is_inner {
                arguments.push(Wide(inner));
            }
            (arguments, 64)
        }
        "evaluate_children" | "best_reply" => {
            let (discs, mine) = (random.next_u64() & inner, random.next_u64());
            let [own, opponent] = [discs & mine, discs & !mine];
            let set = |bits| SquareSet::<6>::from_bits(bits).unwrap();
            let moves = Position::new(set(own), set(opponent)).unwrap().legal_moves();
            // Six rows of 64 entries, the empty board's, and the squares', of 32 numbers; 26 of the greatest stay within the weights.
            let tables: Vec<u16> = (0..(6 * 64 + 1 + 64) * 32).map(|_| random.below(1000) as u16).collect();
            let weights: Vec<u8> = (0..STAGE_BYTES).map(|_| random.next_u64() as u8).collect();
            let mut arguments = vec![
                At(Memory::input(bytes(&[own, opponent]), 8)),
                At(Memory::input(weights, 1)),
                At(Memory::input(bytes(&tables), 64)),
            ];
            if kernel == "best_reply" {
                arguments.push(Narrow(random.next_u64() as u32));
                (arguments, 32)
            } else {
                let count = moves.len().next_multiple_of(2) as usize;
                arguments.extend([At(Memory::output(16 * count, 8)), At(Memory::output(8 * count, 4))]);
                (arguments, 64)
            }
        }
        "packed6_outflank" => (vec![At(Memory::input(packed6(random), 4)), colour, cell], 32),
        "packed6_move" => (vec![At(Memory::in_place(packed6(random), 4)), colour, cell], 64),
        _ if kernel.starts_with("batch_") => return batch(kernel, random),
        "bitslices_plies_8x8" | "bitslices_plies_6x6" | "bitslices_plies_4x4" => {
            let enough = Wide(random.below(700).into());
            (vec![At(slices(random)), Wide(1 + u64::from(random.below(2))), enough], 64)
        }
        "bitslices_finish" => (vec![At(slices(random))], 0),
        "bitslices_launch" => (vec![At(slices(random)), Wide(random.next_u64()), Wide(random.next_u64())], 0),
        _ => return None,
    };
    Some(Call { arguments, result_bits })
}

/// Kernels of many boards, on few of them.
fn batch(kernel: &str, random: &mut Random) -> Option<Call> {
    use Argument::{Memory as At, Wide};
    let board = if kernel.ends_with("_inner") { SquareSet::<6>::ALL.bits() } else { u64::MAX };
    let boards = random.below(20) as usize;
    let (own, opponent): (Vec<u64>, Vec<u64>) = (0..boards)
        .map(|_| {
            let (occupied, own) = (random.next_u64() & board, random.next_u64());
            (occupied & own, occupied & !own)
        })
        .unzip();
    let input = |numbers: &[u64]| At(Memory::input(bytes(numbers), 8));
    let output = |count: usize| At(Memory::output(8 * count, 8));
    let mut arguments = vec![input(&own), input(&opponent)];
    let count = Wide(boards as u64);
    let mut result_bits = 0;
    match kernel {
        "batch_moves_8x8" => arguments.extend([output(boards), count]),
        "batch_moves_inner" => arguments.extend([output(boards), count, Wide(board)]),
        "batch_mobility_8x8" => arguments.extend([At(Memory::output(boards, 1)), count]),
        "batch_mobility_inner" => arguments.extend([At(Memory::output(boards, 1)), count, Wide(board)]),
        "batch_flips" => {
            let squares = (0..boards).map(|_| random.below(64) as u8).collect();
            arguments.extend([At(Memory::input(squares, 1)), output(boards), count]);
        }
        "batch_children" => {
            let sets: Vec<u64> = own
                .iter()
                .zip(&opponent)
                .map(|(own, opponent)| !(own | opponent) & random.next_u64() & random.next_u64())
                .collect();
            let children = sets.iter().map(|set| set.count_ones() as usize).sum();
            arguments.extend([input(&sets), count, output(children), output(children)]);
            result_bits = 64;
        }
        _ => return None,
    }
    Some(Call { arguments, result_bits })
}

/// Any slices: the side to move, then what may be anything.
fn slices(random: &mut Random) -> Memory {
    let mut words: Vec<u64> = (0..40 + 8 * PLANE_COUNT).map(|_| random.next_u64()).collect();
    words[0] &= 1;
    Memory::in_place(bytes(&words), 64)
}

/// Any packed state: t among padding that the kernel must not care about, free, pos.
fn packed6(random: &mut Random) -> Vec<u8> {
    let [t, free, pos] = [(); 3].map(|()| random.next_u64() as u32);
    bytes(&[t & !0xf0, free, pos & free])
}
