//! Arrays of one row a game, shared out among threads.

use rayon::ThreadPool;

/// A container of something for each of many games.
pub(crate) trait Split: Sized + Send {
    /// The first `games` games, and the others.
    fn split(self, games: usize) -> (Self, Self);
}

/// Items that are written, `width` of them a game.
pub(crate) struct Rows<'a, T> {
    pub(crate) items: &'a mut [T],
    pub(crate) width: usize,
}

impl<T: Send> Split for Rows<'_, T> {
    fn split(self, games: usize) -> (Self, Self) {
        let Rows { items, width } = self;
        let (first, others) = items.split_at_mut(games * width);
        (Rows { items: first, width }, Rows { items: others, width })
    }
}

impl<T: Sync> Split for &[T] {
    fn split(self, games: usize) -> (Self, Self) {
        self.split_at(games)
    }
}

impl<S: Split> Split for Option<S> {
    fn split(self, games: usize) -> (Self, Self) {
        self.map(|some| some.split(games)).map_or((None, None), |(first, others)| (Some(first), Some(others)))
    }
}

impl<S: Split, T: Split> Split for (S, T) {
    fn split(self, games: usize) -> (Self, Self) {
        let ((first, others), (second, other_seconds)) = (self.0.split(games), self.1.split(games));
        ((first, second), (others, other_seconds))
    }
}

/// Items that are read, `width` of them a game.
pub(crate) struct Read<'a, T> {
    pub(crate) items: &'a [T],
    pub(crate) width: usize,
}

impl<T: Sync> Split for Read<'_, T> {
    fn split(self, games: usize) -> (Self, Self) {
        let Read { items, width } = self;
        let (first, others) = items.split_at(games * width);
        (Read { items: first, width }, Read { items: others, width })
    }
}

/// The number of the first game.
pub(crate) struct First(pub(crate) usize);

impl Split for First {
    fn split(self, games: usize) -> (Self, Self) {
        (First(self.0), First(self.0 + games))
    }
}

impl Split for () {
    fn split(self, _: usize) -> ((), ()) {
        ((), ())
    }
}

/// A container of some of the games, which works on them in one thread.
pub(crate) trait Part: Send {
    /// How many games it holds.
    fn games(&self) -> usize;
}

/// Does `work` with every part and what belongs to its games, in the threads of the pool or,
/// without one, in this; the first error, by the order of the parts. Nothing is allocated.
pub(crate) fn share<P: Part, S: Split, E: Send>(
    pool: Option<&ThreadPool>,
    parts: &mut [P],
    rows: S,
    work: &(impl Fn(&mut P, S) -> Result<(), E> + Sync),
) -> Result<(), E> {
    match pool {
        Some(pool) if parts.len() > 1 => pool.install(|| fork(parts, rows, work)),
        _ => {
            let mut left = rows;
            for part in parts {
                let rows;
                (rows, left) = left.split(part.games());
                work(part, rows)?;
            }
            Ok(())
        }
    }
}

/// [`share`] in the pool of threads that it runs in.
fn fork<P: Part, S: Split, E: Send>(
    parts: &mut [P],
    rows: S,
    work: &(impl Fn(&mut P, S) -> Result<(), E> + Sync),
) -> Result<(), E> {
    match parts {
        [] => Ok(()),
        [part] => work(part, rows),
        _ => {
            let (first, others) = parts.split_at_mut(parts.len() / 2);
            let (rows, other_rows) = rows.split(first.iter().map(Part::games).sum());
            let (first, others) = rayon::join(|| fork(first, rows, work), || fork(others, other_rows, work));
            first.and(others)
        }
    }
}
