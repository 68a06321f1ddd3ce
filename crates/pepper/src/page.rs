//! The page that a program is part of, as the core needs it.

use crate::message::Message;
use std::time::Duration;

/// `PP_LogLevel`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// A tip.
    Tip,
    /// What happens.
    Log,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

impl LogLevel {
    /// From the program's number; one that does not exist counts as an error, so
    /// that it is seen.
    pub(crate) fn from_number(number: u32) -> LogLevel {
        let levels = [LogLevel::Tip, LogLevel::Log, LogLevel::Warning];
        levels
            .get(number as usize)
            .copied()
            .unwrap_or(LogLevel::Error)
    }
}

/// What happens in a page that the program is told.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The page posts a message.
    Message(Message),
}

/// Whether a program goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Continue,
    /// Nobody wants more of it.
    End,
}

/// A page.
pub trait Page {
    /// The program has started: `load` of the element.
    fn loaded(&mut self) {}

    /// The program posts a message.
    fn post(&mut self, message: Message) -> Flow;

    /// A line for the console.
    fn log(&mut self, level: LogLevel, text: &str);

    /// The next thing that has happened by this time, each once.
    fn next_event(&mut self, now: Duration) -> Option<Event>;

    /// When something will happen without the program's doing, if that is known.
    fn next_event_time(&self) -> Option<Duration>;

    /// The program waits for ever, unless something happens in the page now. None
    /// ends it.
    fn at_rest(&mut self) -> Option<Event>;
}
