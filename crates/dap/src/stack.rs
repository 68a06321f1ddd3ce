//! The calls of threads, and the scopes of each.

use crate::arguments::{needed, number};
use crate::frames::Frame;
use crate::handles::Handle;
use crate::running::Running;
use pinnacle_runtime::trap::function_name;
use serde_json::{Value, json};

/// Maximum number of calls of a thread that an editor can see.
const MAX_CALLS: usize = 10_000;

impl Running {
    /// Returns the call with an ID.
    pub(crate) fn frame(&self, id: u32) -> Result<&Frame, String> {
        let index = (id as usize).checked_sub(1);
        let frame = index.and_then(|index| self.frames.frames.get(index));
        frame.ok_or_else(|| format!("there is no stack frame {id}"))
    }

    /// Reads the calls of a thread, unless they are known. Returns the index of the first and their
    /// number.
    fn frames_of(&mut self, thread: u32) -> Result<(usize, usize), String> {
        let known = self.frames.threads.iter();
        let known = known.clone().find(|(id, ..)| *id == thread);
        if let Some(&(_, first, count)) = known {
            return Ok((first, count));
        }
        let first = self.frames.frames.len();
        for call in self.calls(thread)?.iter().take(MAX_CALLS) {
            let address = self.addresses.of_inst(call.function, call.inst);
            let places = match (&self.symbols, address) {
                (Some(symbols), Some(address)) => symbols.frames(address),
                _ => Vec::new(),
            };
            let frame = |name, place, is_outermost| Frame {
                function: call.function,
                inst: call.inst,
                address,
                stack_pointer: call.stack_pointer,
                values: match is_outermost {
                    true => call.values.clone(),
                    false => Vec::new(),
                },
                is_outermost,
                name,
                place,
            };
            let count = places.len();
            if count == 0 {
                let name = function_name(self.program.module(), call.function);
                self.frames.frames.push(frame(name, None, true));
            }
            for (index, place) in places.into_iter().enumerate() {
                let is_known = place.line > 0;
                let known = is_known.then_some((place.file, place.line, place.column));
                let is_outermost = index + 1 == count;
                let frame = frame(place.function, known, is_outermost);
                self.frames.frames.push(frame);
            }
        }
        let count = self.frames.frames.len() - first;
        self.frames.threads.push((thread, first, count));
        Ok((first, count))
    }

    pub(crate) fn stack_trace(&mut self, arguments: &Value) -> Result<Value, String> {
        let thread = needed(arguments, "threadId")?.saturating_sub(1);
        let (first, count) = self.frames_of(thread)?;
        let start = number(arguments, "startFrame").unwrap_or(0) as usize;
        let levels = match number(arguments, "levels") {
            None | Some(0) => count,
            Some(levels) => levels as usize,
        };
        let shown = (start..count).take(levels);
        let shown: Vec<Value> = shown.map(|index| self.shown(first + index)).collect();
        Ok(json!({"stackFrames": shown, "totalFrames": count}))
    }

    fn shown(&self, index: usize) -> Value {
        let Some(frame) = self.frames.frames.get(index) else {
            return Value::Null;
        };
        let mut shown = json!({"id": index + 1, "name": frame.name});
        let (line, column) = match &frame.place {
            Some((file, line, column)) => {
                shown["source"] = Running::file_source(file);
                (*line, (*column).max(1))
            }
            None => {
                shown["source"] = self.function_source(frame.function);
                if self.symbols.is_some() {
                    shown["presentationHint"] = "subtle".into();
                }
                (self.line_in_function(frame.function, frame.inst), 1)
            }
        };
        shown["line"] = line.saturating_sub(1 - self.base.line).into();
        shown["column"] = column.saturating_sub(1 - self.base.column).into();
        if let Some(address) = frame.address {
            shown["instructionPointerReference"] = format!("{address:#x}").into();
        }
        shown
    }

    pub(crate) fn scopes(&mut self, arguments: &Value) -> Result<Value, String> {
        let id = needed(arguments, "frameId")?;
        let frame = self.frame(id)?;
        let has_locals = frame.is_outermost && self.symbols.is_some();
        let mut scopes = Vec::new();
        if has_locals {
            let reference = self.handles.add(Handle::Locals(id));
            scopes.push(json!({
                "name": "Locals",
                "presentationHint": "locals",
                "variablesReference": reference,
                "expensive": false,
            }));
        }
        if !self.variables.globals().is_empty() {
            let reference = self.handles.add(Handle::Globals);
            scopes.push(json!({
                "name": "Globals",
                "presentationHint": "globals",
                "variablesReference": reference,
                "expensive": true,
            }));
        }
        let reference = self.handles.add(Handle::Registers(id));
        scopes.push(json!({
            "name": "Registers",
            "presentationHint": "registers",
            "variablesReference": reference,
            "expensive": true,
        }));
        Ok(json!({"scopes": scopes}))
    }
}
