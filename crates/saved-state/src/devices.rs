//! The part of a saved state that the devices of a program have: its clocks, its element, the user's
//! hands, frames.
//!
//! Time is that of the program. A host that continues from a state counts both clocks on from the
//! moment at which it was saved, whatever the time of day is by then. So everything that the
//! program remembers of the time stays true.

use crate::hands::Hands;
use pinnacle_pepper::device::page::Cursor;
use pinnacle_pepper::view::View;
use pinnacle_system::clock::Moment;
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::time::Duration;

/// Maximum number of the last frame.
const MAX_FRAME: u64 = 1 << 48;

/// Maximum size of the picture of a pointer in bytes.
const MAX_POINTER: usize = 4 * 32 * 32;

/// The state of the devices of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Devices {
    /// The readings of the program's clocks.
    pub now: Moment,
    /// The time at which the run began, by the clock that counts from 1970. The frames and the
    /// times of scripts count from it.
    pub start: Duration,
    /// The view of the element.
    pub view: View,
    /// The view to which the element returns from fullscreen.
    pub windowed: Option<View>,
    /// The size of the screen in CSS pixels.
    pub screen_size: [i32; 2],
    /// True if the element has the focus.
    pub has_focus: bool,
    /// True if the mouse is locked to the element.
    pub mouse_locked: bool,
    /// The time since the start of the last input that counts as a user gesture.
    pub gesture: Option<Duration>,
    /// The mouse, the keys and the fingers of the user.
    pub hands: Hands,
    /// The frame that the program waits for.
    pub frame_wanted: Option<u64>,
    /// The last frame.
    pub last_frame: u64,
    /// The pointer over the element.
    pub cursor: Cursor,
}

impl Devices {
    /// Writes the state.
    pub fn save(&self, to: &mut Writer) {
        to.time(self.now.real);
        to.time(self.now.monotonic);
        to.time(self.start);
        self.view.save(to);
        to.option(self.windowed, |to, view| view.save(to));
        to.words(&self.screen_size.map(|side| side as u32));
        to.truth(self.has_focus);
        to.truth(self.mouse_locked);
        to.option(self.gesture, Writer::time);
        self.hands.save(to);
        to.option(self.frame_wanted, Writer::number);
        to.number(self.last_frame);
        save_cursor(&self.cursor, to);
    }

    /// Reads the state.
    ///
    /// # Errors
    ///
    /// Fails if it is damaged.
    pub fn read(from: &mut Reader) -> Result<Devices, Unusable> {
        let read_view = |from: &mut Reader| {
            let mut view = View::of_size(0, 0);
            view.restore(from).map(|()| view)
        };
        let devices = Devices {
            now: Moment {
                real: from.time()?,
                monotonic: from.time()?,
            },
            start: from.time()?,
            view: read_view(from)?,
            windowed: from.option(read_view)?,
            screen_size: from.words()?.map(|side: u32| side as i32),
            has_focus: from.truth()?,
            mouse_locked: from.truth()?,
            gesture: from.option(Reader::time)?,
            hands: Hands::read(from)?,
            frame_wanted: from.option(Reader::number)?,
            last_frame: from.number()?,
            cursor: read_cursor(from)?,
        };
        if devices.start.max(devices.now.monotonic) > devices.now.real {
            return Err(Unusable::damaged("it begins after it was saved"));
        }
        if devices.last_frame.max(devices.frame_wanted.unwrap_or(0)) > MAX_FRAME {
            return Err(Unusable::damaged("it has more frames than is possible"));
        }
        Ok(devices)
    }
}

fn save_cursor(cursor: &Cursor, to: &mut Writer) {
    match cursor {
        Cursor::Standard(number) => {
            to.truth(false);
            to.word(*number);
        }
        Cursor::Custom {
            width,
            height,
            rgba,
            hot_spot: [x, y],
        } => {
            to.truth(true);
            to.words(&[*width, *height, *x as u32, *y as u32]);
            to.bytes(rgba);
        }
    }
}

fn read_cursor(from: &mut Reader) -> Result<Cursor, Unusable> {
    if !from.truth()? {
        return Ok(Cursor::Standard(from.word()?));
    }
    let [width, height, x, y] = from.words()?;
    let rgba = from.bytes(MAX_POINTER)?;
    if u64::from(width) * u64::from(height) * 4 != rgba.len() as u64 {
        return Err(Unusable::damaged(
            "the pointer has another size than its picture",
        ));
    }
    Ok(Cursor::Custom {
        width,
        height,
        rgba,
        hot_spot: [x as i32, y as i32],
    })
}
