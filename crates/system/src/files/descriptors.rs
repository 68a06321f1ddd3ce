//! The table of file descriptors.
//!
//! Descriptors created by `dup` share an open file and its position. So a descriptor contains the
//! index of an open file, and an open file counts the descriptors that refer to it.

use super::directory::OpenDirectory;
use super::stream::Stream;
use super::tree::File;
use crate::Errno;
use crate::memory_budget::Charge;

/// Maximum number of descriptors of a program.
pub const MAX_DESCRIPTORS: usize = 4096;

/// Number of standard streams, which are the first open files.
const STREAMS: usize = 3;

/// An open file.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) file: Box<dyn File>,
    /// True if the guest opened it for reading.
    pub(super) readable: bool,
    /// True if the guest opened it for writing.
    pub(super) writable: bool,
    pub(super) read_only_mount: bool,
    /// The charge for the memory that the host uses for the file.
    pub(super) _charge: Option<Charge>,
}

/// The object to which a descriptor refers.
#[derive(Debug)]
pub(super) enum Object {
    Stream(Stream),
    File(OpenFile),
    Directory(OpenDirectory),
}

#[derive(Debug)]
struct Shared {
    object: Object,
    descriptors: usize,
}

/// Descriptors and open files.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    descriptors: Vec<Option<usize>>,
    objects: Vec<Option<Shared>>,
}

impl Descriptors {
    /// Fails if no descriptor is free.
    pub(super) fn check_room(&self) -> Result<(), Errno> {
        self.lowest_free().map(drop)
    }

    /// Assigns the lowest free descriptor to an open file.
    pub(super) fn insert(&mut self, object: Object) -> Result<u32, Errno> {
        let descriptor = self.lowest_free()?;
        let shared = Some(Shared {
            object,
            descriptors: 0,
        });
        let index = match self.objects.iter().position(Option::is_none) {
            Some(index) => {
                self.objects[index] = shared;
                index
            }
            None => {
                self.objects.push(shared);
                self.objects.len() - 1
            }
        };
        self.set(descriptor, index);
        Ok(descriptor as u32)
    }

    /// Opens a file at a descriptor chosen by the embedder. A file that was open there is closed.
    pub(super) fn insert_at(&mut self, descriptor: u32, object: Object) -> Result<(), Errno> {
        if descriptor as usize >= MAX_DESCRIPTORS {
            return Err(Errno::EBADF);
        }
        if self.index(descriptor).is_ok() {
            self.close(descriptor)?;
        }
        self.objects.push(Some(Shared {
            object,
            descriptors: 0,
        }));
        self.set(descriptor as usize, self.objects.len() - 1);
        Ok(())
    }

    /// Returns the open file of a descriptor.
    pub(super) fn get(&mut self, descriptor: u32) -> Result<&mut Object, Errno> {
        let index = self.index(descriptor)?;
        match &mut self.objects[index] {
            Some(shared) => Ok(&mut shared.object),
            None => Err(Errno::EBADF),
        }
    }

    /// Returns a shared reference to the open file of a descriptor.
    pub(super) fn look(&self, descriptor: u32) -> Result<&Object, Errno> {
        let index = self.index(descriptor)?;
        let shared = self.objects[index].as_ref();
        shared.map(|shared| &shared.object).ok_or(Errno::EBADF)
    }

    /// Returns the open directories.
    pub(super) fn directories(&self) -> impl Iterator<Item = &OpenDirectory> {
        self.objects
            .iter()
            .flatten()
            .filter_map(|shared| match &shared.object {
                Object::Directory(directory) => Some(directory),
                Object::Stream(_) | Object::File(_) => None,
            })
    }

    /// Frees a descriptor, and its open file if it was the last one.
    pub(super) fn close(&mut self, descriptor: u32) -> Result<(), Errno> {
        let index = self.index(descriptor)?;
        self.descriptors[descriptor as usize] = None;
        if let Some(shared) = &mut self.objects[index] {
            shared.descriptors -= 1;
            if shared.descriptors == 0 {
                self.objects[index] = None;
            }
        }
        Ok(())
    }

    /// Assigns the lowest free descriptor to the open file of another descriptor.
    pub(super) fn duplicate(&mut self, descriptor: u32) -> Result<u32, Errno> {
        let index = self.index(descriptor)?;
        let copy = self.lowest_free()?;
        self.set(copy, index);
        Ok(copy as u32)
    }

    /// Makes a descriptor chosen by the program refer to the open file of another descriptor. A
    /// file that was open there is closed.
    pub(super) fn duplicate_to(&mut self, descriptor: u32, copy: u32) -> Result<(), Errno> {
        let index = self.index(descriptor)?;
        if copy as usize >= MAX_DESCRIPTORS {
            return Err(Errno::EBADF);
        }
        if copy != descriptor {
            if self.index(copy).is_ok() {
                self.close(copy)?;
            }
            self.set(copy as usize, index);
        }
        Ok(())
    }

