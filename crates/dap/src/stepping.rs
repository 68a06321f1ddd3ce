//! Steps by lines, or by instructions where there are none.

use crate::arguments::{needed, text};
use crate::running::Running;
use pinnacle_debugger::{LineStep, Step, StepKind};
use serde_json::Value;
use std::sync::Arc;

impl Running {
    /// The step that a request asks for.
    pub(crate) fn step(&self, command: &str, arguments: &Value) -> Result<Step, String> {
        let thread = needed(arguments, "threadId")?.saturating_sub(1);
        let calls = self.calls(thread)?;
        let depth = calls.len();
        let address = calls
            .first()
            .and_then(|place| self.addresses.of_inst(place.function, place.inst));
        let line = address.and_then(|address| self.lines.at(address));
        let by_line = text(arguments, "granularity") != "instruction";
        let kind = match command {
            "next" => StepKind::Over,
            "stepIn" => StepKind::Into,
            _ => StepKind::Out,
        };
        Ok(match (line, kind) {
            (Some(from), kind) if by_line && from.line > 0 => Step::Line(LineStep {
                thread,
                kind,
                depth,
                from,
                lines: Arc::clone(&self.lines),
            }),
            (_, StepKind::Into) => Step::Instruction(thread),
            (_, StepKind::Over) => Step::Over { thread, depth },
            (_, StepKind::Out) => Step::Out { thread, depth },
        })
    }
}
