//! Reads and writes the file of a recording.
//!
//! It consists of a magic number, the version of the format, a [`Header`], the events, the ending
//! of the run, and the SHA-256 of everything before it.

use crate::bytes::{Reader, put_bytes, put_number};
use crate::event::{Event, Kind};
use crate::header::{Header, sum_of};
use std::collections::BTreeMap;
use std::fmt;

/// The first bytes of a recording.
pub const MARK: &[u8; 8] = b"\x89PNREC\r\n";

/// The version of the format. Version 1 lacks [`Ending::calls`] and version 2 lacks
/// [`Element::page`](crate::Element::page).
const VERSION: u8 = 3;

/// Size of the checksum at the end in bytes.
const SUM: usize = 32;

/// The end of the recorded run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The exit status, if the program ended or trapped; `None` if it was stopped from outside.
    pub status: Option<u8>,
    /// A description of the ending.
    pub text: String,
    /// The number of host calls that had returned when the run was stopped. `None` if the run was
    /// not stopped, if it was recorded in a page, or if the recording has version 1.
    pub calls: Option<u64>,
}

impl Ending {
    /// The description if a recording was saved in a page while the program ran. Its replay ends
    /// the program with status 0.
    pub const SAVED: &str = "saved while the program ran";
}

/// A recording in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    /// The program, and its arguments and settings.
    pub header: Header,
    /// The encoded events.
    pub(crate) events: Vec<u8>,
    /// The ending of the run.
    pub ending: Ending,
}

/// The reason why a file is not a valid recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The file does not start with [`MARK`].
    Mark,
    /// The file has another version.
    Version(u8),
    /// The file is truncated or has been changed.
    Sum,
    /// The file is malformed at this offset.
    Malformed(usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Mark => f.write_str(
                "this is not a recording: it does not begin with \"\\x89PNREC\"; expected a file \
                 that `pinnacle run --record` wrote",
            ),
            ReadError::Version(found) => write!(
                f,
                "the recording has version {found}, expected {VERSION}; replay it with the \
                 release of Pinnacle that made it"
            ),
            ReadError::Sum => f.write_str(
                "the recording is damaged: its checksum does not match its contents; it may have \
                 been cut off in a transfer, so copy it again",
            ),
            ReadError::Malformed(offset) => write!(
                f,
                "the recording is malformed at byte {offset}; record the run again"
            ),
        }
    }
}

impl std::error::Error for ReadError {}

/// Returns the file name of the Pepper program in a recording. `None` if the bytes are not the
/// beginning of a recording of such a program. The first bytes of a file are sufficient.
#[must_use]
pub fn browser_program(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_prefix(MARK)?;
    let version = *rest
        .first()
        .filter(|&version| (1..=VERSION).contains(version))?;
    let header = Header::read(&mut Reader::new(&rest[1..]), version)?;
    header.element.map(|_| header.file)
}

impl Recording {
    /// Returns the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.push(VERSION);
        self.header.put(&mut bytes);
        put_bytes(&mut bytes, &self.events);
        put_number(
            &mut bytes,
            self.ending.status.map_or(0, |it| u64::from(it) + 1),
        );
        put_bytes(&mut bytes, self.ending.text.as_bytes());
        put_number(&mut bytes, self.ending.calls.map_or(0, |it| it + 1));
        bytes.extend_from_slice(&sum_of(&bytes));
        bytes
    }

    /// Parses a file. The events of the returned recording are well-formed.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a valid recording.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, ReadError> {
        let rest = bytes.strip_prefix(MARK).ok_or(ReadError::Mark)?;
        let version = match rest.first() {
            Some(&version @ 1..=VERSION) => version,
            Some(&other) => return Err(ReadError::Version(other)),
            None => return Err(ReadError::Sum),
        };
        let end = bytes.len().checked_sub(SUM).ok_or(ReadError::Sum)?;
        let (content, sum) = bytes.split_at(end);
        let content = content.get(MARK.len() + 1..).ok_or(ReadError::Sum)?;
        if sum_of(&bytes[..end]) != sum {
            return Err(ReadError::Sum);
        }
        let mut reader = Reader::new(content);
        let found = Recording::read(&mut reader, version).filter(|_| reader.is_at_end());
        found.ok_or(ReadError::Malformed(MARK.len() + 1 + reader.position()))
    }

    fn read(reader: &mut Reader<'_>, version: u8) -> Option<Recording> {
        let header = Header::read(reader, version)?;
        let events = reader.bytes()?;
        let mut each = Reader::new(events);
        while !each.is_at_end() {
            Event::read(&mut each)?;
        }
        let status = match reader.number()? {
            0 => None,
            status => Some(u8::try_from(status - 1).ok()?),
        };
        let text = reader.text()?;
        let calls = match version {
            1 => None,
            _ => reader.number()?.checked_sub(1),
        };
        Some(Recording {
            header,
            events: events.to_vec(),
            ending: Ending {
                status,
                text,
                calls,
            },
        })
    }

    /// Returns the answers to all questions of a kind.
    pub fn answers(&self, kind: Kind) -> impl Iterator<Item = &[u8]> {
        let mut events = Reader::new(&self.events);
        let events = std::iter::from_fn(move || Event::read(&mut events));
        events
            .filter(move |event| event.kind == kind)
            .map(|event| event.answer)
    }

    /// Returns for each kind the number of events and the total size of their answers in bytes.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Kind, (u64, u64)> {
        let mut counts = BTreeMap::new();
        let mut events = Reader::new(&self.events);
        while let Some(event) = Event::read(&mut events) {
            let entry: &mut (u64, u64) = counts.entry(event.kind).or_default();
            entry.0 += 1;
            entry.1 += event.answer.len() as u64;
        }
        counts
    }
}
