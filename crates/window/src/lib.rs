//! A window that shows a Pepper program.
//!
//! The program runs on the devices of `headless`, in real time and in a thread of its own. The
//! window belongs to the first thread of the process, as some systems require. The thread of the
//! program holds its [`Host`].
//!
//! * here: opens and closes a window;
//! * `application`: pictures, the size, the pointer, and events of the window;
//! * `gamepads`: the gamepads of the machine;
//! * `input_method`: text from input methods;
//! * `keys`: converts the keys of the system to those of the DOM;
//! * `pointer`: the shapes of the pointer;
//! * `speaker`: sound.

#![forbid(unsafe_code)]

mod application;
mod gamepads;
mod input_method;
mod keys;
mod pointer;
mod speaker;

use application::Application;
use pinnacle_headless::inbox::Watching;
use pinnacle_headless::machine::{Machine, Notify};
pub use speaker::Player;
use std::fmt;
use winit::event_loop::{EventLoop, EventLoopProxy};

/// A signal from the thread of the program.
enum Signal {
    /// The program is about to start.
    Open(Box<Shown>),
    /// Its picture or the state of its element has changed.
    Changed,
    /// It has ended.
    Ended,
}

/// A program to show.
struct Shown {
    machine: Machine,
    title: String,
    /// Keeps the run open from before the program starts: the program may have nothing to do until
    /// the window appears.
    open: Watching,
}

/// The reason why a window has closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// The program has ended, by itself or because the user has closed the window.
    Ended,
    /// The user has closed the window twice because the program did not end. Its thread still runs.
    Abandoned,
}

/// A window that opens when the program starts.
pub struct Window {
    events: EventLoop<Signal>,
}

/// The handle of the window in the thread of the program. The window closes when it is dropped.
pub struct Host {
    window: EventLoopProxy<Signal>,
}

impl Window {
    /// Connects to the display. Must be called once, by the first thread of the process.
    ///
    /// # Errors
    ///
    /// Fails if there is no display, with the system's reason.
    pub fn new() -> Result<(Window, Host), String> {
        let events = EventLoop::with_user_event().build();
        let events = events.map_err(|error| reason(&error))?;
        let window = events.create_proxy();
        Ok((Window { events }, Host { window }))
    }

    /// Shows the program until it ends.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot show a window, with its reason. The thread of the program may
    /// still run.
    pub fn run(self) -> Result<Gone, String> {
        let mut application = Application::default();
        let ended = self.events.run_app(&mut application);
        ended.map_err(|error| reason(&error))?;
        application.outcome()
    }
}

/// Returns the reason of an error. System errors also name a place in winit's sources, which is
/// left out.
fn reason(error: &impl fmt::Display) -> String {
    let text = error.to_string();
    let of_system = text.strip_prefix("os error at ");
    match of_system.and_then(|rest| rest.split_once(": ")) {
        Some((_, reason)) => reason.to_owned(),
        None => text,
    }
}

impl Host {
    /// Returns the callback for [`Settings::on_change`](pinnacle_headless::machine::Settings).
    pub fn on_change(&self) -> Notify {
        let window = self.window.clone();
        // The signal is dropped if the window has closed.
        Box::new(move || drop(window.send_event(Signal::Changed)))
    }

    /// Opens the window for a machine that was made with [`Host::on_change`] and keeps its picture.
    pub fn open(&self, machine: &Machine, title: &str) {
        let shown = Box::new(Shown {
            open: machine.keep_open(),
            machine: machine.clone(),
            title: title.to_owned(),
        });
        drop(self.window.send_event(Signal::Open(shown)));
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.window.send_event(Signal::Ended));
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window").finish_non_exhaustive()
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}
