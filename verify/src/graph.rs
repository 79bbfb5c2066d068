//! Terms: Boolean functions of variables, as a graph of AND and XOR nodes that shares equal nodes.
//!
//! A bit vector is a slice of literals, lowest bit first (`bits.rs`). Constants fold when a node is
//! made, so an instruction on known bits costs nothing.

use crate::scratch;
use rustc_hash::FxHashMap;
use std::cell::{Cell, Ref, RefCell};

/// A node of the graph or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const FALSE: Lit = Lit(0);
    pub(crate) const TRUE: Lit = Lit(1);

    pub(crate) fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// Its value, if constant.
    pub(crate) fn known(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The node itself, not negated.
    pub(crate) fn of(node: usize) -> Lit {
        Lit(u32::try_from(node << 1).expect("fewer than 2^31 nodes"))
    }

    pub(crate) fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    False,
    Variable(Origin),
    And(Lit, Lit),
    /// Of two positive literals; the negations stand outside.
    Xor(Lit, Lit),
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// An input, or another free variable: the theorem holds for all its values.
    Input(u32),
    /// A value that the architecture leaves undefined, or an address: no result may depend on it.
    Undefined(u32),
    /// Whether the bit with this number, of those at which a case looks, is told wrong
    /// (`proof/marks.rs`).
    Mark(u32),
}

/// A logic for writing rules: over `bool` they can be executed, over terms they are a
/// specification.
pub(crate) trait Logic {
    type Bit: Copy;

    fn constant(&self, value: bool) -> Self::Bit;
    fn not(&self, a: Self::Bit) -> Self::Bit;
    fn and(&self, a: Self::Bit, b: Self::Bit) -> Self::Bit;
    fn xor(&self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    fn or(&self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        self.not(self.and(self.not(a), self.not(b)))
    }
}

/// The logic of plain truth values, in which tests execute the rules.
#[cfg(test)]
pub(crate) struct Plain;

#[cfg(test)]
impl Logic for Plain {
    type Bit = bool;

    fn constant(&self, value: bool) -> bool {
        value
    }

    fn not(&self, a: bool) -> bool {
        !a
    }

    fn and(&self, a: bool, b: bool) -> bool {
        a && b
    }

    fn xor(&self, a: bool, b: bool) -> bool {
        a != b
    }
}

/// Finds the nodes that are made of others, by lists. The list of a node is near the place of its
/// later operand, so nodes that are made one after another have theirs together, in the processor's
/// caches.
#[derive(Default)]
struct Index {
    /// By list, its last node; and by node, the one before it in its list. 0 is none.
    last: Vec<u32>,
    before: Vec<u32>,
}

impl Index {
    fn find(&self, nodes: &[Node], node: Node) -> Option<usize> {
        let mut other = *self.last.get(self.list(node))? as usize;
        while other != 0 && nodes[other] != node {
            other = self.before[other] as usize;
        }
        (other != 0).then_some(other)
    }

    /// Includes the last of some nodes, which is new.
    fn insert_last(&mut self, nodes: &[Node]) {
        let count = nodes.len();
        if count <= self.last.len() {
            self.before.resize(count, 0);
            return self.insert(nodes, nodes.len() - 1);
        }
        self.last = vec![0; (2 * count).next_power_of_two()];
        self.before = vec![0; count];
        for node in 0..nodes.len() {
            if let Node::And(..) | Node::Xor(..) = nodes[node] {
                self.insert(nodes, node);
            }
        }
    }

    fn insert(&mut self, nodes: &[Node], node: usize) {
        let list = self.list(nodes[node]);
        let last = u32::try_from(node).expect("fewer than 2^31 nodes");
        self.before[node] = std::mem::replace(&mut self.last[list], last);
    }

    /// Of 4096 beside the later operand's.
    fn list(&self, node: Node) -> usize {
        let (a, b, kind) = match node {
            Node::And(a, b) => (a, b, 0),
            Node::Xor(a, b) => (a, b, 1),
            _ => unreachable!("a node that is made of no others"),
        };
        let mixed = (a.0 << 2 | kind << 1 | b.0 & 1).wrapping_mul(0x9e37_79b1) >> 20;
        (b.node() + mixed as usize) & self.last.len().wrapping_sub(1)
    }
}

/// Nodes, each after those that it is made of.
#[derive(Debug)]
pub(crate) struct Nodes(Vec<Node>);

impl Nodes {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn node(&self, node: usize) -> Node {
        self.0[node]
    }

