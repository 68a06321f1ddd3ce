//! Compressed streams: gzip, xz, Zstandard and bzip2.

use crate::error::{Error, ErrorKind};
use crate::limits::{Budget, Charged};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// Maximum memory of a decoder of xz, in KiB. `xz -9` needs 65 MiB.
const XZ_MEMORY: u32 = 128 << 10;

/// A compression format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// RFC 1952, one member or more.
    Gzip,
    /// xz with LZMA2.
    Xz,
    /// RFC 8878, one frame or more.
    Zstandard,
    /// bzip2, one stream or more.
    Bzip2,
}

impl Compression {
    /// Recognises a compressed stream by its first bytes.
    pub fn of(head: &[u8]) -> Option<Compression> {
        let is_bzip2 = head.len() > 9
            && head.starts_with(b"BZh")
            && (b'1'..=b'9').contains(&head[3])
            && (head[4..10] == *b"1AY&SY" || head[4..10] == [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]);
        let is_skipped =
            head.len() > 4 && head[0] & 0xf0 == 0x50 && head[1..4] == [0x2a, 0x4d, 0x18];
        Some(match head {
            _ if head.starts_with(&[0x1f, 0x8b, 8]) => Compression::Gzip,
            _ if head.starts_with(b"\xfd7zXZ\0") => Compression::Xz,
            _ if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || is_skipped => {
                Compression::Zstandard
            }
            _ if is_bzip2 => Compression::Bzip2,
            _ => return None,
        })
    }

    /// The decompressed stream, charged to a budget.
    pub(crate) fn decoded<'a>(
        self,
        packed: Box<dyn Read + 'a>,
        budget: &Rc<Budget>,
    ) -> Box<dyn Read + 'a> {
        let packed = BufReader::with_capacity(1 << 16, packed);
        let name = self;
        let unpacked: Box<dyn Read + 'a> = match self {
            Compression::Gzip => Box::new(Named::new(
                flate2::bufread::MultiGzDecoder::new(packed),
                name,
            )),
            Compression::Xz => {
                let reader = lzma_rust2::XzReader::new_mem_limit(packed, true, XZ_MEMORY);
                Box::new(Named::new(reader, name))
            }
            Compression::Zstandard => Box::new(Named::new(Frames::new(packed), name)),
            Compression::Bzip2 => Box::new(Named::new(
                bzip2::bufread::MultiBzDecoder::new(packed),
                name,
            )),
        };
        Box::new(Charged::unpacked(unpacked, budget))
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Gzip => "gzip",
            Compression::Xz => "xz",
            Compression::Zstandard => "zstd",
            Compression::Bzip2 => "bzip2",
        })
    }
}

/// A decoder whose errors name the compression format.
struct Named<R> {
    decoder: R,
    what: Compression,
}

impl<R> Named<R> {
    fn new(decoder: R, what: Compression) -> Named<R> {
        Named { decoder, what }
    }
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            let found = Error::from(error);
            match found.kind() {
                ErrorKind::Damaged => {
                    Error::damaged(format!("its {} data is damaged: {found}", self.what)).into()
                }
                _ => found.into(),
            }
        })
    }
}

/// Reads the frames of a Zstandard stream, without skippable frames.
struct Frames<R> {
    packed: R,
    decoder: FrameDecoder,
    state: Place,
}

/// The position of the reader of frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Between,
    Within,
    /// After the last frame, or after an error.
    End,
}

impl<R: BufRead> Frames<R> {
    fn new(packed: R) -> Frames<R> {
        Frames {
            packed,
            decoder: FrameDecoder::new(),
            state: Place::Between,
        }
    }

    /// Begins the next frame that has contents; false at the end.
    fn begin(&mut self) -> Result<bool, Error> {
        loop {
            if self.packed.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.init(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let mut skipped = (&mut self.packed).take(length);
                    if io::copy(&mut skipped, &mut io::sink())? < length {
                        return Err(Error::damaged("a skippable frame is cut short"));
                    }
                }
                Err(error) => return Err(refused(&error)),
            }
        }
    }

    fn step(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        loop {
            match self.state {
                Place::End => return Ok(0),
                Place::Between => {
                    self.state = match self.begin()? {
                        true => Place::Within,
                        false => Place::End,
                    };
                }
                Place::Within if self.decoder.can_collect() > 0 => {
                    return Ok(self.decoder.read(buffer)?);
                }
                Place::Within if self.decoder.is_finished() => self.state = Place::Between,
                Place::Within => {
                    let blocks = BlockDecodingStrategy::UptoBlocks(1);
                    let decoded = self.decoder.decode_blocks(&mut self.packed, blocks);
                    decoded.map_err(|error| refused(&error))?;
                }
            }
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.step(buffer);
        if read.is_err() {
            self.state = Place::End;
        }
        Ok(read?)
    }
}

/// Converts an error of the frame decoder.
fn refused(error: &FrameDecoderError) -> Error {
    let kind = match error {
        FrameDecoderError::DictNotProvided { .. } => ErrorKind::Unsupported,
        FrameDecoderError::WindowSizeTooBig { .. } => ErrorKind::TooLarge,
        _ => ErrorKind::Damaged,
    };
    Error::new(kind, error.to_string())
}
