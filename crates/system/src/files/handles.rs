//! Operations on descriptors.

use super::descriptors::{Object, OpenFile};
use super::directory::{OpenDirectory, bytes_of};
use super::tree::{Entry, Whence};
use super::{FileSystem, MODE_PERMISSIONS, Status};
use crate::Errno;

impl FileSystem {
    /// Closes a descriptor.
    pub fn close(&mut self, descriptor: u32) -> Result<(), Errno> {
        self.descriptors.close(descriptor)
    }

    /// Returns a second descriptor for the same open file.
    pub fn dup(&mut self, descriptor: u32) -> Result<u32, Errno> {
        self.descriptors.duplicate(descriptor)
    }

    /// Makes a chosen descriptor refer to the open file of another one.
    pub fn dup2(&mut self, descriptor: u32, copy: u32) -> Result<(), Errno> {
        self.descriptors.duplicate_to(descriptor, copy)
    }

    /// Fails unless a descriptor is open.
    pub fn check_open(&mut self, descriptor: u32) -> Result<(), Errno> {
        self.descriptors.get(descriptor).map(drop)
    }

    /// Reads at the current position. Returns 0 at the end.
    pub fn read(&mut self, descriptor: u32, buffer: &mut [u8]) -> Result<usize, Errno> {
        match self.descriptors.get(descriptor)? {
            Object::Stream(stream) => stream.read(buffer),
            Object::File(open) if open.readable => open.file.read(buffer),
            Object::File(_) => Err(Errno::EBADF),
            Object::Directory(_) => Err(Errno::EISDIR),
        }
    }

    /// Writes at the current position. Returns the number of bytes written. Buffered output to
    /// other streams is flushed first.
    pub fn write(&mut self, descriptor: u32, bytes: &[u8]) -> Result<usize, Errno> {
        if self.written != Some(descriptor) {
            self.hand_on();
        }
        match self.descriptors.get(descriptor)? {
            Object::Stream(_) if self.is_muted => Ok(bytes.len()),
            Object::Stream(stream) => {
                self.written = Some(descriptor);
                stream.write(bytes)
            }
            Object::File(open) if open.writable => open.file.write(bytes),
            Object::File(_) | Object::Directory(_) => Err(Errno::EBADF),
        }
    }

    /// Flushes buffered stream output. Must be called before any other file operation.
    pub fn hand_on(&mut self) {
        if let Some(descriptor) = self.written.take()
            && let Ok(Object::Stream(stream)) = self.descriptors.get(descriptor)
        {
            stream.hand_on();
        }
    }

    /// Moves the position and returns the new one.
    pub fn seek(&mut self, descriptor: u32, offset: i64, whence: Whence) -> Result<u64, Errno> {
        match self.descriptors.get(descriptor)? {
            Object::Stream(_) => Err(Errno::ESPIPE),
            Object::File(open) => open.file.seek(offset, whence),
            Object::Directory(directory) => {
                let start = match whence {
                    Whence::Start => 0,
                    Whence::Current => directory.position(),
                    Whence::End => return Err(Errno::EINVAL),
                };
                let to = start.checked_add_signed(offset).ok_or(Errno::EINVAL)?;
                // If the position stays the same, the directory is not read again.
                if to == directory.position() && whence == Whence::Current {
                    return Ok(to);
                }
                directory.seek(to)
            }
        }
    }

    /// Returns the metadata of an open file.
    pub fn status_of(&mut self, descriptor: u32) -> Result<Status, Errno> {
        match self.descriptors.get(descriptor)? {
            Object::Stream(stream) => Ok(Status::of_stream(stream.is_terminal(), descriptor)),
            Object::File(open) => open.file.status(),
            Object::Directory(open) => match &open.directory {
                Some(directory) => directory.status(),
                None => Ok(Status::of_virtual_directory(
                    super::directory::virtual_inode(&open.path),
                )),
            },
        }
    }

    /// Returns the next name of an open directory, and the position after it. The name remains the
    /// next one until [`FileSystem::advance`].
    pub fn next_entry(&mut self, descriptor: u32) -> Result<Option<(&Entry, u64)>, Errno> {
        let directory = self.directory(descriptor)?;
        if !directory.is_read() {
            self.read_names(descriptor)?;
        }
        Ok(self.directory(descriptor)?.current())
    }

    /// Reads the names of an open directory. Fails if the names of all open directories would
    /// exceed the host's limit.
    fn read_names(&mut self, descriptor: u32) -> Result<(), Errno> {
        let kept = self.descriptors.directories().map(OpenDirectory::bytes);
        let kept: usize = kept.sum();
        let Object::Directory(directory) = self.descriptors.get(descriptor)? else {
            return Err(Errno::ENOTDIR);
        };
        let entries = directory.list(&self.mounts)?;
        if kept + bytes_of(&entries) > self.kept_limit {
            return Err(Errno::ENOMEM);
        }
        directory.keep(entries);
        Ok(())
    }

    /// Moves past the next name of an open directory.
    pub fn advance(&mut self, descriptor: u32) -> Result<(), Errno> {
        self.directory(descriptor).map(OpenDirectory::advance)
    }