    /// The nodes that `roots` depend on, themselves included, in order.
    pub(crate) fn cone(&self, roots: &[Lit]) -> Vec<usize> {
        let mut seen = scratch::take(self.len());
        let mut cone = Vec::new();
        let mut pending: Vec<usize> = roots.iter().map(|root| root.node()).collect();
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            cone.push(node);
            if let Node::And(a, b) | Node::Xor(a, b) = self.node(node) {
                pending.extend([a.node(), b.node()]);
            }
        }
        scratch::give_back(seen, &cone);
        cone.sort_unstable();
        cone
    }
}

/// The graph: nodes, and where to find them. Terms are made through a shared reference, so that
/// they can be written one inside another.
pub(crate) struct Graph {
    nodes: RefCell<Nodes>,
    index: RefCell<Index>,
    variables: Cell<u32>,
    marks: RefCell<FxHashMap<u32, Lit>>,
    /// If they are recorded, sums of 16 bits with what was added.
    sums: RefCell<Option<Sums>>,
}

type Sums = FxHashMap<Vec<Lit>, [Vec<Lit>; 2]>;

impl Graph {
    pub(crate) fn new() -> Graph {
        Graph {
            nodes: RefCell::new(Nodes(vec![Node::False])),
            index: RefCell::default(),
            variables: Cell::new(0),
            marks: RefCell::default(),
            sums: RefCell::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes().len()
    }

    /// From here on, records what is added to make a number of 16 bits.
    pub(crate) fn record_sums(&self) {
        self.sums.borrow_mut().get_or_insert_default();
    }

    pub(crate) fn record_sum(&self, sum: &[Lit], addends: [&[Lit]; 2]) {
        let Some(sums) = &mut *self.sums.borrow_mut() else { return };
        // A sum with zero is the other number itself.
        if sum.len() == 16 && addends.iter().all(|addend| *addend != sum) {
            sums.entry(sum.to_vec()).or_insert_with(|| addends.map(<[Lit]>::to_vec));
        }
    }

    /// Two numbers whose sum a number of 16 bits is, if that was recorded.
    pub(crate) fn addends(&self, sum: &[Lit]) -> Option<[Vec<Lit>; 2]> {
        self.sums.borrow().as_ref()?.get(sum).cloned()
    }

    /// For each node, whether it depends on anything undefined.
    pub(crate) fn undefined_nodes(&self) -> Vec<bool> {
        let mut undefined: Vec<bool> = Vec::with_capacity(self.len());
        for node in &self.nodes().0 {
            undefined.push(match *node {
                Node::False | Node::Variable(Origin::Input(_) | Origin::Mark(_)) => false,
                Node::Variable(Origin::Undefined(_)) => true,
                Node::And(a, b) | Node::Xor(a, b) => undefined[a.node()] || undefined[b.node()],
            });
        }
        undefined
    }

    pub(crate) fn node(&self, node: usize) -> Node {
        self.nodes().node(node)
    }

    /// A new free variable.
    pub(crate) fn input(&self) -> Lit {
        self.variable(Origin::Input)
    }

    /// A new variable that no result may depend on.
    pub(crate) fn undefined(&self) -> Lit {
        self.variable(Origin::Undefined)
    }

    fn variable(&self, origin: fn(u32) -> Origin) -> Lit {
        self.variables.update(|count| count + 1);
        self.new_variable(origin(self.variables.get()))
    }

    /// A new node, so it is not looked for among the others.
    fn new_variable(&self, origin: Origin) -> Lit {
        self.nodes.borrow_mut().0.push(Node::Variable(origin));
        Lit::of(self.len() - 1)
    }

    /// The mark with a number.
    pub(crate) fn mark(&self, number: u32) -> Lit {
        *self.marks.borrow_mut().entry(number).or_insert_with(|| self.new_variable(Origin::Mark(number)))
    }

    pub(crate) fn inputs(&self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    pub(crate) fn undefined_bits(&self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.undefined()).collect()
    }

    fn made(&self, node: Node) -> Lit {
        let (nodes, mut index) = (&mut self.nodes.borrow_mut().0, self.index.borrow_mut());
        if let Some(same) = index.find(nodes, node) {
            return Lit::of(same);
        }
        nodes.push(node);
        index.insert_last(nodes);
        Lit::of(nodes.len() - 1)
    }

    pub(crate) fn and(&self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            return simpler;
        }
        self.made(Node::And(a, b))
    }

    /// `a & b` where `b` is a conjunction or a negated one that `a` decides or shortens.
    fn absorbed(&self, a: Lit, b: Lit) -> Option<Lit> {
        let Node::And(left, right) = self.node(b.node()) else { return None };
        if !b.is_negated() {
            return if a == left || a == right {
                Some(b)
            } else if a == !left || a == !right {
                Some(Lit::FALSE)
            } else {
                None
            };
        }
        if a == !left || a == !right {
            Some(a)
        } else if a == left {
            Some(self.and(a, !right))
        } else if a == right {
            Some(self.and(a, !left))
        } else {
            None
        }
    }

