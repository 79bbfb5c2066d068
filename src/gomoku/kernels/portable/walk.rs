//! The founding document's scan of the cell vector. In assembly it was no faster: its time is that of runs whose ends no processor
//! predicts.

/// The runs through a stone, sixteen bits an axis, from the lowest: along the row, down the column, down to the right, down to the
/// left. Bits 0-6 are the stones in the run, the given one included; bits 7-12 how many of them come before it in the vector; bits
/// 13-14 how many ends of the run touch a stone of the other colour.
///
/// As the document has it, a walk each way is ended by another colour, an empty cell or a limit. On a diagonal the limit is the nearer
/// of two edges, so that no walk enters another row than the next. The cursor's 20 is a multiple of 4, so the low two bits of a cell
/// are the stone.
///
/// # Safety
/// `cells`: rows * columns of them, row after row, each 0 empty, 1 black or 2 white, or 20 more under the cursor; rows, columns: 1 to
/// 64; position < rows * columns, with a stone on it.
pub(in crate::gomoku::kernels) unsafe fn runs(cells: *const u8, rows: u32, columns: u32, position: u32) -> u64 {
    let (rows, columns, position) = (rows as usize, columns as usize, position as usize);
    // SAFETY: the caller's vector has a cell for each point.
    let cells = unsafe { std::slice::from_raw_parts(cells, rows * columns) };
    let colour = cells[position] & 3;
    let (up, left) = (position / columns, position % columns);
    let (down, right) = (rows - 1 - up, columns - 1 - left);
    // The steps in the vector, and how many cells there are before the stone and after it.
    let axes = [
        (1, left, right),
        (columns, up, down),
        (columns + 1, up.min(left), down.min(right)),
        (columns - 1, up.min(right), down.min(left)),
    ];
    let mut runs = 0;
    for (axis, (step, before, after)) in axes.into_iter().enumerate() {
        let walk = |step: usize, limit: usize| {
            let (mut count, mut at) = (0, position);
            while count < limit {
                at = at.wrapping_add(step);
                let cell = cells[at] & 3;
                if cell != colour {
                    return (count as u64, u64::from(cell != 0));
                }
                count += 1;
            }
            (count as u64, 0)
        };
        let ((before, blocked_before), (after, blocked_after)) = (walk(step.wrapping_neg(), before), walk(step, after));
        let run = (before + 1 + after) | before << 7 | (blocked_before + blocked_after) << 13;
        runs |= run << (16 * axis);
    }
    runs
}
