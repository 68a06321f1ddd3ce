//! Encodes the answers to a program's questions as bytes.

use crate::bytes::{Reader, put_bytes, put_number, put_signed};
use pinnacle_system::Errno;
use pinnacle_system::files::{Entry, Status, Time, TreePath};

/// The error that a program gets after a departure, or if a recorded answer is malformed.
pub(crate) const DEPARTED: Errno = Errno::EIO;

/// A value that can be part of an answer and can be encoded.
pub(crate) trait Answer: Sized {
    fn put(&self, bytes: &mut Vec<u8>);
    fn read(reader: &mut Reader<'_>) -> Option<Self>;
}

/// Encodes the result of a question.
pub(crate) fn encoded<T: Answer>(result: &Result<T, Errno>) -> Vec<u8> {
    let mut bytes = Vec::new();
    match result {
        Ok(value) => {
            bytes.push(0);
            value.put(&mut bytes);
        }
        Err(errno) => put_number(&mut bytes, errno.word()),
    }
    bytes
}

/// Decodes the result of a question. `None` gives [`DEPARTED`].
pub(crate) fn decoded<T: Answer>(bytes: Option<Vec<u8>>) -> Result<T, Errno> {
    let bytes = bytes.ok_or(DEPARTED)?;
    let mut reader = Reader::new(&bytes);
    match reader.small().ok_or(DEPARTED)? {
        0 => T::read(&mut reader).ok_or(DEPARTED),
        number => Err(Errno::from_number(number).unwrap_or(DEPARTED)),
    }
}

impl Answer for () {
    fn put(&self, _: &mut Vec<u8>) {}

    fn read(_: &mut Reader<'_>) -> Option<()> {
        Some(())
    }
}

impl Answer for u64 {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, *self);
    }

    fn read(reader: &mut Reader<'_>) -> Option<u64> {
        reader.number()
    }
}

impl Answer for Vec<u8> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_bytes(bytes, self);
    }

    fn read(reader: &mut Reader<'_>) -> Option<Vec<u8>> {
        Some(reader.bytes()?.to_vec())
    }
}

impl Answer for Time {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_signed(bytes, self.seconds);
        put_number(bytes, self.nanoseconds.into());
    }

    fn read(reader: &mut Reader<'_>) -> Option<Time> {
        Some(Time {
            seconds: reader.signed()?,
            nanoseconds: reader.small()?,
        })
    }
}

impl Answer for Status {
    fn put(&self, bytes: &mut Vec<u8>) {
        let small = [
            self.mode,
            self.links,
            self.user,
            self.group,
            self.block_size,
        ];
        let large = [
            self.device,
            self.inode,
            self.special_device,
            self.size,
            self.blocks,
        ];
        for number in small.map(u64::from).into_iter().chain(large) {
            put_number(bytes, number);
        }
        for time in [self.accessed, self.modified, self.changed] {
            time.put(bytes);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Option<Status> {
        Some(Status {
            mode: reader.small()?,
            links: reader.small()?,
            user: reader.small()?,
            group: reader.small()?,
            block_size: reader.small()?,
            device: reader.number()?,
            inode: reader.number()?,
            special_device: reader.number()?,
            size: reader.number()?,
            blocks: reader.number()?,
            accessed: Time::read(reader)?,
            modified: Time::read(reader)?,
            changed: Time::read(reader)?,
        })
    }
}

impl Answer for TreePath {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.names.len() as u64);
        for name in &self.names {
            put_bytes(bytes, name);
        }
        bytes.push(self.directory.into());
    }

    fn read(reader: &mut Reader<'_>) -> Option<TreePath> {
        Some(TreePath {
            names: reader.list(|part| Some(part.bytes()?.into()))?,
            directory: reader.byte()? != 0,
        })
    }
}

impl Answer for Vec<Entry> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.len() as u64);
        for entry in self {
            put_number(bytes, entry.inode);
            put_bytes(bytes, &entry.name);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Option<Vec<Entry>> {
        reader.list(|part| {
            Some(Entry {
                inode: part.number()?,
                name: part.bytes()?.to_vec(),
            })
        })
    }
}
