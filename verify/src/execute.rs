//! Runs a kernel's code over all paths at once: always the lowest program counter next, and paths
//! merge where they meet.

use crate::bits::known;
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::memory::World;
use crate::refused::{Refused, Result, refuse};
use crate::semantics::{self, Flow};
use crate::state::{STACK, State};
use crate::word::ObjectId;
use iced_x86::{Instruction, Register};
use std::collections::BTreeMap;

/// Where a run ended.
pub(crate) struct Ends {
    /// The state after `ret`, if any path returns.
    pub(crate) returned: Option<State>,
    /// The states at cut points.
    pub(crate) cuts: BTreeMap<u64, State>,
}

/// More passes over an average instruction than any theorem's run needs: the sign of an endless
/// loop.
const MOST_TURNS: usize = 128;

/// Runs `kernel` from `start` until each path returns or reaches one of `cuts`; `start` may be one
/// of them. `feasible` may rule out a way of a branch that depends on the input.
pub(crate) fn run(
    graph: &Graph,
    world: &mut World,
    kernel: &Kernel,
    start: u64,
    state: State,
    cuts: &[u64],
    feasible: &mut dyn FnMut(&Graph, Lit) -> Result<bool>,
) -> Result<Ends> {
    let mut pending = BTreeMap::from([(start, state)]);
    let mut ends = Ends { returned: None, cuts: BTreeMap::new() };
    let mut leaving = true;
    let most_steps = MOST_TURNS * kernel.instructions.len();
    for _ in 0..most_steps {
        let Some((ip, mut state)) = pending.pop_first() else { return Ok(ends) };
        if cuts.contains(&ip) && !leaving {
            meet(graph, world, &mut ends.cuts, ip, state);
            continue;
        }
        leaving = false;
        let Some(instruction) = kernel.instructions.get(&ip) else { refuse!("a jump out of the kernel, to {ip:#x}") };
        world.ip = ip - kernel.address;
        let flow = kernel
            .is_clear(instruction)
            .and_then(|()| step(graph, world, &mut state, instruction))
            .map_err(|refused| Refused::new(format!("{refused} ({instruction} at {:#x})", ip - kernel.address)))?;
        match flow {
            Flow::Next => meet(graph, world, &mut pending, instruction.next_ip(), state),
            Flow::Return => {
                ends.returned = Some(match ends.returned.take() {
                    Some(other) => State::merged(graph, world, &other, &state),
                    None => state,
                });
            }
            Flow::Jump(condition, target) => {
                let (taken, through) = (graph.and(state.path, condition), graph.and(state.path, !condition));
                let both = condition.known().is_none();
                if through != Lit::FALSE && (!both || feasible(graph, through)?) {
                    let state = State { path: through, ..state.clone() };
                    meet(graph, world, &mut pending, instruction.next_ip(), state);
                }
                if taken != Lit::FALSE && (!both || feasible(graph, taken)?) {
                    meet(graph, world, &mut pending, target, State { path: taken, ..state });
                }
            }
        }
    }
    refuse!("no end after {most_steps} instructions")
}

/// Carries out an instruction, which leaves rsp on the stack.
fn step(graph: &Graph, world: &mut World, state: &mut State, instruction: &Instruction) -> Result<Flow> {
    let (stack, before) = top_of_stack(state)?;
    world.stack_is_used_from(before);
    let flow = semantics::execute(graph, world, state, instruction)?;
    if matches!(flow, Flow::Return) {
        return Ok(flow);
    }
    let (same, after) = top_of_stack(state)?;
    if stack != same || !(0..=STACK).contains(&after) {
        refuse!("rsp leaves the stack below the return address");
    }
    world.move_stack(graph, &mut state.memory, stack, before, after);
    Ok(flow)
}

/// Where rsp is: in which object, and at which offset.
fn top_of_stack(state: &State) -> Result<(ObjectId, i64)> {
    let rsp = state.get(Register::RSP);
    match (rsp.object(), known(rsp.offset())) {
        (Some(stack), Some(top)) => Ok((stack, top.cast_signed())),
        _ => refuse!("rsp is not a known place on the stack"),
    }
}

fn meet(graph: &Graph, world: &mut World, states: &mut BTreeMap<u64, State>, ip: u64, state: State) {
    let state = match states.remove(&ip) {
        Some(other) => State::merged(graph, world, &other, &state),
        None => state,
    };
    states.insert(ip, state);
}
