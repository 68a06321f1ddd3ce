//! A program that is debugged.

use crate::arguments::Base;
use crate::breakpoints::{Breakpoints, Verdict};
use crate::client::Client;
use crate::frames::Frames;
use crate::handles::Handles;
use crate::launch::Launch;
use crate::sources::Sources;
use pinnacle_debug::{Addresses, LineTable, Symbols, Variables};
use pinnacle_debugger::{BackStep, Remote, Step, Stop};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::interp::{CallPlace, Point};
use serde_json::{Value, json};
use std::sync::Arc;

/// A program that is debugged.
pub(crate) struct Running {
    pub(crate) program: Arc<Program>,
    pub(crate) addresses: Addresses,
    pub(crate) symbols: Option<Symbols>,
    pub(crate) lines: Arc<LineTable>,
    pub(crate) variables: Variables,
    pub(crate) remote: Remote,
    pub(crate) client: Client,
    pub(crate) base: Base,
    pub(crate) sources: Sources,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) frames: Frames,
    pub(crate) handles: Handles,
    /// Memory that is watched: address and size.
    pub(crate) watched: Vec<(u32, u32)>,
    state: State,
    stop_on_entry: bool,
    no_debug: bool,
    /// The current step.
    step: Option<Step>,
    /// Set while a replay goes back. Contains the step, or `None` if it goes back to the last stop.
    back: Option<Option<BackStep>>,
    can_go_back: bool,
    /// The threads at the last stop of the program.
    threads: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// True while the program waits at its first instruction until the editor has set its
    /// breakpoints.
    New,
    Stands,
    Runs,
}

/// The action to take after the answer to a request.
#[derive(Debug)]
pub(crate) enum Next {
    Nothing,
    /// Starts the program.
    Begin,
    /// Lets the program continue.
    Resume(Option<Step>),
    /// Lets a replay go back, by a step or to the last stop.
    Back(Option<BackStep>),
}

impl Running {
    pub(crate) fn new(
        launch: &Launch,
        program: Arc<Program>,
        symbols: Option<Symbols>,
        remote: Remote,
        can_go_back: bool,
        client: Client,
        base: Base,
    ) -> Running {
        let addresses = Addresses::of(&program);
        let lines = match &symbols {
            Some(symbols) => LineTable::of(symbols, &program, &addresses),
            None => LineTable::default(),
        };
        let variables = symbols.as_ref().map(Symbols::variables);
        Running {
            sources: Sources::new(&program, &lines),
            program,
            addresses,
            symbols,
            lines: Arc::new(lines),
            variables: variables.unwrap_or_default(),
            remote,
            client,
            base,
            breakpoints: Breakpoints::default(),
            frames: Frames::default(),
            handles: Handles::default(),
            watched: Vec::new(),
            state: State::New,
            stop_on_entry: launch.stop_on_entry,
            no_debug: launch.no_debug,
            step: None,
            back: None,
            can_go_back,
            threads: vec![0],
        }
    }

