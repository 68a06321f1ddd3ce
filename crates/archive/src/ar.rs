//! `ar` archives of object files, in the GNU and BSD formats.
//!
//! Each member has a header: sixteen bytes of name, then date, owner, mode and size. Headers start
//! at even offsets. A longer name is kept in a table that is a member of its own (GNU), or before
//! the contents (BSD). Symbol tables are skipped.

use crate::error::Error;
use crate::limits::{Budget, read_whole};
use crate::member::Member;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// The first bytes of an archive.
pub(crate) const MAGIC: &[u8] = b"!<arch>\n";

/// Maximum size of the table of long names, in bytes.
const MAX_NAMES: u64 = 1 << 20;
/// Maximum size of a BSD name before the contents, in bytes.
const MAX_NAME: u64 = 4096;

const HEADER: usize = 60;
const NAME: Range<usize> = 0..16;
const SIZE: Range<usize> = 48..58;
/// The end of a header.
const END: &[u8] = b"`\n";

/// Passes on each file of an archive in turn.
pub(crate) fn each<'a>(
    mut bytes: Box<dyn Read + 'a>,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let mut magic = [0; MAGIC.len()];
    bytes.read_exact(&mut magic)?;
    let mut long_names = Vec::new();
    while let Some(header) = next_header(&mut bytes)? {
        budget.member()?;
        let mut size = number(&header[SIZE]).ok_or_else(no_header)?;
        let is_odd = size % 2 == 1;
        let short = header[NAME].trim_ascii_end();
        if short == b"//" {
            long_names = read_whole(&mut bytes.by_ref().take(size), MAX_NAMES)?;
            skip(&mut bytes, u64::from(is_odd))?;
            continue;
        }
        let name = if let Some(digits) = short.strip_prefix(b"#1/") {
            let length = number(digits).filter(|&length| length <= size.min(MAX_NAME));
            let length = length.ok_or_else(no_header)?;
            size -= length;
            let mut name = read_whole(&mut bytes.by_ref().take(length), MAX_NAME)?;
            while name.last() == Some(&0) {
                name.pop();
            }
            name
        } else if let Some(digits) = short
            .strip_prefix(b"/")
            .filter(|rest| number(rest).is_some())
        {
            long_name(&long_names, digits)
                .ok_or_else(no_header)?
                .to_vec()
        } else {
            short.strip_suffix(b"/").unwrap_or(short).to_vec()
        };
        let mut contents = bytes.by_ref().take(size);
        let is_table = short == b"/" || short == b"/SYM64/" || name.starts_with(b"__.SYMDEF");
        if !is_table {
            let contents: Result<Box<dyn Read + '_>, Error> = Ok(Box::new(&mut contents));
            if visit(Member::file(&name, size, contents))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let rest = contents.limit();
        skip(&mut bytes, rest)?;
        skip(&mut bytes, u64::from(is_odd))?;
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads the next header. Returns `None` at the end, where some writers leave line ends.
fn next_header(bytes: &mut dyn Read) -> Result<Option<[u8; HEADER]>, Error> {
    let mut header = [0; HEADER];
    let mut length = 0;
    while length < HEADER {
        match bytes.read(&mut header[length..])? {
            0 => break,
            read => length += read,
        }
    }
    if header[..length].iter().all(|&byte| byte == b'\n') {
        return Ok(None);
    }
    match length == HEADER && header.ends_with(END) {
        true => Ok(Some(header)),
        false => Err(no_header()),
    }
}

/// Skips bytes, which may be missing at the end.
fn skip(bytes: &mut dyn Read, count: u64) -> Result<(), Error> {
    io::copy(&mut bytes.take(count), &mut io::sink())?;
    Ok(())
}

fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.trim_end().parse().ok()
}

/// Looks up a name in the table of long names. It ends at a slash or a line end.
fn long_name<'a>(names: &'a [u8], place: &[u8]) -> Option<&'a [u8]> {
    let start = usize::try_from(number(place)?).ok()?;
    let rest = names.get(start..)?;
    let end = rest.iter().position(|&byte| byte == b'\n' || byte == 0);
    let name = &rest[..end.unwrap_or(rest.len())];
    Some(name.strip_suffix(b"/").unwrap_or(name))
}

#[cold]
fn no_header() -> Error {
    Error::damaged("expected the header of a member, found other bytes")
}
