//! The header of a recording: the program, and its arguments and settings.

use crate::bytes::{Reader, put_bytes, put_list, put_number, put_signed};
use sha2::{Digest, Sha256};

/// The SHA-256 of a file.
pub type Sum = [u8; 32];

/// Returns the SHA-256 of some bytes.
#[must_use]
pub fn sum_of(bytes: &[u8]) -> Sum {
    Sha256::digest(bytes).into()
}

/// Computes the SHA-256 of bytes that arrive in pieces.
#[derive(Clone, Debug, Default)]
pub struct RunningSum(Sha256);

impl RunningSum {
    /// Adds the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the SHA-256 of all pieces.
    #[must_use]
    pub fn finish(self) -> Sum {
        self.0.finalize().into()
    }
}

/// The page element in which a Pepper program ran.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element {
    /// The URL of the page.
    pub document: String,
    /// The attributes of the element.
    pub attributes: Vec<(String, String)>,
    /// The size of the element in CSS pixels, if the page specifies it.
    pub size: Option<[i32; 2]>,
    /// The representation of integers in messages, if the page specifies it.
    pub numbers: Option<String>,
    /// True if the page has a site, which is a folder of files.
    pub has_site: bool,
    /// The text of the input script.
    pub script: Option<String>,
    /// The start of a run that was recorded in a page, as encoded by `pinnacle-page-record`. `None`
    /// for a run without a browser.
    pub page: Option<Vec<u8>>,
}

/// The program of a recording, and its arguments and settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The version of Pinnacle that made the recording.
    pub version: String,
    /// The file name of the program.
    pub file: Vec<u8>,
    /// The SHA-256 of the file.
    pub sum: Sum,
    /// The arguments of the command line before the program.
    pub words: Vec<Vec<u8>>,
    /// The arguments of the program, starting with its name.
    pub arguments: Vec<Vec<u8>>,
    /// The environment variables, as `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    /// The process ID.
    pub process: u32,
    /// The seed of the thread scheduler.
    pub order: u64,
    /// The element of a Pepper program; `None` for other programs.
    pub element: Option<Element>,
}

impl Header {
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        put_bytes(bytes, self.version.as_bytes());
        put_bytes(bytes, &self.file);
        bytes.extend_from_slice(&self.sum);
        for list in [&self.words, &self.arguments, &self.environment] {
            put_list(bytes, list);
        }
        put_number(bytes, self.process.into());
        put_number(bytes, self.order);
        bytes.push(self.element.is_some().into());
        if let Some(element) = &self.element {
            element.put(bytes);
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>, version: u8) -> Option<Header> {
        let list = |reader: &mut Reader<'_>| reader.list(|part| Some(part.bytes()?.to_vec()));
        Some(Header {
            version: reader.text()?,
            file: reader.bytes()?.to_vec(),
            sum: reader.take(32)?.try_into().ok()?,
            words: list(reader)?,
            arguments: list(reader)?,
            environment: list(reader)?,
            process: reader.small()?,
            order: reader.number()?,
            element: match reader.byte()? {
                0 => None,
                1 => Some(Element::read(reader, version)?),
                _ => return None,
            },
        })
    }
}

impl Element {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_bytes(bytes, self.document.as_bytes());
        put_number(bytes, self.attributes.len() as u64);
        for (name, value) in &self.attributes {
            put_bytes(bytes, name.as_bytes());
            put_bytes(bytes, value.as_bytes());
        }
        bytes.push(self.size.is_some().into());
        for side in self.size.iter().flatten() {
            put_signed(bytes, (*side).into());
        }
        for text in [&self.numbers, &self.script] {
            bytes.push(text.is_some().into());
            if let Some(text) = text {
                put_bytes(bytes, text.as_bytes());
            }
        }
        bytes.push(self.has_site.into());
        bytes.push(self.page.is_some().into());
        if let Some(page) = &self.page {
            put_bytes(bytes, page);
        }
    }

    fn read(reader: &mut Reader<'_>, version: u8) -> Option<Element> {
        let optional = |reader: &mut Reader<'_>| match reader.byte()? {
            0 => Some(None),
            1 => Some(Some(reader.text()?)),
            _ => None,
        };
        let side = |reader: &mut Reader<'_>| i32::try_from(reader.signed()?).ok();
        Some(Element {
            document: reader.text()?,
            attributes: reader.list(|part| Some((part.text()?, part.text()?)))?,
            size: match reader.byte()? {
                0 => None,
                1 => Some([side(reader)?, side(reader)?]),
                _ => return None,
            },
            numbers: optional(reader)?,
            script: optional(reader)?,
            has_site: match reader.byte()? {
                0 => false,
                1 => true,
                _ => return None,
            },
            page: match version {
                1 | 2 => None,
                _ => match reader.byte()? {
                    0 => None,
                    1 => Some(reader.bytes()?.to_vec()),
                    _ => return None,
                },
            },
        })
    }
}
