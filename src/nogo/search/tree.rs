//! The tree: positions, the moves from them, and what is known of both.

use super::settings::{Powers, Settings, lead};
use crate::kernel::memory;
use crate::nogo::kernels::Kernels;
use crate::nogo::point::Point;
use crate::nogo::state::Board;
use std::collections::TryReserveError;

/// A game that is won, in the sums of values.
pub(super) const ONE: u64 = 1 << 20;

/// The proof of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    None,
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Of all visits, for the side that has moved here.
    sum: u64,
    pub(super) visits: u32,
    /// Visits whose value is not known yet; they count as lost.
    pending: u32,
    /// The moves from here, the best prior first.
    first: u32,
    moves: u8,
    /// How many of the moves, from the first on, have a node.
    opened: u8,
    /// How many of them are proved to lose.
    lost_moves: u8,
    pub(super) proof: Proof,
}

/// A move from a position.
#[derive(Clone, Copy, Debug)]
struct Edge {
    node: u32,
    prior: u16,
    point: Point,
}

/// The positions that were looked at; their number is limited.
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    most_nodes: usize,
    most_edges: usize,
}

/// The number of the position that the search is about.
pub(super) const ROOT: u32 = 0;

impl Tree {
    /// An empty tree of at most this many bytes; at least two positions and their moves.
    ///
    /// # Errors
    /// If the allocation fails.
    pub(super) fn new(bytes: usize) -> Result<Tree, TryReserveError> {
        // Every third position or so has its moves in the tree.
        let most_nodes = (bytes / 6 / size_of::<Node>()).clamp(1 << 8, u32::MAX as usize);
        let most_edges = (bytes / 6 * 5 / size_of::<Edge>()).clamp(1 << 8, u32::MAX as usize);
        Ok(Tree { nodes: memory::reserved(most_nodes)?, edges: memory::reserved(most_edges)?, most_nodes, most_edges })
    }

    pub(super) fn bytes(&self) -> usize {
        self.most_nodes * size_of::<Node>() + self.most_edges * size_of::<Edge>()
    }

    /// Forgets all positions but the root, of which nothing is known.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::NEW);
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// The moves of a position that have a node, the best prior first.
    pub(super) fn opened(&self, node: u32) -> impl Iterator<Item = (Point, u32)> {
        let Node { first, opened, .. } = *self.node(node);
        self.edges[first as usize..][..opened.into()].iter().map(|edge| (edge.point, edge.node))
    }

    /// The moves of a position without one.
    pub(super) fn unopened(&self, node: u32) -> impl Iterator<Item = Point> {
        let Node { first, opened, moves, .. } = *self.node(node);
        self.edges[first as usize..][opened.into()..moves.into()].iter().map(|edge| edge.point)
    }

    /// Goes down from the root to a position whose value is wanted; `None` where the last position
    /// is proved to be won instead. The positions on the way are written to `path`, and wait for a
    /// value.
    pub(super) fn descend(
        &mut self,
        root: &Board,
        settings: &Settings,
        prior: &Powers,
        path: &mut Vec<u32>,
    ) -> Option<Board> {
        let (mut at, mut board) = (ROOT, *root);
        loop {
            path.push(at);
            self.nodes[at as usize].pending += 1;
            let node = self.nodes[at as usize];
            if at != ROOT && node.visits == 0 {
                return Some(board);
            }
            if node.moves == 0 && !self.expand(at, &board, prior) {
                return Some(board);
            }
            if self.nodes[at as usize].proof != Proof::None {
                self.prove_up(path);
                return None;
            }
            let Some((point, child)) = self.choose(at, settings) else { return Some(board) };
            board.play_unchecked(point);
            at = child;
        }
    }

