//! Tar archives: old ones, ustar, pax and those of GNU.

use crate::error::{Error, ErrorKind, shown};
use crate::limits::{Budget, read_whole};
use crate::member::Member;
use std::io::Read;
use std::ops::ControlFlow;
use std::rc::Rc;
use tar::{Archive, EntryType, PaxExtensions};

/// Maximum number of bytes of a member that describes the next one: its long name, its attributes.
const MAX_ABOUT: u64 = 1 << 20;

/// GNU's members that are not files: volume labels, folder listings, old long names.
const LABELS: &[u8] = b"VDN";

/// Attributes of a file that are given by the members before it.
#[derive(Default)]
struct About {
    name: Option<Vec<u8>>,
    wrong: Option<Error>,
}

/// Passes on each file of an archive in turn.
pub(crate) fn each<'a>(
    bytes: Box<dyn Read + 'a>,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let mut archive = Archive::new(bytes);
    let mut about = About::default();
    // Members that describe others are read here, within bounds.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        budget.member()?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::GNULongName => {
                let mut name = read_whole(&mut entry, MAX_ABOUT)?;
                while name.last() == Some(&0) {
                    name.pop();
                }
                about.name = Some(name);
            }
            EntryType::XHeader => about.read(&read_whole(&mut entry, MAX_ABOUT)?),
            // The name that a link leads to, attributes of all files, folders, labels.
            EntryType::GNULongLink | EntryType::XGlobalHeader | EntryType::Directory => {}
            kind if LABELS.contains(&kind.as_byte()) => {}
            _ => {
                let About { name, wrong } = std::mem::take(&mut about);
                let name = name.unwrap_or_else(|| entry.path_bytes().into_owned());
                let size = entry.header().entry_size().unwrap_or(0);
                let refused = wrong.or_else(|| refusal(kind, &entry));
                let contents: Result<Box<dyn Read + '_>, Error> = match refused {
                    Some(error) => Err(error),
                    None => Ok(Box::new(entry)),
                };
                if visit(Member::file(&name, size, contents))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

impl About {
    /// Keeps the attributes of a file that we use.
    fn read(&mut self, attributes: &[u8]) {
        for attribute in PaxExtensions::new(attributes) {
            let Ok(attribute) = attribute else {
                self.wrong = Some(Error::damaged("its pax attributes are damaged"));
                return;
            };
            match attribute.key_bytes() {
                b"path" => self.name = Some(attribute.value_bytes().to_vec()),
                b"size" => {
                    let message = "its size is in its pax attributes, as for files over 8 GiB, \
                                   which are not supported";
                    self.wrong = Some(Error::new(ErrorKind::TooLarge, message));
                }
                key if key.starts_with(b"GNU.sparse") => self.wrong = Some(sparse()),
                _ => {}
            }
        }
    }
}

fn sparse() -> Error {
    Error::new(ErrorKind::Unsupported, "it is stored with holes (sparse)")
}

/// The reason why a kind of member is not read.
fn refusal<R: Read>(kind: EntryType, entry: &tar::Entry<'_, R>) -> Option<Error> {
    Some(match kind {
        EntryType::Regular | EntryType::Continuous => return None,
        EntryType::Symlink | EntryType::Link => {
            let target = entry.link_name_bytes().unwrap_or_default();
            let target = shown(&String::from_utf8_lossy(&target));
            Error::new(ErrorKind::Link, format!("it is a link to {target}"))
        }
        EntryType::GNUSparse => sparse(),
        EntryType::Char | EntryType::Block => {
            Error::new(ErrorKind::Unsupported, "it is a device, expected a file")
        }
        EntryType::Fifo => Error::new(ErrorKind::Unsupported, "it is a pipe, expected a file"),
        _ => Error::new(
            ErrorKind::Unsupported,
            "it is not a file but an entry of an unknown kind",
        ),
    })
}
