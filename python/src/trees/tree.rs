//! One game's tree: PUCT (Rosin 2011, as AlphaZero uses it), several leaves at once by virtual
//! losses.

use crate::game::Case;
use stonemask::game::Game;
use stonemask::slab::Actions;

/// A ply from a node, and its statistics.
#[derive(Clone, Copy)]
struct Edge {
    action: u16,
    /// The node after it; 0, which is the root, before there is one.
    child: u32,
    visits: u32,
    prior: f32,
    /// The sum of the values of its visits, for the side that plays it.
    value: f32,
}

/// A position: its edges, once it is expanded.
#[derive(Clone, Copy, Default)]
struct Node {
    first: u32,
    count: u32,
    /// Whether it waits for its evaluation.
    pending: bool,
}

/// The tree of a game, from its present position.
#[derive(Clone)]
pub(super) struct Tree<G> {
    pub(super) root: G,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// A position that waits for its evaluation, and the way to it.
#[derive(Clone)]
pub(super) struct Leaf<G> {
    pub(super) board: G,
    node: u32,
    path: Vec<u32>,
}

/// The end of a descent.
enum Reached<G> {
    Leaf(Leaf<G>),
    /// The end of a game, whose value has been backed up.
    End,
    /// A leaf that waits already.
    Waiting,
}

/// The value of a game that is over, for the side whose turn it would be.
fn final_value<G: Game>(board: &G) -> Option<f32> {
    let outcome = board.outcome()?;
    Some(match outcome.winner() {
        None => 0.0,
        Some(winner) if winner == board.to_move() => 1.0,
        Some(_) => -1.0,
    })
}

impl<G: Case> Tree<G> {
    pub(super) fn new(root: G) -> Tree<G> {
        Tree { root, nodes: vec![Node::default()], edges: Vec::new() }
    }

    /// Descends until `leaves` positions wait, or a descent meets one that waits already, or only
    /// ends of games are met. The leaves are added to the list.
    pub(super) fn select(&mut self, leaves: usize, exploration: f32, list: &mut Vec<Leaf<G>>) -> usize {
        if self.root.outcome().is_some() {
            return 0;
        }
        let mut found = 0;
        for _ in 0..2 * leaves {
            match self.descend(exploration) {
                Reached::Leaf(leaf) => {
                    list.push(leaf);
                    found += 1;
                }
                Reached::End => {}
                Reached::Waiting => break,
            }
            if found == leaves {
                break;
            }
        }
        found
    }

    fn descend(&mut self, exploration: f32) -> Reached<G> {
        let (mut board, mut node, mut path) = (self.root.clone(), 0u32, Vec::new());
        loop {
            let Node { first, count, pending } = self.nodes[node as usize];
            if pending {
                self.back_up(&path, None);
                return Reached::Waiting;
            }
            if count == 0 {
                if let Some(value) = final_value(&board) {
                    self.back_up(&path, Some(value));
                    return Reached::End;
                }
                self.nodes[node as usize].pending = true;
                return Reached::Leaf(Leaf { board, node, path });
            }
            let chosen = first + self.best(first, count, exploration);
            // A lost game, until the leaf's value is known, sends the next descent elsewhere.
            let edge = &mut self.edges[chosen as usize];
            edge.visits += 1;
            edge.value -= 1.0;
            path.push(chosen);
            let ply = board.ply(edge.action.into()).expect("the ply was legal");
            _ = board.make(ply);
            if edge.child == 0 {
                edge.child = self.nodes.len() as u32;
                self.nodes.push(Node::default());
            }
            node = self.edges[chosen as usize].child;
        }
    }

    /// The edge with the highest upper bound, among those of a node.
    fn best(&self, first: u32, count: u32, exploration: f32) -> u32 {
        let edges = &self.edges[first as usize..][..count as usize];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let scale = exploration * (visits.max(1) as f32).sqrt();
        let score = |edge: &Edge| {
            let mean = if edge.visits == 0 { 0.0 } else { edge.value / edge.visits as f32 };
            mean + scale * edge.prior / (1 + edge.visits) as f32
        };
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (index, edge) in edges.iter().enumerate() {
            let score = score(edge);
            if score > highest {
                (best, highest) = (index as u32, score);
            }
        }
        best
    }

    /// Gives the edges of a path the value at its end, for the side to move there, in place of the
    /// virtual losses; without a value the visits are taken back.
    fn back_up(&mut self, path: &[u32], value: Option<f32>) {
        let mut sign = -1.0;
        for &index in path.iter().rev() {
            let edge = &mut self.edges[index as usize];
            match value {
                Some(value) => edge.value += 1.0 + sign * value,
                None => {
                    edge.visits -= 1;
                    edge.value += 1.0;
                }
            }
            sign = -sign;
        }
    }

