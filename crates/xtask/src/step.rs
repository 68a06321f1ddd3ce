//! Steps of a check: a name, a function, and the outcome.

use crate::process::Result;

/// The outcome of a step that did not fail.
pub(crate) enum Outcome {
    /// The step has succeeded.
    Done,
    /// The step could not run, for this reason.
    Skipped(String),
}

/// A step: its name and its function.
pub(crate) type Step = (&'static str, fn() -> Result<Outcome>);

/// Converts the result of a command to that of a step.
pub(crate) fn done(result: Result<()>) -> Result<Outcome> {
    result.map(|()| Outcome::Done)
}