    /// Makes an open directory the working directory.
    pub fn fchdir(&mut self, descriptor: u32) -> Result<(), Errno> {
        self.working_directory = self.directory(descriptor)?.path.clone();
        Ok(())
    }

    /// Changes the permissions of an open file.
    pub fn fchmod(&mut self, descriptor: u32, mode: u32) -> Result<(), Errno> {
        let mode = mode & MODE_PERMISSIONS;
        match self.descriptors.get(descriptor)? {
            Object::Stream(_) => Err(Errno::EINVAL),
            Object::File(open) if open.read_only_mount => Err(Errno::EROFS),
            Object::File(open) => open.file.set_permissions(mode),
            Object::Directory(open) if open.read_only_mount => Err(Errno::EROFS),
            Object::Directory(open) => match &mut open.directory {
                Some(directory) => directory.set_permissions(mode),
                None => Err(Errno::EROFS),
            },
        }
    }

    /// Waits until the data written to an open file is on disk. With `data_only`, it need not wait
    /// for metadata such as times.
    pub fn sync(&mut self, descriptor: u32, data_only: bool) -> Result<(), Errno> {
        match self.descriptors.get(descriptor)? {
            Object::Stream(_) => Err(Errno::EINVAL),
            Object::File(open) => open.file.sync(data_only),
            Object::Directory(open) => match &mut open.directory {
                Some(directory) => directory.sync(data_only),
                None => Ok(()),
            },
        }
    }

    /// Truncates or extends an open file.
    pub fn ftruncate(&mut self, descriptor: u32, length: i64) -> Result<(), Errno> {
        let length = u64::try_from(length).map_err(|_| Errno::EINVAL)?;
        match self.descriptors.get(descriptor)? {
            Object::File(OpenFile {
                file,
                writable: true,
                ..
            }) => file.set_length(length),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Returns true if a descriptor refers to a terminal. Opened files are never terminals.
    pub fn is_terminal(&mut self, descriptor: u32) -> Result<bool, Errno> {
        Ok(match self.descriptors.get(descriptor)? {
            Object::Stream(stream) => stream.is_terminal(),
            Object::File(_) | Object::Directory(_) => false,
        })
    }

    /// Returns the length of a regular file that is open for reading and can be mapped with `mmap`.
    pub fn mappable_length(&mut self, descriptor: u32) -> Result<u64, Errno> {
        match self.descriptors.get(descriptor)? {
            Object::File(open) => {
                let status = open.file.status()?;
                match open.readable {
                    _ if !status.is_regular() => Err(Errno::ENODEV),
                    true => Ok(status.size),
                    false => Err(Errno::EACCES),
                }
            }
            Object::Stream(_) | Object::Directory(_) => Err(Errno::ENODEV),
        }
    }

    /// Reads from an offset of a file until the buffer is full or the file ends, without moving the
    /// descriptor's position.
    pub fn read_from(
        &mut self,
        descriptor: u32,
        offset: u64,
        buffer: &mut [u8],
    ) -> Result<usize, Errno> {
        let Object::File(OpenFile { file, .. }) = self.descriptors.get(descriptor)? else {
            return Err(Errno::ENODEV);
        };
        let position = file.seek(0, Whence::Current)?;
        let offset = i64::try_from(offset).map_err(|_| Errno::EINVAL)?;
        file.seek(offset, Whence::Start)?;
        let mut filled = 0;
        let result = loop {
            match file.read(&mut buffer[filled..]) {
                Ok(0) => break Ok(filled),
                Ok(count) => filled += count,
                Err(errno) => break Err(errno),
            }
        };
        // This was the position before, so it is valid.
        file.seek(position as i64, Whence::Start)?;
        result
    }

    fn directory(&mut self, descriptor: u32) -> Result<&mut OpenDirectory, Errno> {
        match self.descriptors.get(descriptor)? {
            Object::Directory(directory) => Ok(directory),
            Object::Stream(_) | Object::File(_) => Err(Errno::ENOTDIR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Stdio, Stream, StreamDevice};
    use std::sync::{Arc, Mutex};

    /// Records the operations requested from it.
    struct Noting(Arc<Mutex<Vec<&'static str>>>);

    impl StreamDevice for Noting {
        fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
            self.0.lock().unwrap().push("write");
            Ok(bytes.len())
        }

        fn hand_on(&mut self) {
            self.0.lock().unwrap().push("hand on");
        }
    }

    #[test]
    fn buffered_output_is_flushed_before_another_stream_is_written() {
        let noted = Arc::new(Mutex::new(Vec::new()));
        let stdio = Stdio {
            output: Stream::new(Noting(noted.clone())),
            ..Stdio::default()
        };
        let mut files = FileSystem::new(stdio, Vec::new()).unwrap();
        for descriptor in [1, 1, 2, 2, 1] {
            assert_eq!(files.write(descriptor, b"x"), Ok(1));
        }
        let expected = ["write", "write", "hand on", "write"];
        assert_eq!(*noted.lock().unwrap(), expected);
    }
}
