//! Invariants of compression.

use pinnacle_bitstream::{BLOCKINFO, Event, Reader};
use pinnacle_pexe::compress::{Options, compress};
use pinnacle_pexe::header::Header;
use pinnacle_pexe::limits::PROFILE;

/// Compresses a file and checks the result. It must be at most as large, have the same header,
/// blocks, records and trailing bytes, and not change when it is compressed again. Except for the
/// size, the same must hold for packing in whole bytes. Panics if a check fails. Returns `None` if
/// the file cannot be read.
pub fn compress_and_check(bytes: &[u8], effort: u8) -> Option<Vec<u8>> {
    let options = Options {
        effort,
        for_transport: false,
    };
    let compressed = compress(bytes, &options).ok()?.into_owned();
    assert!(
        compressed.len() <= bytes.len(),
        "{} bytes became {}",
        bytes.len(),
        compressed.len()
    );
    compare(bytes, &compressed);
    let again = compress(&compressed, &options).expect("what was written can be read");
    assert!(
        *again == *compressed,
        "compressing again gives {} bytes instead of {}",
        again.len(),
        compressed.len()
    );
    let options = Options {
        for_transport: true,
        ..options
    };
    let in_bytes = compress(&compressed, &options).expect("what was written can be read");
    compare(bytes, &in_bytes);
    let again = compress(&in_bytes, &options).expect("what was written can be read");
    assert!(
        *again == *in_bytes,
        "packing in bytes again changes something"
    );
    Some(compressed)
}

/// The contents of a file, independent of its packing.
#[derive(PartialEq, Eq, Debug)]
enum Content<'a> {
    Enter(u32),
    Exit,
    Record(u64, &'a [u64]),
    Trailing(&'a [u8]),
}

fn compare(before: &[u8], after: &[u8]) {
    let mut before = Contents::new(before);
    let mut after = Contents::new(after);
    assert_eq!(before.header, after.header, "the header changed");
    loop {
        let (expected, found) = (before.next(), after.next());
        assert_eq!(found, expected, "what a file holds changed");
        if matches!(found, Content::Trailing(_)) {
            return;
        }
    }
}

/// Walks over the first block of a file.
struct Contents<'a> {
    header: &'a [u8],
    bytes: &'a [u8],
    reader: Reader<'a>,
    started: bool,
}

impl<'a> Contents<'a> {
    fn new(bytes: &'a [u8]) -> Contents<'a> {
        let size = Header::read(bytes)
            .expect("the header was read before")
            .size as usize;
        Contents {
            header: &bytes[..size],
            bytes,
            reader: Reader::new(&bytes[size..], size as u64, PROFILE),
            started: false,
        }
    }

    fn next(&mut self) -> Content<'_> {
        let mut in_abbreviations = false;
        loop {
            if self.started && self.reader.depth() == 0 {
                let end = self.reader.next_position() / 8;
                return Content::Trailing(&self.bytes[end as usize..]);
            }
            self.started = true;
            match self.reader.next().expect("the file was read before") {
                Event::EnterBlock(block) if block.id == BLOCKINFO => in_abbreviations = true,
                Event::EnterBlock(block) => return Content::Enter(block.id),
                Event::ExitBlock if in_abbreviations => in_abbreviations = false,
                Event::ExitBlock => return Content::Exit,
                Event::Record if !in_abbreviations => break,
                Event::Record | Event::DefineAbbreviation => {}
                Event::End => return Content::Trailing(&[]),
            }
        }
        let record = self.reader.record();
        Content::Record(record.code, record.operands)
    }
}