    /// Writes the moves of a position into the tree; false, and nothing written, where there is no
    /// room. If one of them leaves the opponent without a move, the position is won (without prior
    /// that is seen later).
    fn expand(&mut self, at: u32, board: &Board, prior: &Powers) -> bool {
        let count = board.legal_moves().len() as usize;
        let first = self.edges.len();
        if first + count > self.most_edges || self.nodes.len() == self.most_nodes {
            return false;
        }
        let node = &mut self.nodes[at as usize];
        (node.first, node.moves) = (first as u32, count as u8);
        if prior.are_one() {
            let edge = |point| Edge { node: u32::MAX, prior: u16::MAX / count as u16, point };
            self.edges.extend(board.legal_moves().iter().map(edge));
            return true;
        }
        let mut leads = [0; 81];
        let mut wins = None;
        Kernels::in_use().for_each_child(board, |point, child| {
            let index = self.edges.len() - first;
            leads[index] = lead(child);
            if child.is_over() && wins.is_none() {
                wins = Some(index);
            }
            self.edges.push(Edge { node: u32::MAX, prior: 0, point });
        });
        let edges = &mut self.edges[first..];
        if let Some(index) = wins {
            edges.swap(0, index);
            edges[0].node = self.nodes.len() as u32;
            (self.nodes[at as usize].proof, self.nodes[at as usize].opened) = (Proof::Won, 1);
            self.nodes.push(Node { proof: Proof::Lost, ..Node::NEW });
            return true;
        }
        let best = leads[..count].iter().copied().max().expect("a legal move");
        // A lead of 81 and more less is as good as none.
        let weights = leads.map(|lead| 1.0 / prior.get(best.abs_diff(lead)));
        let all: f64 = weights[..count].iter().sum();
        for (edge, weight) in edges.iter_mut().zip(weights) {
            edge.prior = (weight / all * f64::from(u16::MAX)) as u16;
        }
        edges.sort_by_key(|edge| (std::cmp::Reverse(edge.prior), edge.point));
        true
    }

    /// The move to look at next, and its node; `None` where there is no room for it.
    fn choose(&mut self, at: u32, settings: &Settings) -> Option<(Point, u32)> {
        let node = self.nodes[at as usize];
        let edges = &mut self.edges[node.first as usize..][..node.moves.into()];
        let root = f64::from(node.visits + node.pending).sqrt() * settings.exploration;
        let prior = |edge: &Edge| f64::from(edge.prior) / f64::from(u16::MAX);
        let mut best: Option<(f64, usize)> = None;
        for (index, edge) in edges.iter().enumerate().take(node.opened.into()) {
            let child = &self.nodes[edge.node as usize];
            if child.proof != Proof::None {
                continue;
            }
            let visits = f64::from(child.visits + child.pending);
            let score = child.sum as f64 / (ONE as f64 * visits.max(1.0)) + root * prior(edge) / (1.0 + visits);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, index));
            }
        }
        if node.opened < node.moves {
            let next = usize::from(node.opened);
            let value =
                1.0 - if node.visits == 0 { 0.5 } else { node.sum as f64 / (ONE as f64 * f64::from(node.visits)) };
            let score = value - settings.reduction + root * prior(&edges[next]);
            if best.is_none_or(|(best, _)| score > best) && self.nodes.len() < self.most_nodes {
                edges[next].node = self.nodes.len() as u32;
                best = Some((score, next));
                self.nodes.push(Node::NEW);
                self.nodes[at as usize].opened += 1;
            }
        }
        best.map(|(_, index)| (edges[index].point, edges[index].node))
    }

    /// Gives the positions of a path their value: `value` is that of the side that has moved to the
    /// last one.
    pub(super) fn back_up(&mut self, path: &[u32], value: u64) {
        for (above, &at) in path.iter().rev().enumerate() {
            let node = &mut self.nodes[at as usize];
            node.sum += if above % 2 == 0 { value } else { ONE - value };
            node.visits += 1;
            node.pending -= 1;
        }
    }

    /// Notes what is proved of a path's last position.
    pub(super) fn prove(&mut self, path: &[u32], proof: Proof) {
        let &last = path.last().expect("a path has a position");
        if self.node(last).proof == Proof::None {
            self.nodes[last as usize].proof = proof;
            self.prove_up(path);
        }
    }

    /// Notes what follows for the positions of a path from what is proved of the last, and gives
    /// them its value.
    fn prove_up(&mut self, path: &[u32]) {
        for pair in path.windows(2).rev() {
            let (parent, child) = (pair[0] as usize, self.nodes[pair[1] as usize].proof);
            let parent = &mut self.nodes[parent];
            if parent.proof != Proof::None {
                break;
            }
            match child {
                Proof::Lost => parent.proof = Proof::Won,
                Proof::Won => {
                    parent.lost_moves += 1;
                    if parent.lost_moves < parent.moves {
                        break;
                    }
                    parent.proof = Proof::Lost;
                }
                Proof::None => break,
            }
        }
    }
}

impl Node {
    const NEW: Node =
        Node { sum: 0, visits: 0, pending: 0, first: 0, moves: 0, opened: 0, lost_moves: 0, proof: Proof::None };

    /// The mean value for the side that has moved here; a half without visits.
    pub(super) fn value(&self) -> u64 {
        if self.visits == 0 { ONE / 2 } else { self.sum / u64::from(self.visits) }
    }
}
