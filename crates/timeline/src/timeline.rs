//! Collects the moments of a run.

use crate::changes::Changes;
use crate::devices::Seen;
use crate::moments::{EventLine, Flush, Frame, LeftOut, Source};
use crate::pictures::Pictures;
use pinnacle_pepper::device::screen::{self, Content, Operation};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of operations of a flush that are listed. Their numbers fit in 16 bits.
const MAX_OPERATIONS: usize = 4096;

/// Maximum number of draw calls of a frame that are listed.
const MAX_DRAWS: usize = 500;

/// Approximate size in bytes of an operation, a flush, a frame and an event on the page.
const OPERATION: u64 = 64;
const FLUSH: u64 = 96;
const FRAME: u64 = 64;
const EVENT: u64 = 48;

/// Bounds of a timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum size of the page in bytes, without its script. As much again is used for copies of
    /// the program's surfaces.
    pub bytes: u64,
}

/// The moments of a run. Clones share them.
#[derive(Clone)]
pub struct Timeline(Arc<Mutex<State>>);

/// The state of a timeline.
pub(crate) struct State {
    limits: Limits,
    /// Size of everything that is kept, in bytes of the page.
    bytes: u64,
    /// True once something did not fit. Nothing more is kept.
    pub(crate) is_full: bool,
    /// The program's clock at its first check for an event.
    start: Option<Duration>,
    /// Time since then, at the last check.
    now: Duration,
    /// The surfaces that were flushed, with their sizes in bytes.
    surfaces: BTreeMap<u32, Surface>,
    surface_bytes: u64,
    pub(crate) pictures: Pictures,
    pub(crate) frames: Vec<Frame>,
    pub(crate) flushes: Vec<Flush>,
    pub(crate) events: Vec<EventLine>,
    draws: Vec<String>,
    more_draws: u64,
    /// The draw calls of the last swap.
    swapped: (Vec<String>, u64),
    pub(crate) left_out: LeftOut,
    /// The end of the run in words, and true if it has departed from its recording; `None` while
    /// it runs.
    pub(crate) ending: Option<(String, bool)>,
}

/// A surface, and the operations of the flush in progress.
struct Surface {
    changes: Changes,
    operations: Vec<Operation>,
    more: u64,
}

impl fmt::Debug for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline").finish_non_exhaustive()
    }
}