    /// Answers a request.
    pub(crate) fn answer(
        &mut self,
        command: &str,
        arguments: &Value,
        next: &mut Next,
    ) -> Result<Value, String> {
        match command {
            "configurationDone" => {
                *next = Next::Begin;
                Ok(Value::Null)
            }
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setExceptionBreakpoints" => Ok(json!({"breakpoints": []})),
            "breakpointLocations" => Ok(self.breakpoint_locations(arguments)),
            "source" => self.source_text(arguments),
            "threads" => self.list_threads(),
            "pause" => {
                self.remote.interrupt();
                Ok(Value::Null)
            }
            _ if self.state == State::Runs => {
                Err("the program is running: pause it, or set a breakpoint".into())
            }
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.list_variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "setExpression" => self.set_expression(arguments),
            "evaluate" => self.evaluate(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "exceptionInfo" => self.exception_info(),
            "continue" => {
                *next = Next::Resume(None);
                Ok(json!({"allThreadsContinued": true}))
            }
            "next" | "stepIn" | "stepOut" => {
                *next = Next::Resume(Some(self.step(command, arguments)?));
                Ok(Value::Null)
            }
            "stepBack" | "reverseContinue" if !self.can_go_back => Err(
                "only a replay can step back: set `replay` to a recording in the launch \
                 configuration"
                    .into(),
            ),
            "stepBack" => {
                *next = Next::Back(Some(self.step_back(arguments)?));
                Ok(Value::Null)
            }
            "reverseContinue" => {
                *next = Next::Back(None);
                Ok(Value::Null)
            }
            _ => Err(format!("the request {command:?} is not supported")),
        }
    }

    /// Takes the action that follows an answer.
    pub(crate) fn go_on(&mut self, next: Next) {
        match next {
            Next::Begin if self.state != State::New => {}
            Next::Begin if self.no_debug => {
                self.state = State::Runs;
                self.remote.detach();
            }
            Next::Begin if self.stop_on_entry => {
                self.state = State::Stands;
                self.notify(0, "entry", None, &[]);
            }
            // The session stopped here without checking breakpoints.
            Next::Begin => self.stopped(Stop::Breakpoint(0)),
            Next::Resume(step) => self.resume(step),
            Next::Back(step) => self.go_back(step),
            Next::Nothing => {}
        }
    }

    fn resume(&mut self, step: Option<Step>) {
        self.leave();
        self.step.clone_from(&step);
        // A program that has ended reports that itself.
        let _ = self.remote.resume(step);
    }

    fn go_back(&mut self, step: Option<BackStep>) {
        self.leave();
        self.back = Some(step.clone());
        // A program that has ended says so by itself.
        let _ = self.remote.go_back(step);
    }

    /// Invalidates the calls and variables that the editor knows, since the program continues.
    fn leave(&mut self) {
        self.state = State::Runs;
        self.frames = Frames::default();
        self.handles = Handles::default();
    }

    /// Ends the program.
    pub(crate) fn kill(&self) {
        self.remote.kill();
    }

    /// Notifies the editor that the program has stopped, or lets the program continue if no
    /// condition of a breakpoint holds.
    pub(crate) fn stopped(&mut self, stop: Stop) {
        self.state = State::Stands;
        match stop {
            Stop::Step(thread) => self.notify(thread, "step", None, &[]),
            Stop::Interrupt(thread) => self.notify(thread, "pause", None, &[]),
            Stop::Watch(thread, address) => {
                let text = format!("the memory at {address:#x} has changed");
                self.notify(thread, "data breakpoint", Some(text), &[]);
            }
            Stop::Trap(thread, _) => {
                let trap = self.remote.trap().ok().flatten();
                self.notify(thread, "exception", trap, &[]);
            }
            Stop::Breakpoint(thread) => match self.judge(thread) {
                Verdict::Stands { reason, ids } => self.notify(thread, reason, None, &ids),
                Verdict::GoesOn if self.has_stepped(thread) => {
                    self.notify(thread, "step", None, &[]);
                }
                Verdict::GoesOn => match self.back.take() {
                    Some(step) => self.go_back(step),
                    None => {
                        let step = self.step.take();
                        self.resume(step);
                    }
                },
            },
            Stop::Begin(thread) => {
                let text = "the replay is at its beginning".to_owned();
                self.notify(thread, "entry", Some(text), &[]);
            }
            Stop::End(thread) => {
                let text = "the program ends when it continues".to_owned();
                self.notify(thread, "pause", Some(text), &[]);
            }
            Stop::Exited(_) | Stop::Terminated(_) => {}
        }
    }

    /// Returns true if the current step ends at the place of a thread.
    fn has_stepped(&self, thread: u32) -> bool {
        let calls = self.calls(thread).unwrap_or_default();
        let (Some(step), Some(place)) = (&self.step, calls.first()) else {
            return false;
        };
        let point = Point {
            thread,
            function: place.function,
            inst: place.inst,
            depth: calls.len(),
        };
        step.ends_at(point, self.addresses.of_inst(place.function, place.inst))
    }

    fn notify(&mut self, thread: u32, reason: &str, text: Option<String>, ids: &[u32]) {
        self.step = None;
        self.back = None;
        let mut body = json!({
            "reason": reason,
            "threadId": thread_id(thread),
            "allThreadsStopped": true,
        });
        if let Some(text) = text {
            body["description"] = format!("Paused: {text}").into();
            body["text"] = text.into();
        }
        if !ids.is_empty() {
            body["hitBreakpointIds"] = ids.into();
        }
        self.client.event("stopped", &body);
    }

    fn exception_info(&self) -> Result<Value, String> {
        let trap = self.remote.trap().map_err(|gone| gone.to_string())?;
        let trap = trap.ok_or("the program is not stopped at a trap")?;
        Ok(json!({"exceptionId": "trap", "description": trap, "breakMode": "always"}))
    }

    fn list_threads(&mut self) -> Result<Value, String> {
        if self.state != State::Runs {
            let threads = self.remote.threads().map_err(|gone| gone.to_string())?;
            self.threads = threads.iter().map(|(thread, _)| *thread).collect();
            self.threads.sort_unstable();
        }
        let threads = self.threads.iter().map(|&thread| {
            let name = match thread {
                0 => "main".to_owned(),
                _ => format!("thread {thread}"),
            };
            json!({"id": thread_id(thread), "name": name})
        });
        Ok(json!({"threads": threads.collect::<Vec<_>>()}))
    }

    /// Returns the calls of a thread, innermost first.
    pub(crate) fn calls(&self, thread: u32) -> Result<Vec<CallPlace>, String> {
        let threads = self.remote.threads().map_err(|gone| gone.to_string())?;
        let found = threads.into_iter().find(|(id, _)| *id == thread);
        found
            .map(|(_, calls)| calls)
            .ok_or_else(|| format!("there is no thread {}", thread_id(thread)))
    }
}

/// Returns the number of a thread in the protocol, which counts from 1.
pub(crate) fn thread_id(thread: u32) -> u32 {
    thread.saturating_add(1)
}
