//! The npm package `stonemask`: boards, searches, solvers and records for JavaScript. `wasm/build`
//! makes the package of it.

mod analysis;
mod any;
mod board;
mod games;
mod recorded;
// The command's own: the formats of recorded games, and the searches of all games as it sees them.
#[path = "../../cli/src/records/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the command has more uses for them")]
mod records;
#[path = "../../cli/src/search.rs"]
#[allow(dead_code, reason = "the command has more uses for them")]
mod search;
mod solver;
mod values;
mod weights;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the page or the process began.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report(text: &str);
}

/// Gives searches a clock, and lets a panic say what is wrong before the module traps.
#[wasm_bindgen(start)]
pub fn start() {
    stonemask::game::search::set_clock(|| std::time::Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| report(&format!("stonemask: {panic}"))));
}

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
