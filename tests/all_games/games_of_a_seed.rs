//! A seed gives the same random games on every tier, in any shares.

use crate::on_tiers::{on_best_tier, on_every_tier};
use crate::{gomoku_board, nogo_board, othello_board};
use std::sync::atomic::AtomicBool;
use stonemask::gomoku::{self, Rule, Size};
use stonemask::playout::{SHARE, Tally, playout_share, playouts, playouts_until};
use stonemask::{Game, Random, Tier, nogo, othello};

/// A digest of tallies: few words that no other games would give.
fn digest(tallies: &[Tally]) -> u64 {
    let numbers = tallies.iter().flat_map(|tally| [tally.wins[0], tally.wins[1], tally.draws, tally.plies]);
    numbers.fold(0, |digest, number| Random::new(digest ^ number).next_u64())
}

/// Games from one position and from several, on every tier; they are those of the digest. The
/// numbers of games are such that places are given to further games, and that the last of them stay
/// without one.
fn the_same<G: Game>(positions: &[G], expected: [u64; 2]) {
    let few = positions.len().div_ceil(2);
    on_every_tier(|tier| {
        let found = [digest(&playouts(&positions[..1], 1333, 5)), digest(&playouts(&positions[..few], 150, 6))];
        assert_eq!(found, expected, "{tier}, {}", positions[0]);
    });
}

#[test]
fn othello() {
    fn positions<const N: usize>() -> Vec<othello::Board<N>> {
        let mut random = Random::new(1);
        std::iter::once(othello::Board::start()).chain((0..9).map(|_| othello_board(&mut random))).collect()
    }
    the_same(&positions::<8>(), [0x8bdb_a13c_afdf_586c, 0xd94f_4f17_2e64_8d98]);
    the_same(&positions::<6>(), [0xc4ae_8d46_4c5b_1f10, 0x4d49_45de_8b6c_3897]);
    the_same(&positions::<4>(), [0x6e3e_b170_7238_42af, 0xde97_3a83_ca91_053d]);
}

#[test]
fn nogo() {
    let mut random = Random::new(2);
    let boards = (0..9).map(|index| nogo_board(9 - index % 4, 9 - index % 3, &mut random));
    the_same(&[vec![nogo::Board::start()], boards.collect()].concat(), [0x5080_1099_b71f_ec30, 0x04f1_347b_6f58_4eff]);
    the_same(
        &[nogo::Board::with_centre_forbidden(nogo::Shape::FULL).unwrap()],
        [0x20d5_e64f_8167_dfab, 0xcb80_93ed_3c68_3521],
    );
}

#[test]
fn gomoku() {
    let mut random = Random::new(3);
    let boards = (0..9).map(|index| gomoku_board(9 - index % 4, 9 - index % 3, &mut random));
    let start = gomoku::Board::with_size(Size::new(15, 15).unwrap(), Rule::Freestyle);
    the_same(&[vec![start], boards.collect()].concat(), [0xa153_c589_e469_2a8f, 0x1d24_87bd_bed7_4d93]);
}

/// Shares, played alone and in any order, add up to all.
#[test]
fn shares_are_the_whole() {
    fn shares<G: Game>(start: &G) {
        let (positions, never) = ([start.clone()], AtomicBool::new(false));
        let games = 2 * SHARE + 77;
        let mut sum = Tally::default();
        for index in [2, 0, 3, 1] {
            let mut tally = [Tally::default()];
            playout_share(&positions, games, index, 9, &mut tally, &never).unwrap();
            assert_eq!(tally[0].games(), [SHARE, SHARE, 77, 0][index as usize]);
            sum += tally[0];
        }
        let mut whole = [Tally { draws: 5, ..Tally::default() }];
        playouts_until(&positions, games, 9, &mut whole, &never).unwrap();
        assert_eq!(whole[0], sum);
    }
    if Tier::best() < Tier::Avx2 {
        eprintln!("not tried: {} takes long for this number of games", Tier::best());
        return;
    }
    on_best_tier(|| {
        shares(&othello::Board::<4>::start());
        shares(&nogo::Board::with_shape(nogo::Shape::new(3, 4, nogo::PointSet::EMPTY).unwrap()));
        shares(&gomoku::Board::with_size(Size::new(5, 5).unwrap(), Rule::Freestyle));
    });
}
