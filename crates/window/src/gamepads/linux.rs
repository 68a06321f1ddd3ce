//! Reads gamepads through the joystick devices of Linux, as Chrome did.
//!
//! A device sends events, which are changes of a button or an axis. Its first events are the
//! current state. Files below `/sys` describe the device.
//!
//! Source: Linux' `Documentation/input/joydev/joystick-api.rst`.

use super::layout::Layout;
use super::{PLACES, POLLS_PER_SEARCH, Pad};
use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Size of an event in bytes: its time, its value, its kind, its number.
const EVENT: usize = 8;
/// The type of an event of a button.
const BUTTON: u8 = 1;
/// The type of an event of an axis.
const AXIS: u8 = 2;
/// A flag in the type of events that report the initial state.
const IS_INITIAL: u8 = 0x80;

/// Maximum number of events that are read from a joystick at once.
const MAX_EVENTS: usize = 256;

/// The joysticks of the machine.
pub(super) struct Source {
    devices: PathBuf,
    descriptions: PathBuf,
    places: [Option<Joystick>; PLACES],
    /// Number of polls until the next search for new devices.
    polls: u32,
}

/// An open device.
struct Joystick {
    file: File,
    /// The name of its file.
    name: String,
    id: String,
    layout: Layout,
    pressed: Vec<bool>,
    axes: Vec<f32>,
}

impl Source {
    /// Returns the joysticks of this machine. It is empty if they are not accessible.
    pub(super) fn new() -> Source {
        Source::within(Path::new("/dev/input"), Path::new("/sys/class/input"))
    }

    fn within(devices: &Path, descriptions: &Path) -> Source {
        Source {
            devices: devices.to_owned(),
            descriptions: descriptions.to_owned(),
            places: [const { None }; PLACES],
            polls: 0,
        }
    }

    /// Returns the current state of all gamepads.
    pub(super) fn poll(&mut self) -> [Option<Pad>; PLACES] {
        if self.polls == 0 {
            self.search();
            self.polls = POLLS_PER_SEARCH;
        }
        self.polls -= 1;
        self.places.each_mut().map(|place| {
            if !place.as_mut().is_some_and(Joystick::read) {
                *place = None;
            }
            place.as_ref().map(Joystick::state)
        })
    }

    /// Opens new devices, until all places are taken.
    fn search(&mut self) {
        let Ok(entries) = fs::read_dir(&self.devices) else {
            return;
        };
        let names = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let number = name.strip_prefix("js")?.parse::<u32>().ok()?;
            Some((number, name))
        });
        let mut names: Vec<_> = names.collect();
        names.sort();
        for (_, name) in names {
            let is_open = |place: &Option<Joystick>| {
                (place.as_ref()).is_some_and(|joystick| joystick.name == name)
            };
            if self.places.iter().any(is_open) {
                continue;
            }
            let Some(place) = self.places.iter_mut().find(|place| place.is_none()) else {
                return;
            };
            *place = Joystick::open(&self.devices, &self.descriptions, name);
        }
    }
}

impl Joystick {
    /// Opens a device. Returns `None` if the device is not readable or has no buttons.
    fn open(devices: &Path, descriptions: &Path, name: String) -> Option<Joystick> {
        let description = descriptions.join(&name).join("device");
        let text = |file: &str| {
            let text = fs::read_to_string(description.join(file)).unwrap_or_default();
            text.trim().to_owned()
        };
        let number = |file: &str| u16::from_str_radix(&text(file), 16).unwrap_or(0);
        let [vendor, product] = ["id/vendor", "id/product"].map(number);
        let [keys, axes] = ["capabilities/key", "capabilities/abs"].map(text);
        let layout = Layout::new(&keys, &axes, vendor)?;
        let file = OpenOptions::new()
            .read(true)
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
            .open(devices.join(&name))
            .ok()?;
        let standard = if layout.is_standard() {
            "STANDARD GAMEPAD "
        } else {
            ""
        };
        let id = format!(
            "{} ({standard}Vendor: {vendor:04x} Product: {product:04x})",
            text("name")
        );
        Some(Joystick {
            file,
            name,
            id,
            pressed: vec![false; layout.buttons()],
            axes: vec![0.0; layout.axes()],
            layout,
        })
    }

