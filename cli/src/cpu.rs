//! `stonemask cpu`: what this machine has and which tier is chosen.

use crate::error::Failure;
use crate::output::Output;
use serde::Serialize;
use std::collections::BTreeMap;
use stonemask::Tier;

#[derive(Serialize)]
struct Report {
    tier: &'static str,
    requested: Option<&'static str>,
    available: Vec<&'static str>,
    extensions: BTreeMap<&'static str, bool>,
}

pub(crate) fn run(tier: Tier, requested: Option<Tier>, output: Output) -> Result<(), Failure> {
    let report = Report {
        tier: tier.name(),
        requested: requested.map(Tier::name),
        available: Tier::available().map(Tier::name).collect(),
        extensions: Tier::extensions().into_iter().collect(),
    };
    output.print(&report, || {
        let list = |wanted: bool| {
            let names: Vec<&str> =
                report.extensions.iter().filter(|(_, has)| **has == wanted).map(|(name, _)| *name).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        let mut text = format!("tier       {}\navailable  {}\n", report.tier, report.available.join(" "));
        if let Some(requested) = report.requested {
            text += &format!("{}  {requested}\n", Tier::VARIABLE);
        }
        text + &format!("has        {}\nlacks      {}", list(true), list(false))
    })
}