    /// Returns the number of the standard stream that each descriptor refers to. Fails at the first
    /// descriptor that refers to anything else.
    pub(super) fn streams(&self) -> Result<Vec<Option<u8>>, u32> {
        let numbered = (0..).zip(&self.descriptors);
        let streams = numbered.map(|(descriptor, index)| match *index {
            None => Ok(None),
            Some(index) if index < STREAMS && self.is_stream(index) => Ok(Some(index as u8)),
            Some(_) => Err(descriptor),
        });
        streams.collect()
    }

    /// Makes each descriptor refer to a standard stream, or closes it. Returns false if one of the
    /// streams is closed.
    pub(super) fn set_streams(&mut self, streams: &[Option<u8>]) -> bool {
        let mut used = streams.iter().flatten();
        if !used.all(|&stream| self.is_stream(usize::from(stream))) {
            return false;
        }
        self.descriptors.clear();
        self.objects.truncate(STREAMS);
        for shared in self.objects.iter_mut().flatten() {
            shared.descriptors = 0;
        }
        for (descriptor, stream) in streams.iter().enumerate() {
            match stream {
                Some(stream) => self.set(descriptor, usize::from(*stream)),
                None => self.descriptors.push(None),
            }
        }
        for object in &mut self.objects {
            if object
                .as_ref()
                .is_some_and(|shared| shared.descriptors == 0)
            {
                *object = None;
            }
        }
        true
    }

    /// Returns true if an open file is a standard stream.
    fn is_stream(&self, index: usize) -> bool {
        let shared = self.objects.get(index).and_then(Option::as_ref);
        index < STREAMS && shared.is_some_and(|one| matches!(one.object, Object::Stream(_)))
    }

    fn index(&self, descriptor: u32) -> Result<usize, Errno> {
        self.descriptors
            .get(descriptor as usize)
            .copied()
            .flatten()
            .ok_or(Errno::EBADF)
    }

    fn lowest_free(&self) -> Result<usize, Errno> {
        let free = self.descriptors.iter().position(Option::is_none);
        match free.unwrap_or(self.descriptors.len()) {
            MAX_DESCRIPTORS.. => Err(Errno::EMFILE),
            descriptor => Ok(descriptor),
        }
    }

    fn set(&mut self, descriptor: usize, index: usize) {
        if descriptor >= self.descriptors.len() {
            self.descriptors.resize(descriptor + 1, None);
        }
        self.descriptors[descriptor] = Some(index);
        if let Some(shared) = &mut self.objects[index] {
            shared.descriptors += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Descriptors {
        let mut table = Descriptors::default();
        for _ in 0..3 {
            table.insert(Object::Stream(Stream::null())).unwrap();
        }
        table
    }

    #[test]
    fn the_lowest_free_descriptor_is_used() {
        let mut table = table();
        table.close(1).unwrap();
        assert_eq!(table.duplicate(0), Ok(1));
        assert_eq!(table.duplicate(0), Ok(3));
        assert_eq!(table.duplicate(9), Err(Errno::EBADF));
    }

    #[test]
    fn an_open_file_lives_as_long_as_its_last_descriptor() {
        let mut table = table();
        assert_eq!(table.duplicate_to(1, 100), Ok(()));
        table.close(1).unwrap();
        assert!(table.get(1).is_err());
        assert!(table.get(100).is_ok());
        table.close(100).unwrap();
        assert!(table.get(100).is_err());
        assert_eq!(table.close(100), Err(Errno::EBADF));
        assert_eq!(table.objects.iter().flatten().count(), 2);
    }

    #[test]
    fn an_open_file_gets_the_requested_descriptor() {
        let mut table = table();
        let stream = || Object::Stream(Stream::null());
        assert_eq!(table.insert_at(1, stream()), Ok(()));
        assert_eq!(table.insert_at(7, stream()), Ok(()));
        assert_eq!(table.insert(stream()), Ok(3));
        assert_eq!(table.objects.iter().flatten().count(), 5);
        let above = MAX_DESCRIPTORS as u32;
        assert_eq!(table.insert_at(above, stream()), Err(Errno::EBADF));
    }

    #[test]
    fn a_descriptor_can_be_duplicated_to_itself() {
        let mut table = table();
        assert_eq!(table.duplicate_to(1, 1), Ok(()));
        table.close(1).unwrap();
        assert!(table.get(1).is_err());
        assert_eq!(table.duplicate_to(1, 1), Err(Errno::EBADF));
    }

    #[test]
    fn the_number_of_descriptors_is_limited() {
        let mut table = table();
        for _ in 3..MAX_DESCRIPTORS {
            table.duplicate(0).unwrap();
        }
        assert_eq!(table.duplicate(0), Err(Errno::EMFILE));
        assert_eq!(table.check_room(), Err(Errno::EMFILE));
        assert_eq!(
            table.duplicate_to(0, MAX_DESCRIPTORS as u32),
            Err(Errno::EBADF)
        );
    }
}
