//! A window that shows a Pepper program.
//!
//! The program uses the devices of `headless`. It runs in real time in a separate thread, which
//! holds the [`Host`]. The window belongs to the first thread of the process, as some systems
//! require.
//!
//! * this module: opens and closes a window;
//! * `application`: handles the events of the window;
//! * `gamepads`: reports the gamepads of the machine;
//! * `input_method`: converts text from input methods;
//! * `keys`: converts key events;
//! * `pointer`: sets the shape of the pointer;
//! * `speaker`: plays sound.

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
    /// The picture or the state of the program's element has changed.
    Changed,
    /// The program has ended.
    Ended,
}

/// A program to show.
struct Shown {
    machine: Machine,
    title: String,
    /// Prevents the run from ending before the window appears, since the program may have nothing
    /// to do until then.
    open: Watching,
}

/// The reason why a window has closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// The program has ended, either by itself or because the user has closed the window.
    Ended,
    /// The user has closed the window a second time, because the program did not end. Its thread is
    /// still running.
    Abandoned,
}

/// A window that opens when the program starts.
pub struct Window {
    events: EventLoop<Signal>,
}

/// A handle to the window for the thread of the program. The window closes when the handle is
/// dropped.
pub struct Host {
    window: EventLoopProxy<Signal>,
}

impl Window {
    /// Connects to the display. Must be called at most once, by the first thread of the process.
    ///
    /// # Errors
    ///
    /// Fails with the system's error message if there is no display.
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
    /// Fails with the system's error message if the system cannot show a window. The thread of the
    /// program may still be running.
    pub fn run(self) -> Result<Gone, String> {
        let mut application = Application::default();
        let ended = self.events.run_app(&mut application);
        ended.map_err(|error| reason(&error))?;
        application.outcome()
    }
}

/// Returns the message of an error. Messages of system errors contain a position in winit's source
/// code, which is removed.
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
        // The signal is lost if the window has closed.
        Box::new(move || drop(window.send_event(Signal::Changed)))
    }

    /// Opens the window. The machine must have been created with [`Host::on_change`], and must keep
    /// its picture.
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
