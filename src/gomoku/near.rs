//! The rows around a point, packed into words: is a stone there in a run of five or more?

/// The words of an axis through a point of 16-bit rows: where in four rows, packed into a word, its
/// cells lie.
type Masks = [u64; 16];

/// By column, the cells of the four rows above, and of the four below, that lie on the diagonal
/// down to the right, and on that down to the left.
static FALLING: [Masks; 2] = [masks(-4, 1), masks(1, 1)];
static RISING: [Masks; 2] = [masks(-4, -1), masks(1, -1)];

/// Four rows, the first of them some rows from the point's.
const fn masks(first: isize, right: isize) -> Masks {
    let mut masks = [0; 16];
    let mut column = 0;
    while column < 16 {
        let mut row = 0;
        while row < 4 {
            let at = column + (first + row) * right;
            if at >= 0 && at < 16 {
                masks[column as usize] |= 1 << (16 * row + at);
            }
            row += 1;
        }
        column += 1;
    }
    masks
}

/// A row of 16 bits, with the four above and the four below it, the topmost in the lowest bits.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) above: u64,
    pub(super) middle: u16,
    pub(super) below: u64,
}

impl Near {
    /// Whether a stone in the middle row, in this column, is in a run of five or more.
    #[inline(always)]
    pub(super) fn five(self, column: u32) -> bool {
        let Near { above, middle, below } = self;
        let column = column as usize % 16;
        // Each row's cell of an axis is another bit of its 16, which a multiplication brings
        // together in the highest 16.
        let gather = |cells: u64| cells.wrapping_mul(0x0001_0001_0001_0001) >> 48;
        let back = |cells: u64, columns: usize| cells.rotate_right(columns as u32);
        let falling = gather(back(above & FALLING[0][column], column + 60))
            | gather(back(below & FALLING[1][column], column + 1)) << 5;
        let rising = gather(back(above & RISING[0][column], column + 1)) << 5
            | gather(back(below & RISING[1][column], column + 60));
        let upright = |cells: u64| (cells >> column & 0x0001_0001_0001_0001).wrapping_mul(0x0001_0002_0004_0008) >> 48;
        let down = upright(above) | upright(below) << 5;
        let along = (u64::from(middle) << 4 >> column) & 0x1ff;
        any(along, down, falling, rising)
    }
}

/// Whether one of four axes, each nine cells around the stone, has five in a row with it.
#[inline(always)]
fn any(along: u64, down: u64, falling: u64, rising: u64) -> bool {
    let stone = 0x0010_0010_0010_0010;
    let axes = along | down << 16 | falling << 32 | rising << 48 | stone;
    let two = axes & axes >> 1;
    two & two >> 2 & axes >> 4 != 0
}