impl Timeline {
    /// Makes an empty timeline.
    pub fn new(limits: Limits) -> Timeline {
        Timeline(Arc::new(Mutex::new(State {
            limits,
            bytes: 0,
            is_full: false,
            start: None,
            now: Duration::ZERO,
            surfaces: BTreeMap::new(),
            surface_bytes: 0,
            pictures: Pictures::default(),
            frames: Vec::new(),
            flushes: Vec::new(),
            events: Vec::new(),
            draws: Vec::new(),
            more_draws: 0,
            swapped: (Vec::new(), 0),
            left_out: LeftOut::default(),
            ending: None,
        })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a writer for the messages of the program, one in each line.
    pub fn messages(&self) -> Box<dyn Write + Send> {
        Box::new(Messages {
            timeline: self.clone(),
            line: Vec::new(),
        })
    }

    /// Sets the end of the run in words. `has_departed` is true if it has departed from its
    /// recording.
    pub fn ended(&self, ending: &str, has_departed: bool) {
        self.lock().ending = Some((ending.into(), has_departed));
    }

    /// Returns true if the program has run to an end.
    pub fn has_ended(&self) -> bool {
        self.lock().ending.is_some()
    }

    /// Returns true if the run has departed from its recording.
    pub fn has_departed(&self) -> bool {
        matches!(self.lock().ending, Some((_, true)))
    }

    /// Returns true if the program has shown a picture.
    pub fn has_frames(&self) -> bool {
        let state = self.lock();
        !state.frames.is_empty() || state.left_out.frames > 0
    }

    /// Returns the number of frames that are kept, and the number that did not fit.
    pub fn frames(&self) -> (u64, u64) {
        let state = self.lock();
        (state.frames.len() as u64, state.left_out.frames)
    }
}

impl State {
    /// Sets the time of the program's clock.
    pub(crate) fn at(&mut self, clock: Duration) {
        let start = *self.start.get_or_insert(clock);
        self.now = clock.saturating_sub(start);
    }

    /// Charges bytes of the page. Returns false if they do not fit.
    fn charge(&mut self, bytes: u64) -> bool {
        if self.is_full || self.limits.bytes - self.bytes < bytes {
            self.is_full = true;
            return false;
        }
        self.bytes += bytes;
        true
    }

    /// Adds an event that the program received, or a message of the program.
    pub(crate) fn event(&mut self, text: String, is_output: bool) {
        if !self.charge(EVENT + text.len() as u64) {
            self.left_out.events += 1;
            return;
        }
        self.events.push(EventLine {
            time: self.now,
            is_output,
            text,
        });
    }

    /// Adds an operation of a flush in progress.
    pub(crate) fn drawn(&mut self, operation: Operation, picture: &screen::Picture<'_>) {
        if self.is_full {
            return;
        }
        let size = [picture.width, picture.height];
        let is_new = self
            .surfaces
            .get(&picture.surface)
            .is_none_or(|surface| surface.changes.size() != size);
        if is_new {
            let bytes = Changes::bytes(size);
            if self.limits.bytes - self.surface_bytes < bytes {
                self.is_full = true;
                return;
            }
            self.surface_bytes += bytes;
            let surface = Surface {
                changes: Changes::new(size),
                operations: Vec::new(),
                more: 0,
            };
            self.surfaces.insert(picture.surface, surface);
        }
        let Some(surface) = self.surfaces.get_mut(&picture.surface) else {
            return;
        };
        match surface.operations.len() < MAX_OPERATIONS {
            true => surface.operations.push(operation),
            false => surface.more += 1,
        }
        // Operations that are not listed share the number after the last one.
        let listed = surface.operations.len() as u64 + surface.more.min(1);
        let part = match operation {
            Operation::Paint { target, .. } => Some(target),
            Operation::Scroll { target, .. } => target,
            Operation::Replace { .. } => Some([0, 0, size[0], size[1]]),
            Operation::Transform => None,
        };
        if let Some(part) = part {
            surface.changes.compare(listed as u16, part, picture);
        }
    }

    /// Ends a flush.
    pub(crate) fn flushed(&mut self, id: u32) {
        let Some(surface) = self.surfaces.get_mut(&id).filter(|_| !self.is_full) else {
            return;
        };
        let flush = Flush {
            surface: id,
            size: surface.changes.size(),
            time: self.now,
            operations: std::mem::take(&mut surface.operations),
            more: std::mem::take(&mut surface.more),
            changes: surface.changes.finish(),
        };
        let map = flush
            .changes
            .as_ref()
            .map_or(0, |map| base64(map.data.len()));
        if self.charge(FLUSH + OPERATION * flush.operations.len() as u64 + map) {
            self.flushes.push(flush);
        }
    }

    /// Adds a draw call of OpenGL.
    pub(crate) fn draw_call(&mut self, text: impl FnOnce() -> String) {
        match self.draws.len() < MAX_DRAWS && !self.is_full {
            true => self.draws.push(text()),
            false => self.more_draws += 1,
        }
    }

    /// A context shows what was drawn.
    pub(crate) fn swapped(&mut self) {
        let draws = std::mem::take(&mut self.draws);
        self.swapped = (draws, std::mem::take(&mut self.more_draws));
    }

    /// Adds a frame, unless the last one looks the same and has the same source.
    pub(crate) fn shown(&mut self, content: Content<'_>, seen: Seen) {
        if self.is_full {
            self.left_out.frames += 1;
            return;
        }
        let room = (self.limits.bytes - self.bytes) / 4 * 3;
        if seen.picture.pixels().is_empty() {
            return;
        }
        let Some((picture, added)) = self.pictures.add(seen.picture, room) else {
            self.is_full = true;
            self.left_out.frames += 1;
            return;
        };
        let source = match content {
            Content::Nothing => Source::Nothing,
            Content::Picture(picture) => Source::Surface {
                id: picture.surface,
                scale: picture.scale * seen.device_scale,
                offset: picture.offset.map(|way| (way * seen.device_scale).round()),
            },
            Content::Context(_) => {
                let (draws, more) = std::mem::take(&mut self.swapped);
                Source::Context { draws, more }
            }
        };
        let draws = match &source {
            Source::Context { draws, .. } => draws.iter().map(|draw| draw.len() as u64 + 3).sum(),
            Source::Nothing | Source::Surface { .. } => 0,
        };
        if !self.charge(FRAME + draws + base64(added as usize)) {
            self.left_out.frames += 1;
            return;
        }
        self.frames.push(Frame {
            number: seen.number,
            time: self.now,
            picture,
            flushes: self.flushes.len(),
            source,
        });
    }
}

/// The size of bytes as base64.
fn base64(bytes: usize) -> u64 {
    bytes.div_ceil(3) as u64 * 4
}

/// Collects lines.
struct Messages {
    timeline: Timeline,
    line: Vec<u8>,
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                // The rest of a long line is not shown.
                if self.line.len() < crate::words::MAX_TEXT * 4 {
                    self.line.push(byte);
                }
                continue;
            }
            let line = String::from_utf8_lossy(&self.line);
            let text = format!("the program posts {}", crate::words::short(&line));
            self.line.clear();
            self.timeline.lock().event(text, true);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