    /// Expands a leaf by the logits of all actions, and backs its value up.
    pub(super) fn update(&mut self, leaf: &Leaf<G>, logits: &[f32], value: f32) {
        let first = self.edges.len() as u32;
        let actions: Vec<u16> = legal(&leaf.board).map(|action| action as u16).collect();
        let highest = actions.iter().map(|&action| logits[usize::from(action)]).fold(f32::NEG_INFINITY, f32::max);
        let weight = |action: u16| (logits[usize::from(action)] - highest).exp();
        let sum: f32 = actions.iter().map(|&action| weight(action)).sum();
        let edge = |&action: &u16| Edge { action, child: 0, visits: 0, prior: weight(action) / sum, value: 0.0 };
        self.edges.extend(actions.iter().map(edge));
        self.nodes[leaf.node as usize] = Node { first, count: actions.len() as u32, pending: false };
        self.back_up(&leaf.path, Some(value));
    }

    /// The edges of the root.
    fn root_edges(&self) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[0];
        first as usize..(first + count) as usize
    }

    /// Mixes noise into the priors of the root, once it is expanded.
    pub(super) fn mix(&mut self, noise: &[f32], fraction: f32) {
        let edges = self.root_edges();
        for edge in &mut self.edges[edges] {
            edge.prior = (1.0 - fraction) * edge.prior + fraction * noise[usize::from(edge.action)];
        }
    }

    /// How often each action was visited from the root.
    pub(super) fn visits(&self, visits: &mut [u32]) {
        visits.fill(0);
        for edge in &self.edges[self.root_edges()] {
            visits[usize::from(edge.action)] = edge.visits;
        }
    }

    /// The mean value of the root's visits, for the side to move there; the result of a game that
    /// is over.
    pub(super) fn value(&self) -> f32 {
        if let Some(value) = final_value(&self.root) {
            return value;
        }
        let edges = &self.edges[self.root_edges()];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        edges.iter().map(|edge| edge.value).sum::<f32>() / visits.max(1) as f32
    }

    /// Whether an action may be played at the root; any, where the game is over.
    pub(super) fn allows(&self, action: u16) -> bool {
        self.root.outcome().is_some() || legal(&self.root).any(|legal| legal == usize::from(action))
    }

    /// Plays an allowed action, and keeps the statistics of the positions after it.
    pub(super) fn advance(&mut self, action: u16) {
        if self.root.outcome().is_some() {
            return;
        }
        let ply = self.root.ply(action.into()).expect("the action is legal");
        _ = self.root.make(ply);
        let below =
            self.edges[self.root_edges()].iter().find(|edge| edge.action == action).map_or(0, |edge| edge.child);
        let old = std::mem::replace(self, Tree::new(self.root.clone()));
        if below != 0 {
            self.nodes.clear();
            self.keep(&old, below);
        }
    }

    /// The statistics, for [`Tree::restore`].
    pub(super) fn save(&self) -> Vec<u32> {
        let nodes = self.nodes.iter().flat_map(|node| [node.first, node.count]);
        let edges = self
            .edges
            .iter()
            .flat_map(|edge| [edge.action.into(), edge.child, edge.visits, edge.prior.to_bits(), edge.value.to_bits()]);
        [self.nodes.len() as u32].into_iter().chain(nodes).chain(edges).collect()
    }

    /// Takes the statistics that were saved of a tree with this root; false when they are no
    /// tree's.
    pub(super) fn restore(&mut self, saved: &[u32]) -> bool {
        let Some((&count, saved)) = saved.split_first() else { return false };
        let Some((nodes, edges)) = saved.split_at_checked(2 * count as usize) else { return false };
        let (nodes, (edges, rest)) = (nodes.as_chunks::<2>().0, edges.as_chunks::<5>());
        let nodes: Vec<Node> = nodes.iter().map(|&[first, count]| Node { first, count, pending: false }).collect();
        let edge = |&[action, child, visits, prior, value]: &[u32; 5]| {
            let (prior, value) = (f32::from_bits(prior), f32::from_bits(value));
            Edge { action: action as u16, child, visits, prior, value }
        };
        let edges: Vec<Edge> = edges.iter().map(edge).collect();
        let inside = |node: &Node| node.first as usize + node.count as usize <= edges.len();
        if count == 0 || !rest.is_empty() || !nodes.iter().all(inside) || edges.iter().any(|edge| edge.child >= count) {
            return false;
        }
        (self.nodes, self.edges) = (nodes, edges);
        true
    }

    /// Copies a node of another tree, and all below it.
    fn keep(&mut self, old: &Tree<G>, from: u32) {
        let mut list = vec![(from, None::<usize>)];
        while let Some((from, parent)) = list.pop() {
            let Node { first, count, .. } = old.nodes[from as usize];
            let to = self.nodes.len() as u32;
            if let Some(parent) = parent {
                self.edges[parent].child = to;
            }
            self.nodes.push(Node { first: self.edges.len() as u32, count, pending: false });
            for edge in &old.edges[first as usize..][..count as usize] {
                if edge.child != 0 {
                    list.push((edge.child, Some(self.edges.len())));
                }
                self.edges.push(Edge { child: 0, ..*edge });
            }
        }
    }
}

/// The legal actions.
pub(super) fn legal<G: Actions>(board: &G) -> impl Iterator<Item = usize> {
    board.plies().map(|ply| board.action(ply))
}

/// The number of the side to move.
pub(super) fn side<G: Game>(board: &G) -> u8 {
    board.to_move().cell()
}
