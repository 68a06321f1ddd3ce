//! Events of a recording. An event is a question of the program and its answer.

use crate::bytes::{Reader, put_bytes};
use std::fmt;

macro_rules! kinds {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        /// The kind of a question.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Kind {
            $(#[doc = concat!("Asks for: ", $text, ".")] $name = $code,)*
        }

        impl Kind {
            fn of(code: u8) -> Option<Kind> {
                match code {
                    $($code => Some(Kind::$name),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for Kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Kind::$name => $text,)* })
            }
        }
    };
}

kinds! {
    Time = 1, "a clock reading";
    Random = 2, "random bytes";
    IsTerminal = 3, "whether a stream is a terminal";
    Input = 4, "a read from standard input";
    Output = 5, "a write to a stream";
    Library = 6, "a library";
    Open = 7, "the opening of a file";
    Status = 8, "the status of a path";
    Public = 9, "the place of a file of the page";
    Change = 10, "a change by a path";
    ReadLink = 11, "the target of a link";
    Read = 12, "a read from a file";
    Write = 13, "a write to a file";
    Seek = 14, "a seek in a file";
    FileStatus = 15, "the status of an open file";
    FileChange = 16, "a change of an open file";
    Entries = 17, "the names in a directory";
    Usual = 18, "a question with its usual answer";
    Event = 19, "the next event of the page";
    Page = 20, "a fact of the page";
    Graphics = 21, "a fact of OpenGL";
    Sound = 22, "a fact of the sound device";
    Storage = 23, "a fact of the page's storage";
    Network = 24, "the start of a request to the network";
    Wake = 25, "an event that ends a wait";
}

/// A question, and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Event<'b> {
    pub(crate) kind: Kind,
    pub(crate) question: &'b [u8],
    pub(crate) answer: &'b [u8],
}

impl<'b> Event<'b> {
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.kind as u8);
        put_bytes(bytes, self.question);
        put_bytes(bytes, self.answer);
    }

    pub(crate) fn read(reader: &mut Reader<'b>) -> Option<Event<'b>> {
        Some(Event {
            kind: Kind::of(reader.byte()?)?,
            question: reader.bytes()?,
            answer: reader.bytes()?,
        })
    }
}
