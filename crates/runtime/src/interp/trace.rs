//! The output of a traced run: a line for each host call, each call, or each instruction.

use super::debugger::{CallPlace, Debugger, Point};
use super::op::Code;
use super::program::Program;
use super::report::places;
use super::thread::Thread;
use super::value::is_wide;
use crate::host::{Action, HostFunction};
use crate::memory::Memory;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_pexe::types::Type;
use std::fmt::{self, Write as _};

/// Levels of tracing. Each level includes all lower ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum TraceLevel {
    /// Nothing is traced.
    #[default]
    Off,
    /// Calls of the host's functions.
    Host,
    /// Calls of functions, and their results.
    Calls,
    /// Every instruction and its result.
    Insts,
    /// Writes no lines, but asks a [`Debugger`] before every instruction.
    Steps,
}

/// An event of a traced run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceEvent {
    /// The thread that runs the function.
    pub thread: u32,
    /// The function that runs.
    pub function: FuncId,
    /// The point in the function that was reached.
    pub point: TracePoint,
}

/// A point in a function that a traced run reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TracePoint {
    /// The function was entered.
    Enter,
    /// The function is about to return.
    Leave,
    /// This instruction has run or, if it ends its block, is about to run.
    Inst(InstId),
}

/// The start or the end of a call of a function.
pub struct CallEvent<'c> {
    /// The thread that makes the call.
    pub thread: u32,
    /// The called function.
    pub function: FuncId,
    /// Number of active calls of the thread, including this one.
    pub depth: usize,
    /// The arguments or the result.
    pub values: CallValues<'c>,
    /// The memory of the program.
    pub memory: &'c Memory,
    /// The calls of the thread, innermost first.
    pub calls: &'c mut dyn Iterator<Item = CallPlace>,
}

/// The values at the start or the end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallValues<'v> {
    /// The arguments at the start, one word each unless they are vectors.
    Arguments(&'v [u64]),
    /// The result at the end.
    Result(u64),
}

impl fmt::Debug for CallEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallEvent")
            .field("thread", &self.thread)
            .field("function", &self.function)
            .field("depth", &self.depth)
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

/// The destination of a trace's lines.
pub trait TraceSink {
    /// Takes one line, without its end.
    fn line(&mut self, line: &str);

    /// Handles an event. Returns false if its line is not needed and should not be formatted.
    fn event(&mut self, _event: TraceEvent) -> bool {
        true
    }

    /// Handles a call with its values, if [`TraceSink::takes_values`].
    fn call(&mut self, _call: CallEvent<'_>) {}

    /// Returns true if calls should be reported with their values. [`TraceLevel::Calls`] and higher
    /// levels do that, except [`TraceLevel::Steps`].
    fn takes_values(&self) -> bool {
        false
    }

    /// Returns the debugger of the run. It is notified of traps and, with [`TraceLevel::Steps`],
    /// asked before every instruction.
    fn debugger(&mut self) -> Option<&mut dyn Debugger> {
        None
    }

    /// Returns true if calls of the host should be traced.
    fn wants_host_calls(&self) -> bool {
        true
    }
}

/// Drops every line.
impl TraceSink for () {
    fn line(&mut self, _: &str) {}
}

/// Keeps the lines.
impl TraceSink for Vec<String> {
    fn line(&mut self, line: &str) {
        self.push(line.to_owned());
    }
}

/// The event of a traced operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) code: Code,
    pub(super) thread: u32,
    pub(super) function: FuncId,
    pub(super) inst: u32,
}

