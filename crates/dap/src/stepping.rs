//! Steps by lines, or by instructions in code without lines.

use crate::arguments::{needed, text};
use crate::running::Running;
use pinnacle_debug::LinePlace;
use pinnacle_debugger::{BackLine, BackStep, LineStep, Step, StepKind};
use serde_json::Value;
use std::sync::Arc;

impl Running {
    /// Returns the step that a request asks for.
    pub(crate) fn step(&self, command: &str, arguments: &Value) -> Result<Step, String> {
        let (thread, depth, line) = self.stepping(arguments)?;
        let kind = match command {
            "next" => StepKind::Over,
            "stepIn" => StepKind::Into,
            _ => StepKind::Out,
        };
        Ok(match (line, kind) {
            (Some(from), kind) => Step::Line(LineStep {
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

    /// Returns the step back that a request asks for.
    pub(crate) fn step_back(&self, arguments: &Value) -> Result<BackStep, String> {
        let (thread, depth, line) = self.stepping(arguments)?;
        Ok(match line {
            Some(from) => {
                let lines = Arc::clone(&self.lines);
                BackStep::Line(BackLine::new(thread, depth, from, lines))
            }
            None => BackStep::Over { thread, depth },
        })
    }

    /// Returns the thread of a step, the number of its calls, and its place in the source; `None`
    /// for a step by an instruction.
    fn stepping(&self, arguments: &Value) -> Result<(u32, usize, Option<LinePlace>), String> {
        let thread = needed(arguments, "threadId")?.saturating_sub(1);
        let calls = self.calls(thread)?;
        let by_line = text(arguments, "granularity") != "instruction";
        let address = calls
            .first()
            .filter(|_| by_line)
            .and_then(|place| self.addresses.of_inst(place.function, place.inst));
        let line = address.and_then(|address| self.lines.at(address));
        Ok((thread, calls.len(), line.filter(|line| line.line > 0)))
    }
}
