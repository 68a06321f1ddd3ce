//! Reports the gamepads of this machine to a program that requests them.
//!
//! * this module: polls the gamepads in a separate thread, once per frame, as a page does;
//! * `layout`: the standard layout of browsers;
//! * `linux`, `windows`: reads the gamepads of the system. On other systems there are none.

#[cfg(target_os = "linux")]
mod layout;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux::Source;
use pinnacle_headless::machine::Machine;
use pinnacle_headless::script::gamepads::{GamepadStep, PLACES};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
#[cfg(windows)]
use windows::Source;

/// Polling interval: the duration of a frame.
const INTERVAL: Duration = Duration::from_micros(16_667);

/// Number of polls after which new gamepads are looked for, because that takes long.
#[cfg(any(target_os = "linux", windows))]
const POLLS_PER_SEARCH: u32 = 60;

/// The state of a gamepad.
#[derive(Clone, PartialEq, Debug)]
struct Pad {
    /// Its name, as Chrome gave it.
    id: String,
    /// Positions of the axes, from -1 to 1.
    axes: Vec<f32>,
    /// Values of the buttons, from 0 to 1.
    buttons: Vec<f32>,
}

/// Reports the gamepads to a program until it is dropped.
#[derive(Debug)]
pub(crate) struct Gamepads {
    is_closed: Arc<AtomicBool>,
}

impl Gamepads {
    /// Starts to report the gamepads. If the thread cannot be started, none are reported.
    pub(crate) fn watch(machine: Machine) -> Gamepads {
        let is_closed = Arc::new(AtomicBool::new(false));
        let ends = is_closed.clone();
        let watch = move || report(&mut Source::new(), &machine, &ends);
        let thread = thread::Builder::new().name("gamepads".to_owned());
        drop(thread.spawn(watch));
        Gamepads { is_closed }
    }
}

impl Drop for Gamepads {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// Reports each change of the gamepads until `is_closed` is set.
fn report(source: &mut Source, machine: &Machine, is_closed: &AtomicBool) {
    let mut before = [const { None }; PLACES];
    while !is_closed.load(Ordering::Relaxed) {
        let now = source.poll();
        for (place, (now, before)) in now.iter().zip(&before).enumerate() {
            if now == before {
                continue;
            }
            let step = match now.clone() {
                Some(Pad { id, axes, buttons }) => GamepadStep::set(place, id, axes, buttons),
                None => GamepadStep::unplug(place),
            };
            machine.user_holds(step);
        }
        before = now;
        thread::sleep(INTERVAL);
    }
}

/// The gamepads of a system that is not supported, which are none.
#[cfg(not(any(target_os = "linux", windows)))]
struct Source;

#[cfg(not(any(target_os = "linux", windows)))]
impl Source {
    fn new() -> Source {
        Source
    }

    fn poll(&mut self) -> [Option<Pad>; PLACES] {
        [const { None }; PLACES]
    }
}