    /// Reads the events that have arrived. Returns false if the device is no longer connected.
    fn read(&mut self) -> bool {
        let mut bytes = [0; EVENT * MAX_EVENTS];
        match self.file.read(&mut bytes) {
            Ok(length) => {
                for event in bytes[..length].chunks_exact(EVENT) {
                    let value = i16::from_ne_bytes([event[4], event[5]]);
                    self.happens(event[6] & !IS_INITIAL, event[7], value);
                }
                true
            }
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }

    fn happens(&mut self, kind: u8, number: u8, value: i16) {
        let number = usize::from(number);
        match kind {
            BUTTON => {
                if let Some(pressed) = self.pressed.get_mut(number) {
                    *pressed = value != 0;
                }
            }
            AXIS => {
                if let Some(position) = self.axes.get_mut(number) {
                    *position = (f32::from(value) / f32::from(i16::MAX)).max(-1.0);
                }
            }
            _ => {}
        }
    }

    fn state(&self) -> Pad {
        let (axes, buttons) = self.layout.convert(&self.pressed, &self.axes);
        Pad {
            id: self.id.clone(),
            axes,
            buttons,
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// Creates a device with these events: type, number, value. Its description is that of an Xbox
    /// controller.
    fn plug(folder: &Path, name: &str, events: &[(u8, u8, i16)]) {
        let description = folder.join("class").join(name).join("device");
        for (file, text) in [
            ("name", "Pad\n"),
            ("id/vendor", "045e\n"),
            ("id/product", "028e\n"),
            ("capabilities/key", "7cdb000000000000 0 0 0 0\n"),
            ("capabilities/abs", "3003f\n"),
        ] {
            let path = description.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let events = events.iter().flat_map(|&(kind, number, value)| {
            let [low, high] = value.to_ne_bytes();
            [0, 0, 0, 0, low, high, kind, number]
        });
        fs::create_dir_all(folder.join("input")).unwrap();
        fs::write(folder.join("input").join(name), events.collect::<Vec<_>>()).unwrap();
    }

    fn source(folder: &Path) -> Source {
        Source::within(&folder.join("input"), &folder.join("class"))
    }

    #[test]
    fn events_change_the_state_of_a_gamepad() {
        let folder = tempfile::tempdir().unwrap();
        let events = [
            // In the initial state the triggers are released.
            (AXIS | IS_INITIAL, 2, -32767),
            (AXIS | IS_INITIAL, 5, -32767),
            (BUTTON, 0, 1),
            (BUTTON, 2, 1),
            (BUTTON, 2, 0),
            (AXIS, 0, 32767),
            (AXIS, 1, -32768),
            // The types or numbers of these events are unknown.
            (7, 0, 1),
            (BUTTON, 99, 1),
        ];
        plug(folder.path(), "js0", &events);
        let mut source = source(folder.path());
        let [Some(pad), None, None, None] = source.poll() else {
            panic!("one gamepad is connected");
        };
        assert_eq!(pad.id, "Pad (STANDARD GAMEPAD Vendor: 045e Product: 028e)");
        assert_eq!(pad.axes, [1.0, -1.0, 0.0, 0.0]);
        let pressed: Vec<usize> = (0..pad.buttons.len())
            .filter(|&button| pad.buttons[button] > 0.0)
            .collect();
        assert_eq!(pressed, [0]);
        // Without further events, the state stays the same.
        assert_eq!(source.poll()[0], Some(pad));
    }

    #[test]
    fn a_gamepad_that_is_connected_later_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut source = source(folder.path());
        let nothing = [const { None }; PLACES];
        assert_eq!(source.poll(), nothing);
        // These files are not joysticks.
        plug(folder.path(), "event3", &[]);
        plug(folder.path(), "js", &[]);
        plug(folder.path(), "js7", &[]);
        let polls = (0..POLLS_PER_SEARCH).map(|_| source.poll());
        let found = polls.filter(|pads| pads[0].is_some()).count();
        assert_eq!(found, 1, "found by the next search");
    }

    #[test]
    fn only_four_gamepads_have_places() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..6 {
            plug(folder.path(), &format!("js{number}"), &[]);
        }
        let mut source = source(folder.path());
        assert!(source.poll().iter().all(Option::is_some));
        let names = source.places.iter().flatten();
        let names: Vec<_> = names.map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["js0", "js1", "js2", "js3"]);
    }
}
