//! Records and replays trees of files.
//!
//! A replay neither opens nor changes files of the machine; it repeats the recorded answers.

use crate::answer::{Answer, DEPARTED, decoded, encoded};
use crate::bytes::{Reader, put_bytes, put_number, put_signed};
use crate::event::Kind;
use crate::random::copied;
use crate::stream::put_written;
use crate::tape::Tape;
use pinnacle_system::Errno;
use pinnacle_system::files::{
    Directory, Entry, File, GuestPath, Mount, OpenRequest, Opened, SetTime, Status, Tree, TreePath,
    Whence,
};

/// A tree of files that is recorded or replayed.
#[derive(Debug)]
pub struct RecordedTree {
    tape: Tape,
    number: u32,
    /// The wrapped tree; `None` in a replay.
    outside: Option<Box<dyn Tree + Sync>>,
}

impl RecordedTree {
    /// Wraps a tree. `outside` is `None` in a replay.
    #[must_use]
    pub fn new(tape: &Tape, outside: Option<Box<dyn Tree + Sync>>) -> RecordedTree {
        RecordedTree {
            tape: tape.clone(),
            number: tape.next_number(),
            outside,
        }
    }

    /// Asks a question about a path. `operation` distinguishes questions of the same kind.
    fn ask<T: Answer>(
        &self,
        kind: Kind,
        path: &TreePath,
        rest: &[u64],
        outside: impl FnOnce(&dyn Tree) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        let mut question = question(self.number, rest);
        path.put(&mut question);
        self.ask_words(kind, &question, outside)
    }

    fn ask_words<T: Answer>(
        &self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce(&dyn Tree) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        decoded(self.tape.ask(kind, question, || {
            encoded(&match &self.outside {
                Some(tree) => outside(&**tree),
                None => Err(DEPARTED),
            })
        }))
    }

    fn change(
        &self,
        operation: Operation,
        path: &TreePath,
        rest: u64,
        outside: impl FnOnce(&dyn Tree) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        self.ask(Kind::Change, path, &[operation as u64, rest], outside)
    }
}

/// The operations that change a tree.
#[derive(Clone, Copy)]
enum Operation {
    MakeDirectory,
    RemoveDirectory,
    RemoveFile,
    Link,
    Rename,
    MakeSymbolicLink,
    SetLength,
    SetPermissions,
    SetTimes,
    CheckAccess,
    Sync,
}

/// Returns the beginning of a question about a numbered object.
fn question(number: u32, rest: &[u64]) -> Vec<u8> {
    let mut question = Vec::new();
    put_number(&mut question, number.into());
    for number in rest {
        put_number(&mut question, *number);
    }
    question
}

/// Wraps a mounted tree.
#[must_use]
pub fn mounted(
    tape: &Tape,
    guest: GuestPath,
    read_only: bool,
    outside: Option<Box<dyn Tree + Sync>>,
) -> Mount {
    Mount {
        guest,
        tree: Box::new(RecordedTree::new(tape, outside)),
        read_only,
    }
}

/// An answer that is true if the opened path is a directory.
struct IsDirectory(bool);

impl Answer for IsDirectory {
    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.0.into());
    }

    fn read(reader: &mut Reader<'_>) -> Option<IsDirectory> {
        match reader.byte()? {
            0 => Some(IsDirectory(false)),
            1 => Some(IsDirectory(true)),
            _ => None,
        }
    }
}

fn time_word(time: SetTime) -> [u64; 2] {
    match time {
        SetTime::Now => [0, 0],
        SetTime::To(time) => [
            time.seconds.unsigned_abs().saturating_add(1),
            time.nanoseconds.into(),
        ],
    }
}

impl Tree for RecordedTree {
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno> {
        let flags = [
            request.read,
            request.write,
            request.create,
            request.exclusive,
            request.truncate,
            request.append,
            request.non_blocking,
            request.sync,
        ];
        let flags = flags
            .iter()
            .fold(0, |sum, flag| sum << 1 | u64::from(*flag));
        let mut opened = None;
        let is_directory = self.ask(Kind::Open, path, &[flags, request.mode.into()], |tree| {
            let found = opened.insert(tree.open(path, request)?);
            Ok(IsDirectory(matches!(found, Opened::Directory(_))))
        })?;
        let tape = self.tape.clone();
        let number = tape.next_number();
        Ok(match (is_directory, opened) {
            (IsDirectory(true), opened) => Opened::Directory(Box::new(RecordedDirectory {
                tape,
                number,
                outside: match opened {
                    Some(Opened::Directory(directory)) => Some(directory),
                    _ => None,
                },
            })),
            (IsDirectory(false), opened) => Opened::File(Box::new(RecordedFile {
                tape,
                number,
                outside: match opened {
                    Some(Opened::File(file)) => Some(file),
                    _ => None,
                },
            })),
        })
    }

    fn status(&self, path: &TreePath, follow: bool) -> Result<Status, Errno> {
        let rest = [follow.into()];
        self.ask(Kind::Status, path, &rest, |tree| tree.status(path, follow))
    }

    fn public(&self, path: &TreePath) -> Result<TreePath, Errno> {
        self.ask(Kind::Public, path, &[], |tree| tree.public(path))
    }

    fn make_directory(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        self.change(Operation::MakeDirectory, path, mode.into(), |tree| {
            tree.make_directory(path, mode)
        })
    }

    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno> {
        self.change(Operation::RemoveDirectory, path, 0, |tree| {
            tree.remove_directory(path)
        })
    }

    fn remove_file(&self, path: &TreePath) -> Result<(), Errno> {
        self.change(Operation::RemoveFile, path, 0, |tree| {
            tree.remove_file(path)
        })
    }

