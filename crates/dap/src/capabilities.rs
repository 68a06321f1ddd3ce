//! The answer to `initialize`.

use serde_json::{Value, json};

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
