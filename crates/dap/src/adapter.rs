//! The conversation with an editor: requests in, answers and events out.

use crate::arguments::Base;
use crate::capabilities::{capabilities, capabilities_of_replays};
use crate::client::Client;
use crate::launch::{End, Launch, Launcher};
use crate::running::{Next, Running};
use crate::wire::{self, WireError};
use pinnacle_debugger::Stop;
use serde_json::{Value, json};
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// Maximum number of queued messages and events. An editor that sends more is blocked.
const MAX_WAITING: usize = 64;

/// Maximum time that the session waits for the end of a program.
const PATIENCE: Duration = Duration::from_millis(500);

/// The next input of the conversation.
pub(crate) enum Event {
    /// A message from the editor.
    Message(Value),
    /// The editor has left, or its message cannot be read.
    Closed(Option<WireError>),
    /// The program has stopped.
    Stopped(Stop),
    /// The program has ended; `None` if the outcome is unknown.
    Ended(Option<End>),
}

/// Speaks with an editor until it leaves.
///
/// # Errors
///
/// Fails if the editor does not follow the protocol.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    launcher: &mut dyn Launcher,
) -> Result<(), WireError> {
    let (events, received) = mpsc::sync_channel(MAX_WAITING);
    let messages = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let event = match wire::read(&mut input) {
                Ok(Some(message)) => Event::Message(message),
                Ok(None) => Event::Closed(None),
                Err(error) => Event::Closed(Some(error)),
            };
            let is_last = matches!(event, Event::Closed(_));
            // Nobody receives messages after the end of the session.
            if messages.send(event).is_err() || is_last {
                return;
            }
        }
    });
    let adapter = Adapter {
        client: Client::new(Box::new(output)),
        launcher,
        events,
        running: None,
        base: Base::default(),
    };
    adapter.serve(&received)
}

struct Adapter<'l> {
    client: Client,
    launcher: &'l mut dyn Launcher,
    events: SyncSender<Event>,
    running: Option<Running>,
    base: Base,
}

impl Adapter<'_> {
    fn serve(mut self, received: &Receiver<Event>) -> Result<(), WireError> {
        while let Ok(event) = received.recv() {
            match event {
                Event::Message(message) => {
                    if self.message(&message, received) {
                        return Ok(());
                    }
                }
                Event::Closed(error) => {
                    self.end_program(received);
                    return error.map_or(Ok(()), Err);
                }
                Event::Stopped(stop) => {
                    if let Some(running) = &mut self.running {
                        running.stopped(stop);
                    }
                }
                Event::Ended(end) => self.ended(end),
            }
        }
        Ok(())
    }

    /// Answers a message. Returns true if it was the last one.
    fn message(&mut self, message: &Value, received: &Receiver<Event>) -> bool {
        if message["type"] != "request" {
            return false;
        }
        let command = message["command"].as_str().unwrap_or_default();
        let arguments = &message["arguments"];
        match command {
            "initialize" => {
                let first = |name: &str| u32::from(arguments[name] != false);
                self.base = Base {
                    line: first("linesStartAt1"),
                    column: first("columnsStartAt1"),
                };
                self.client.answer(message, Ok(capabilities()));
            }
            "launch" => self.launch(message),
            "attach" => {
                let reason = "programs are started by the adapter: set \"request\" to \"launch\"";
                self.client.answer(message, Err(reason.into()));
            }
            "terminate" => {
                self.client.answer(message, Ok(Value::Null));
                self.end_program(received);
            }
            "disconnect" => {
                self.end_program(received);
                self.client.answer(message, Ok(Value::Null));
                return true;
            }
            _ => self.ask_program(message, command, arguments),
        }
        false
    }

    fn launch(&mut self, message: &Value) {
        if self.running.is_some() {
            let reason = "a program is running already";
            self.client.answer(message, Err(reason.into()));
            return;
        }
        let launch = Launch::of(&message["arguments"]);
        let launched = launch.and_then(|launch| {
            let launched = self.launcher.launch(launch.clone(), &self.client)?;
            Ok((launch, launched))
        });
        let (launch, launched) = match launched {
            Ok(launched) => launched,
            Err(reason) => {
                self.client.answer(message, Err(reason));
                return;
            }
        };
        self.client.answer(message, Ok(Value::Null));
        let (sender, stops, end) = (self.events.clone(), launched.stops, launched.end);
        thread::spawn(move || forward(&sender, &stops, &end));
        for note in &launched.notes {
            self.client.output("console", &format!("{note}\n"));
        }
        if launched.symbols.is_none() {
            let text = format!(
                "{} has no debug information: functions and instructions are shown as PNaClAsm. \
                 `pinnacle cc -g` writes it.\n",
                launched.name
            );
            self.client.output("console", &text);
        }
        if launched.can_go_back {
            self.client
                .event("capabilities", &capabilities_of_replays());
        }
        self.running = Some(Running::new(
            &launch,
            launched.program,
            launched.symbols,
            launched.remote,
            launched.can_go_back,
            self.client.clone(),
            self.base,
        ));
        self.client.event("initialized", &json!({}));
    }

    fn ask_program(&mut self, message: &Value, command: &str, arguments: &Value) {
        let Some(running) = &mut self.running else {
            let reason = match command {
                "threads" => {
                    let body = json!({"threads": []});
                    self.client.answer(message, Ok(body));
                    return;
                }
                _ => "no program is running".into(),
            };
            self.client.answer(message, Err(reason));
            return;
        };
        let mut next = Next::Nothing;
        let result = running.answer(command, arguments, &mut next);
        self.client.answer(message, result);
        // An event must come after the answer to the request that causes it.
        running.go_on(next);
    }

    /// Ends the program, and waits for that at most [`PATIENCE`] between two events.
    fn end_program(&mut self, received: &Receiver<Event>) {
        let Some(running) = &self.running else {
            return;
        };
        running.kill();
        loop {
            match received.recv_timeout(PATIENCE) {
                Ok(Event::Ended(end)) => return self.ended(end),
                // A program that is blocked does not notice that it must end.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
                | Ok(Event::Closed(_)) => return self.ended(None),
                Ok(_) => {}
            }
        }
    }

    fn ended(&mut self, end: Option<End>) {
        if self.running.take().is_none() {
            return;
        }
        if let Some(end) = end {
            if let Some(report) = end.report {
                self.client.output("stderr", &format!("{report}\n"));
            }
            self.client
                .event("exited", &json!({"exitCode": end.status}));
        }
        self.client.event("terminated", &json!({}));
    }
}

/// Passes on the stops and the end of a program.
fn forward(events: &SyncSender<Event>, stops: &Receiver<Stop>, end: &Receiver<End>) {
    for stop in stops {
        let is_end = matches!(stop, Stop::Exited(_) | Stop::Terminated(_));
        if !is_end && events.send(Event::Stopped(stop)).is_err() {
            return;
        }
    }
    // Nobody receives it after the end of the session.
    let _ = events.send(Event::Ended(end.recv().ok()));
}
