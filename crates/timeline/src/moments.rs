//! The parts of a timeline.

use crate::changes::ChangeMap;
use pinnacle_pepper::device::screen::Operation;
use std::time::Duration;

/// A frame that the element showed.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Its number, 60 a second.
    pub(crate) number: u64,
    /// The time since the start of the program.
    pub(crate) time: Duration,
    /// The index of its picture.
    pub(crate) picture: usize,
    /// The number of flushes before it.
    pub(crate) flushes: usize,
    pub(crate) source: Source,
}

/// The source of a frame's pixels.
#[derive(Debug)]
pub(crate) enum Source {
    /// The element was empty.
    Nothing,
    /// A surface of `PPB_Graphics2D`.
    Surface {
        id: u32,
        /// Pixels of the frame for each pixel of the surface.
        scale: f32,
        /// The position of the surface in pixels of the frame.
        offset: [f32; 2],
    },
    /// A context of OpenGL.
    Context {
        /// The draw calls since the swap before this one.
        draws: Vec<String>,
        /// The number of draw calls that are not listed.
        more: u64,
    },
}

/// A flush of a surface.
#[derive(Debug)]
pub(crate) struct Flush {
    pub(crate) surface: u32,
    pub(crate) size: [u32; 2],
    pub(crate) time: Duration,
    pub(crate) operations: Vec<Operation>,
    /// The number of operations that are not listed.
    pub(crate) more: u64,
    pub(crate) changes: Option<ChangeMap>,
}

/// An event that the program received, or a message that it posted.
#[derive(Debug)]
pub(crate) struct EventLine {
    pub(crate) time: Duration,
    /// True for a message of the program.
    pub(crate) is_output: bool,
    pub(crate) text: String,
}

/// The parts that were left out because they did not fit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct LeftOut {
    pub(crate) frames: u64,
    pub(crate) events: u64,
}
