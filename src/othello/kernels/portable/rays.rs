//! The discs that a disc turns, along the eight rays from its square.

/// The rays from a square: four to higher bits, then four to lower ones.
pub(super) type Rays = [u64; 8];

/// The rays of the 8x8 frame, by square.
pub(super) static RAYS: [Rays; 64] = rays::<8, 64>();

/// The rays from each square of a board whose rows are `SIDE` bits.
pub(super) const fn rays<const SIDE: usize, const SQUARES: usize>() -> [Rays; SQUARES] {
    const STEPS: [(isize, isize); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
    let mut rays = [[0; 8]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = STEPS[direction];
            let (mut row, mut column) = ((square / SIDE) as isize + down, (square % SIDE) as isize + right);
            while row >= 0 && row < SIDE as isize && column >= 0 && column < SIDE as isize {
                rays[square][direction] |= 1 << (row * SIDE as isize + column);
                (row, column) = (row + down, column + right);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The opponent's discs between the rays' square and the nearest square of each ray that is not the
/// opponent's, where that is an own disc.
#[inline(always)]
pub(super) fn turned(own: u64, opponent: u64, rays: &Rays) -> u64 {
    let (higher, lower) = rays.split_at(4);
    let mut flips = 0;
    for &ray in higher {
        let ends = ray & !opponent;
        let end = ends & ends.wrapping_neg() & own;
        flips |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for &ray in lower {
        // The highest of the ends; where there is none, square 0, which is then no end on the ray.
        let ends = ray & !opponent;
        let end = 1 << ((ends | 1).ilog2()) & ends & own;
        flips |= ray & (end << 1).wrapping_neg();
    }
    flips
}
