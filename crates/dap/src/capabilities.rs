//! The capabilities of the adapter.

use serde_json::{Value, json};

/// Returns the answer to `initialize`.
pub(crate) fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsDataBreakpoints": true,
        "supportsExceptionInfoRequest": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsSteppingGranularity": true,
        "supportsDelayedStackTraceLoading": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [],
    })
}

/// Returns the capabilities that only replays have.
pub(crate) fn capabilities_of_replays() -> Value {
    json!({"capabilities": {"supportsStepBack": true}})
}
