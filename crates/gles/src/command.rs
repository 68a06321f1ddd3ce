//! Commands for the driver, with their data.

use pinnacle_pepper::device::gl::Function;
use std::ops::Range;

/// The operation of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// An OpenGL function with its arguments. If an argument would be a pointer to data, the
    /// command carries that data.
    Call(Function),
    /// Sets a vertex array for the next draw only: index, size, type, normalized, stride, divisor.
    /// The data are the vertices.
    StreamVertices,
    /// Sets a vertex array, for the next draw only, that lies in the vertices streamed last: the
    /// same arguments, and an offset.
    StreamedVertices,
    /// Indices for the next draw only. The data are the indices.
    StreamIndices,
    /// Resizes framebuffer 0: width and height.
    Resize,
    /// Keeps the contents of framebuffer 0 for the display.
    Swap,
    /// Returns the pixels kept for the display.
    Picture,
    /// Returns the colours of framebuffer 0.
    ReadScreen,
    /// Sets the colours of framebuffer 0 and the pixels kept for the display. The arguments are
    /// the sizes of both; the data are the pixels of both.
    FillScreen,
    /// Returns the bytes of a buffer: its name and size.
    ReadBuffer,
}

/// Names up to this one are reserved for objects of the host. The program's names of buffers,
/// textures, renderbuffers and framebuffers are raised by this number.
pub(crate) const OWN_NAMES: u32 = 1 << 16;

/// Maximum number of words that a command takes.
pub(crate) const MAX_ARGS: usize = 10;

/// A command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Command {
    pub(crate) op: Op,
    pub(crate) args: [u32; MAX_ARGS],
    /// The range of the command's data in the batch. `None` means no data, which differs from empty
    /// data.
    data: Option<(u32, u32)>,
}

/// Commands, in order, with their data.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    commands: Vec<Command>,
    data: Vec<u8>,
}

/// A position in a batch.
#[derive(Debug)]
pub(crate) struct Mark {
    commands: usize,
    data: usize,
}

/// Number of commands at which a batch is sent.
const FULL_COMMANDS: usize = 2048;
/// Number of bytes of data at which a batch is sent.
const FULL_BYTES: usize = 1 << 20;
/// Number of bytes of data above which the caller waits for a batch.
const LARGE_BYTES: usize = 8 << 20;

impl Batch {
    /// Adds a command without data.
    #[inline]
    pub(crate) fn push(&mut self, op: Op, args: &[u32]) {
        self.add(op, args, None);
    }

    /// Adds a command with data.
    pub(crate) fn push_data(&mut self, op: Op, args: &[u32], data: &[u8]) {
        let at = self.reserve(data.len());
        self.data[at.clone()].copy_from_slice(data);
        self.push_reserved(op, args, at);
    }

    /// Reserves space for the data of the next command.
    pub(crate) fn reserve(&mut self, len: usize) -> Range<usize> {
        let start = self.data.len().next_multiple_of(4);
        self.data.resize(start + len, 0);
        start..start + len
    }

    /// Returns the reserved space.
    pub(crate) fn room(&mut self, at: Range<usize>) -> &mut [u8] {
        &mut self.data[at]
    }

    /// Adds a command with the data in the reserved space.
    pub(crate) fn push_reserved(&mut self, op: Op, args: &[u32], at: Range<usize>) {
        self.add(op, args, Some((at.start as u32, at.len() as u32)));
    }

    #[inline]
    fn add(&mut self, op: Op, args: &[u32], data: Option<(u32, u32)>) {
        let mut words = [0; MAX_ARGS];
        words[..args.len()].copy_from_slice(args);
        self.commands.push(Command {
            op,
            args: words,
            data,
        });
    }

    /// Returns the current position, for [`Batch::back_to`].
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            commands: self.commands.len(),
            data: self.data.len(),
        }
    }

    /// Removes everything added since a mark.
    pub(crate) fn back_to(&mut self, mark: &Mark) {
        self.commands.truncate(mark.commands);
        self.data.truncate(mark.data);
    }

    /// Returns the number of bytes added since a mark.
    pub(crate) fn bytes_since(&self, mark: &Mark) -> u64 {
        (self.data.len() - mark.data) as u64
    }

    /// Returns true if the batch should be sent to the driver.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.commands.len() >= FULL_COMMANDS || self.data.len() >= FULL_BYTES
    }

    /// Returns true if several batches of this size together would take too much memory.
    pub(crate) fn is_large(&self) -> bool {
        self.data.len() > LARGE_BYTES
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Returns the commands with their data.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Command, Option<&[u8]>)> {
        self.commands.iter().map(|command| {
            let data = command
                .data
                .map(|(start, len)| &self.data[start as usize..][..len as usize]);
            (command, data)
        })
    }

    /// Clears the batch, and frees its buffers if they are large.
    pub(crate) fn clear(&mut self) {
        self.commands.clear();
        self.data.clear();
        self.data.shrink_to(2 * FULL_BYTES);
    }
}

/// The reply to the last command of a batch.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) words: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_commands_can_be_removed() {
        let mut batch = Batch::default();
        batch.push_data(Op::StreamIndices, &[], &[1, 2, 3, 4]);
        let mark = batch.mark();
        batch.push_data(Op::StreamIndices, &[], &[5, 6, 7, 8]);
        batch.reserve(100);
        assert_eq!(batch.bytes_since(&mark), 104);
        batch.back_to(&mark);
        let data: Vec<_> = batch.iter().map(|(_, data)| data).collect();
        assert_eq!(data, [Some(&[1, 2, 3, 4][..])]);
        assert_eq!(batch.bytes_since(&mark), 0);
    }
}