    fn link(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let mut question = question(self.number, &[Operation::Link as u64]);
        old.put(&mut question);
        new.put(&mut question);
        self.ask_words(Kind::Change, &question, |tree| tree.link(old, new))
    }

    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let mut question = question(self.number, &[Operation::Rename as u64]);
        old.put(&mut question);
        new.put(&mut question);
        self.ask_words(Kind::Change, &question, |tree| tree.rename(old, new))
    }

    fn make_symbolic_link(&self, target: &[u8], link: &TreePath) -> Result<(), Errno> {
        let mut question = question(self.number, &[Operation::MakeSymbolicLink as u64]);
        put_bytes(&mut question, target);
        link.put(&mut question);
        self.ask_words(Kind::Change, &question, |tree| {
            tree.make_symbolic_link(target, link)
        })
    }

    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno> {
        self.ask(Kind::ReadLink, path, &[], |tree| tree.read_link(path))
    }

    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno> {
        self.change(Operation::SetLength, path, length, |tree| {
            tree.set_length(path, length)
        })
    }

    fn set_permissions(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        self.change(Operation::SetPermissions, path, mode.into(), |tree| {
            tree.set_permissions(path, mode)
        })
    }

    fn set_times(
        &self,
        path: &TreePath,
        accessed: SetTime,
        modified: SetTime,
    ) -> Result<(), Errno> {
        let ([a, b], [c, d]) = (time_word(accessed), time_word(modified));
        let rest = [Operation::SetTimes as u64, a, b, c, d];
        self.ask(Kind::Change, path, &rest, |tree| {
            tree.set_times(path, accessed, modified)
        })
    }

    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno> {
        self.change(Operation::CheckAccess, path, modes.into(), |tree| {
            tree.check_access(path, modes)
        })
    }
}

/// An open file that is recorded or replayed.
#[derive(Debug)]
struct RecordedFile {
    tape: Tape,
    number: u32,
    outside: Option<Box<dyn File>>,
}

impl RecordedFile {
    fn ask<T: Answer>(
        &mut self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce(&mut dyn File) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        decoded(self.tape.ask(kind, question, || {
            encoded(&match &mut self.outside {
                Some(file) => outside(&mut **file),
                None => Err(DEPARTED),
            })
        }))
    }

    fn change(
        &mut self,
        operation: Operation,
        rest: u64,
        outside: impl FnOnce(&mut dyn File) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        let question = question(self.number, &[operation as u64, rest]);
        self.ask(Kind::FileChange, &question, outside)
    }
}

impl File for RecordedFile {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let question = question(self.number, &[buffer.len() as u64]);
        let count = buffer.len();
        let answer = self.ask(Kind::Read, &question, |file| {
            let mut bytes = vec![0; count];
            let read = file.read(&mut bytes)?;
            bytes.truncate(read);
            Ok(bytes)
        });
        copied(answer, buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut question = question(self.number, &[]);
        put_written(&mut question, bytes);
        let count: u64 = self.ask(Kind::Write, &question, |file| Ok(file.write(bytes)? as u64))?;
        Ok(usize::try_from(count).map_or(bytes.len(), |it| it.min(bytes.len())))
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno> {
        let mut question = question(self.number, &[whence as u64]);
        put_signed(&mut question, offset);
        self.ask(Kind::Seek, &question, |file| file.seek(offset, whence))
    }

    fn status(&self) -> Result<Status, Errno> {
        let question = question(self.number, &[]);
        decoded(self.tape.ask(Kind::FileStatus, &question, || {
            encoded(
                &self
                    .outside
                    .as_ref()
                    .ok_or(DEPARTED)
                    .and_then(|file| file.status()),
            )
        }))
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        self.change(Operation::SetPermissions, mode.into(), |file| {
            file.set_permissions(mode)
        })
    }

    fn set_length(&mut self, length: u64) -> Result<(), Errno> {
        self.change(Operation::SetLength, length, |file| file.set_length(length))
    }

    fn sync(&mut self, data_only: bool) -> Result<(), Errno> {
        self.change(Operation::Sync, data_only.into(), |file| {
            file.sync(data_only)
        })
    }
}

/// An open directory that is recorded or replayed.
#[derive(Debug)]
struct RecordedDirectory {
    tape: Tape,
    number: u32,
    outside: Option<Box<dyn Directory>>,
}

impl RecordedDirectory {
    fn ask<T: Answer>(
        &self,
        kind: Kind,
        rest: &[u64],
        outside: impl FnOnce(&dyn Directory) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        decoded(self.tape.ask(kind, &question(self.number, rest), || {
            encoded(&match &self.outside {
                Some(directory) => outside(&**directory),
                None => Err(DEPARTED),
            })
        }))
    }

    fn change(
        &mut self,
        operation: Operation,
        rest: u64,
        outside: impl FnOnce(&mut dyn Directory) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        let question = question(self.number, &[operation as u64, rest]);
        decoded(self.tape.ask(Kind::FileChange, &question, || {
            encoded(&match &mut self.outside {
                Some(directory) => outside(&mut **directory),
                None => Err(DEPARTED),
            })
        }))
    }
}

impl Directory for RecordedDirectory {
    fn entries(&self) -> Result<Vec<Entry>, Errno> {
        self.ask(Kind::Entries, &[], |directory| directory.entries())
    }

    fn status(&self) -> Result<Status, Errno> {
        self.ask(Kind::FileStatus, &[], |directory| directory.status())
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        self.change(Operation::SetPermissions, mode.into(), |directory| {
            directory.set_permissions(mode)
        })
    }

    fn sync(&mut self, data_only: bool) -> Result<(), Errno> {
        self.change(Operation::Sync, data_only.into(), |directory| {
            directory.sync(data_only)
        })
    }
}
