//! The kernels without a theorem, each with the reason.

/// By the kernels' name without a tier.
const LISTED: &[(&str, &str)] = &[("cpu_chain", "it computes nothing; its time is its result")];

/// The entry of a family.
pub(crate) fn reason(family: &str) -> Option<&'static str> {
    LISTED.iter().find(|(of, _)| *of == family).map(|(_, reason)| *reason)
}
