//! Vectors with an entry for each node of a graph, for walks over small parts of large graphs. A
//! thread keeps one of each type, and a walk clears only what it has set.

use std::cell::Cell;
use std::thread::LocalKey;

/// The entry of such a vector for a node.
pub(crate) trait Entry: Clone + Default + 'static {
    fn kept() -> &'static LocalKey<Cell<Vec<Self>>>;
}

macro_rules! entries {
    ($($entry:ty),*) => {$(
        impl Entry for $entry {
            fn kept() -> &'static LocalKey<Cell<Vec<$entry>>> {
                thread_local! { static KEPT: Cell<Vec<$entry>> = const { Cell::new(Vec::new()) }; }
                &KEPT
            }
        }
    )*};
}
entries!(bool, u32, u64);

/// A vector of at least this length, with nothing set.
pub(crate) fn take<T: Entry>(length: usize) -> Vec<T> {
    let mut entries = T::kept().take();
    if entries.len() < length {
        entries.resize(length, T::default());
    }
    entries
}

/// Gives a vector back, in which at most the entries of `nodes` are set.
pub(crate) fn give_back<T: Entry>(mut entries: Vec<T>, nodes: &[usize]) {
    nodes.iter().for_each(|&node| entries[node] = T::default());
    T::kept().set(entries);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_set_in_a_vector_that_was_given_back() {
        for length in [3, 10, 5] {
            let (mut one, other) = (take::<u32>(length), take::<u32>(2 * length));
            assert!(one.len() >= length && other.len() >= 2 * length);
            assert!(one.iter().chain(&other).all(|&entry| entry == 0));
            one[1] = 7;
            one[2] = 8;
            give_back(other, &[]);
            give_back(one, &[1, 2]);
        }
    }
}