/// Writes the lines of a trace.
pub(super) struct Tracer<'a> {
    level: TraceLevel,
    sink: &'a mut dyn TraceSink,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(level: TraceLevel, sink: &'a mut dyn TraceSink) -> Tracer<'a> {
        Tracer { level, sink }
    }

    /// The debugger of the run.
    pub(super) fn debugger(&mut self) -> Option<&mut dyn Debugger> {
        match self.level {
            TraceLevel::Steps => self.sink.debugger(),
            _ => None,
        }
    }

    /// Returns the debugger, which is notified of traps at every level.
    pub(super) fn witness(&mut self) -> Option<&mut dyn Debugger> {
        self.sink.debugger()
    }

    /// Asks the debugger, if there is one, whether to stop before an instruction. `depth` is the
    /// number of calls of its thread.
    pub(super) fn stops_at(&mut self, event: Event, depth: usize, memory: &mut Memory) -> bool {
        let point = Point {
            thread: event.thread,
            function: event.function,
            inst: InstId(event.inst),
            depth,
        };
        let debugger = self.debugger();
        debugger.is_some_and(|it| it.stops_at(point, memory))
    }

    /// Reports the start or end of a call, if the sink handles calls. `words` are the two registers
    /// starting with the result.
    pub(super) fn call(
        &mut self,
        event: Event,
        words: [u64; 2],
        thread: &Thread<'_>,
        memory: &Memory,
    ) {
        if !self.sink.takes_values() {
            return;
        }
        let values = match event.code {
            Code::TraceEnter => CallValues::Arguments(&thread.registers[thread.base..]),
            Code::TraceLeave => CallValues::Result(words[0]),
            _ => return,
        };
        self.sink.call(CallEvent {
            thread: event.thread,
            function: event.function,
            depth: thread.frames.len(),
            values,
            memory,
            calls: &mut places(thread),
        });
    }

    /// Traces an operation. `words` are the two registers starting with its `d`; `window` has the
    /// registers of the frame.
    #[cold]
    pub(super) fn trace(
        &mut self,
        program: &Program<'_>,
        event: Event,
        words: [u64; 2],
        window: &[u64],
    ) {
        let point = match event.code {
            Code::TraceEnter => TracePoint::Enter,
            Code::TraceLeave => TracePoint::Leave,
            _ => TracePoint::Inst(InstId(event.inst)),
        };
        let is_wanted = self.sink.event(TraceEvent {
            thread: event.thread,
            function: event.function,
            point,
        });
        if !is_wanted {
            return;
        }
        let function = program.body(event.function);
        let function = function.expect("what runs has a body");
        let signature = program.signature(event.function);
        let name = program.function_name(event.function);
        let mut line = prefix(event.thread);
        match event.code {
            Code::TraceEnter => {
                let _ = write!(line, "{name}(");
                let mut register = 0;
                for (index, &ty) in signature.params.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    let value = display_value(ty, [window[register], window[register + 1]]);
                    let _ = write!(line, "{comma}{ty} {value}");
                    register += 1 + usize::from(is_wide(ty));
                }
                line.push(')');
            }
            Code::TraceLeave => {
                let _ = write!(line, "{name} returns {}", signature.result);
                if signature.result != Type::Void {
                    let _ = write!(line, " {}", display_value(signature.result, words));
                }
            }
            _ => {
                let inst = InstId(event.inst);
                let block = function.block_of(inst);
                let _ = write!(line, "  {name} {block}: {}", function.display_inst(inst));
                if let Some(result) = function.result_of(inst) {
                    let value = display_value(function.value_type(result), words);
                    let _ = write!(line, "  // {value}");
                }
            }
        }
        self.sink.line(&line);
    }

    /// Returns true if calls of the host are traced.
    pub(super) fn traces_host(&self) -> bool {
        let is_traced = !matches!(self.level, TraceLevel::Off | TraceLevel::Steps);
        is_traced && self.sink.wants_host_calls()
    }

    /// Traces a call of the host.
    pub(super) fn host(
        &mut self,
        thread: u32,
        function: &HostFunction,
        args: &[u64],
        action: &Action,
    ) {
        let mut line = prefix(thread);
        let _ = write!(line, "{}(", function.name);
        for (index, (&ty, &value)) in function.params.iter().zip(args).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(line, "{comma}{}", display_value(ty, [value, 0]));
        }
        line.push(')');
        match action {
            Action::Return(_) if function.result == Type::Void => {}
            Action::Return(value) => {
                let _ = write!(line, " = {}", display_value(function.result, [*value, 0]));
            }
            other => {
                let _ = write!(line, " -> {other:?}");
            }
        }
        self.sink.line(&line);
    }
}

/// Returns the start of a line: the thread, unless it is the main one.
fn prefix(thread: u32) -> String {
    if thread == 0 {
        String::new()
    } else {
        format!("[{thread}] ")
    }
}

/// Formats a value: integers and addresses as signed numbers; vectors and small integers in
/// hexadecimal.
fn display_value(ty: Type, [low, high]: [u64; 2]) -> String {
    match ty {
        Type::I8 => (low as i8).to_string(),
        Type::I16 => (low as i16).to_string(),
        Type::I32 if (low as u32) < 0x1_0000 => low.to_string(),
        Type::I32 if (low as i32) < 0 && (low as i32) > -0x1_0000 => (low as i32).to_string(),
        Type::I32 => format!("{:#x}", low as u32),
        Type::I64 => (low as i64).to_string(),
        Type::Float => format!("{:?}", f32::from_bits(low as u32)),
        Type::Double => format!("{:?}", f64::from_bits(low)),
        ty if is_wide(ty) => format!("{:#034x}", u128::from(low) | u128::from(high) << 64),
        _ => format!("{low:#b}"),
    }
}