    pub(crate) fn or(&self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `b` wherever `a`.
    pub(crate) fn implies(&self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }

    /// Both or neither.
    pub(crate) fn iff(&self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub(crate) fn xor(&self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (Lit::of(a.node()), Lit::of(b.node()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negate);
        }
        if a == Lit::FALSE {
            return b.negated_if(negate);
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Node::Xor(left, right) = self.node(other.node()) {
                if one == left {
                    return right.negated_if(negate);
                }
                if one == right {
                    return left.negated_if(negate);
                }
            }
        }
        self.made(Node::Xor(a, b)).negated_if(negate)
    }

    /// `yes` if `condition`, else `no`.
    pub(crate) fn choose(&self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        match condition.known() {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let (yes, no) = (self.and(condition, yes), self.and(!condition, no));
                self.or(yes, no)
            }
        }
    }

    /// Whether at least two of three hold.
    pub(crate) fn majority(&self, a: Lit, b: Lit, c: Lit) -> Lit {
        let (both, differ) = (self.and(a, b), self.xor(a, b));
        let through = self.and(differ, c);
        self.or(both, through)
    }

    /// The nodes so far.
    pub(crate) fn nodes(&self) -> Ref<'_, Nodes> {
        self.nodes.borrow()
    }

    /// The nodes alone, which threads may share.
    pub(crate) fn into_nodes(self) -> Nodes {
        self.nodes.into_inner()
    }

    /// The value of every node under 64 assignments at once, given by the variables' values.
    pub(crate) fn evaluate(&self, variable: impl FnMut(usize, Origin) -> u64) -> Values {
        self.evaluate_nodes(0..self.len(), variable)
    }

    /// The value of every node where these variables have these values, and all others are not set.
    pub(crate) fn values_in(&self, model: &FxHashMap<usize, bool>) -> Values {
        self.evaluate(|node, _| if model.get(&node) == Some(&true) { u64::MAX } else { 0 })
    }

    /// `evaluate` for the given nodes and those that they depend on; no others get a value.
    pub(crate) fn evaluate_nodes(
        &self,
        nodes: impl IntoIterator<Item = usize>,
        mut variable: impl FnMut(usize, Origin) -> u64,
    ) -> Values {
        let mut values = scratch::take(self.len());
        let all = self.nodes();
        for index in nodes {
            let of = |lit: Lit| -> u64 { values_of(&values, lit) };
            values[index] = match all.node(index) {
                Node::False => 0,
                Node::Variable(origin) => variable(index, origin),
                Node::And(a, b) => of(a) & of(b),
                Node::Xor(a, b) => of(a) ^ of(b),
            };
        }
        Values(values)
    }

    /// Each of `roots` after a replacement of the nodes of `from` by the literals beside them, none
    /// of which depends on a replaced node.
    pub(crate) fn substitute(&self, roots: &[Lit], from: &FxHashMap<usize, Lit>) -> Vec<Lit> {
        let mut new: FxHashMap<usize, Lit> = from.clone();
        let mut pending: Vec<usize> = roots.iter().map(|root| root.node()).collect();
        while let Some(&node) = pending.last() {
            if new.contains_key(&node) {
                pending.pop();
                continue;
            }
            let (Node::And(a, b) | Node::Xor(a, b)) = self.node(node) else {
                new.insert(node, Lit::of(node));
                pending.pop();
                continue;
            };
            match (new.get(&a.node()).copied(), new.get(&b.node()).copied()) {
                (Some(left), Some(right)) => {
                    let (left, right) = (left.negated_if(a.is_negated()), right.negated_if(b.is_negated()));
                    let made = match self.node(node) {
                        Node::And(..) => self.and(left, right),
                        _ => self.xor(left, right),
                    };
                    new.insert(node, made);
                    pending.pop();
                }
                (left, right) => {
                    if left.is_none() {
                        pending.push(a.node());
                    }
                    if right.is_none() {
                        pending.push(b.node());
                    }
                }
            }
        }
        roots.iter().map(|root| new[&root.node()].negated_if(root.is_negated())).collect()
    }

