//! Promise: the library and the assembly mean the same planes of games in bit slices.

use std::collections::HashMap;
use stonemask::internals::othello::{PLANE_COUNT, PLANES};

/// Where planes begin, by name, as `asm/othello/bitslices_state.inc` has them, where planes are of
/// one byte: from sums of names, numbers and multiples of a plane. Only what follows the header
/// counts.
fn in_assembly() -> HashMap<String, usize> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/asm/othello/bitslices_state.inc")).unwrap();
    let mut places = HashMap::from([("BYTES".to_owned(), 1)]);
    for line in text.lines() {
        let Some(definition) = line.trim().strip_prefix(".set") else { continue };
        let (name, value) = definition.split("//").next().unwrap().split_once(',').unwrap();
        let term = |term: &str| -> usize {
            term.split('*').map(|factor| factor.parse().unwrap_or_else(|_| places[factor])).product()
        };
        let sum = value.trim().split('+').map(|summand| term(summand.trim())).sum();
        places.insert(name.trim().to_owned(), sum);
    }
    places
}

#[test]
fn planes_begin_where_the_assembly_has_them() {
    let places = in_assembly();
    for &(name, place) in PLANES {
        assert_eq!(places[name] - places["SIDES"], place, "{name}");
    }
    let (last, place) = PLANES.last().unwrap();
    assert_eq!((*last, place + 2), ("CHOICE", PLANE_COUNT));
    // All but other names for the same place, and the header.
    let header = ["BYTES", "TURN", "FIRST_WINS", "DRAWS", "SECOND_WINS", "PLIES", "RANDOM", "LINES"];
    let mut unknown: Vec<&String> = places.keys().filter(|name| !header.contains(&name.as_str())).collect();
    unknown.retain(|name| PLANES.iter().all(|(known, _)| known != name));
    assert!(unknown.is_empty(), "planes that the library does not know: {unknown:?}");
}
