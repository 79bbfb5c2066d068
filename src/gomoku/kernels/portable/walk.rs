//! The founding document's scan of the cell vector.

/// The runs through a stone.
///
/// # Safety
/// As asm/gomoku/runs.inc says.
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