    /// Nodes of another graph, each after those that it depends on; `variable` makes its variables,
    /// or `None` if one has no place here.
    pub(crate) fn copied(
        &self,
        from: &Nodes,
        nodes: impl IntoIterator<Item = usize>,
        mut variable: impl FnMut(&Graph, usize) -> Option<Lit>,
    ) -> Option<Copied> {
        let mut new = Copied(vec![Lit::FALSE; from.len()]);
        for node in nodes {
            new.0[node] = match from.node(node) {
                Node::False => Lit::FALSE,
                Node::Variable(Origin::Mark(number)) => self.mark(number),
                Node::Variable(_) => variable(self, node)?,
                Node::And(a, b) => self.and(new.of(a), new.of(b)),
                Node::Xor(a, b) => self.xor(new.of(a), new.of(b)),
            };
        }
        Some(new)
    }

    /// The last of the nodes by which a term chooses between words: it and its negation each stand
    /// in eight terms or more.
    pub(crate) fn choice(&self, root: Lit) -> Option<usize> {
        let mut uses: FxHashMap<Lit, usize> = FxHashMap::default();
        for node in self.cone(&[root]) {
            if let Node::And(a, b) = self.node(node) {
                *uses.entry(a).or_default() += 1;
                *uses.entry(b).or_default() += 1;
            }
        }
        let is_often = |lit: Lit| uses.get(&lit).is_some_and(|&count| count >= 8);
        uses.keys().filter(|&&lit| !lit.is_negated() && is_often(lit) && is_often(!lit)).map(|lit| lit.node()).max()
    }

    /// Those of some conditions that have variables in common with what is asked.
    pub(crate) fn near(&self, conditions: &[Lit], asked: &[Lit]) -> Vec<Lit> {
        let mut is_near = vec![false; self.len()];
        for node in self.cone(asked) {
            is_near[node] = matches!(self.node(node), Node::Variable(_));
        }
        for (node, of) in self.nodes().0.iter().enumerate() {
            if let Node::And(a, b) | Node::Xor(a, b) = of {
                is_near[node] = is_near[a.node()] || is_near[b.node()];
            }
        }
        conditions.iter().copied().filter(|condition| is_near[condition.node()]).collect()
    }

    /// The nodes that `roots` depend on, themselves included, in order.
    pub(crate) fn cone(&self, roots: &[Lit]) -> Vec<usize> {
        self.nodes().cone(roots)
    }
}

/// The nodes of one graph in another.
pub(crate) struct Copied(Vec<Lit>);

impl Copied {
    pub(crate) fn of(&self, lit: Lit) -> Lit {
        self.0[lit.node()].negated_if(lit.is_negated())
    }

    pub(crate) fn all(&self, bits: &[Lit]) -> Vec<Lit> {
        bits.iter().map(|&bit| self.of(bit)).collect()
    }
}

/// The values of all nodes under 64 assignments.
pub(crate) struct Values(Vec<u64>);

impl Values {
    /// Gives the memory back after the values of these nodes, and no others, were needed.
    pub(crate) fn give_back(self, nodes: &[usize]) {
        scratch::give_back(self.0, nodes);
    }

    pub(crate) fn of(&self, lit: Lit) -> u64 {
        values_of(&self.0, lit)
    }

    /// A vector of at most 64 bits in the lowest of the assignments.
    pub(crate) fn number(&self, bits: &[Lit]) -> u64 {
        bits.iter().enumerate().fold(0, |number, (place, &bit)| number | (self.of(bit) & 1) << place)
    }
}

fn values_of(values: &[u64], lit: Lit) -> u64 {
    let value = values[lit.node()];
    if lit.is_negated() { !value } else { value }
}

impl Logic for Graph {
    type Bit = Lit;

    fn constant(&self, value: bool) -> Lit {
        Lit::constant(value)
    }

    fn not(&self, a: Lit) -> Lit {
        !a
    }

    fn and(&self, a: Lit, b: Lit) -> Lit {
        Graph::and(self, a, b)
    }

    fn xor(&self, a: Lit, b: Lit) -> Lit {
        Graph::xor(self, a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some thousands of terms of two of a few hundred variables, of which one stands in each
    /// second term.
    fn terms(graph: &Graph, variables: &[Lit]) -> Vec<Lit> {
        let last = variables.len() - 1;
        let mut terms = Vec::new();
        for (i, &a) in variables[..last].iter().enumerate() {
            for &b in variables[i + 1..].iter().take(9).chain(&variables[last..]) {
                terms.extend([graph.and(a, b), graph.and(a, !b), graph.and(!a, !b), graph.xor(a, !b)]);
            }
        }
        terms
    }

    #[test]
    fn equal_terms_are_one_node_while_the_graph_grows() {
        let graph = Graph::new();
        let variables = graph.inputs(400);
        let first = terms(&graph, &variables);
        let made = graph.len();
        assert!(made > first.len() / 2);
        assert_eq!(terms(&graph, &variables), first);
        assert_eq!(graph.len(), made);
    }
}
