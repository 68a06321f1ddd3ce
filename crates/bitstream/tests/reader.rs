//! The rules of the container, each with the smallest stream that shows it.

mod profile;

use pinnacle_bitstream::{
    BitBuffer, Error, ErrorKind, Event, Reader, Scalar, Short, Step, char6_index,
};
use profile::PROFILE;

/// Writes blocks as the container has them.
#[derive(Default)]
struct Stream {
    bits: BitBuffer,
    /// Open blocks: bits of an abbreviation index, place of the length word.
    open: Vec<(u32, u64)>,
}

impl Stream {
    fn index(&mut self, index: u64) -> &mut Stream {
        let width = self.open.last().map_or(2, |(width, _)| *width);
        self.bits.fixed(index, width);
        self
    }

    fn vbr(&mut self, value: u64, width: u32) -> &mut Stream {
        self.bits.vbr(value, width);
        self
    }

    fn fixed(&mut self, value: u64, width: u32) -> &mut Stream {
        self.bits.fixed(value, width);
        self
    }

    fn enter(&mut self, id: u64, width: u32) -> &mut Stream {
        self.index(1).vbr(id, 8).vbr(u64::from(width), 4);
        self.bits.align_to_word();
        self.open.push((width, self.bits.position()));
        self.fixed(0, 32)
    }

    fn exit(&mut self) -> &mut Stream {
        self.index(0);
        self.bits.align_to_word();
        let (_, length) = self.open.pop().expect("a block is open");
        let words = (self.bits.position() - length) / 32 - 1;
        self.bits.replace_word(length, words as u32);
        self
    }

    /// A record without an abbreviation.
    fn record(&mut self, code: u64, operands: &[u64]) -> &mut Stream {
        self.index(3).vbr(code, 6).vbr(operands.len() as u64, 6);
        operands
            .iter()
            .for_each(|&operand| self.bits.vbr(operand, 6));
        self
    }

    /// The definition of an abbreviation: encodings as (kind, value), where
    /// kind 0 is a literal.
    fn define(&mut self, operands: &[(u64, u64)]) -> &mut Stream {
        self.index(2).vbr(operands.len() as u64, 5);
        for &(kind, value) in operands {
            match kind {
                0 => self.fixed(1, 1).vbr(value, 8),
                1 | 2 => self.fixed(0, 1).fixed(kind, 3).vbr(value, 5),
                _ => self.fixed(0, 1).fixed(kind, 3),
            };
        }
        self
    }

    fn bytes(&self) -> Vec<u8> {
        self.bits.clone().finish()
    }
}

const LITERAL: u64 = 0;
const FIXED: u64 = 1;
const VBR: u64 = 2;
const ARRAY: u64 = 3;
const CHAR6: u64 = 4;
const BLOB: u64 = 5;

/// All records of a stream, as code and operands.
fn records(bytes: &[u8]) -> Result<Vec<(u64, Vec<u64>)>, Error> {
    let mut reader = Reader::new(bytes, 0, PROFILE);
    let mut records = Vec::new();
    loop {
        match reader.next()? {
            Event::Record => {
                let record = reader.record();
                records.push((record.code, record.operands.to_vec()));
            }
            Event::End => return Ok(records),
            _ => {}
        }
    }
}

fn error(stream: &Stream) -> Error {
    records(&stream.bytes()).unwrap_err()
}

#[test]
fn records_of_nested_blocks_come_in_order() {
    let mut stream = Stream::default();
    stream
        .enter(8, 2)
        .record(1, &[1])
        .enter(17, 5)
        .record(7, &[32])
        .exit();
    stream.record(1 << 40, &[u64::MAX, 0]).exit();
    let expected = vec![(1, vec![1]), (7, vec![32]), (1 << 40, vec![u64::MAX, 0])];
    assert_eq!(records(&stream.bytes()).unwrap(), expected);
}

#[test]
fn positions_are_absolute_in_bits() {
    let mut stream = Stream::default();
    stream.enter(8, 2).record(1, &[1]).exit();
    let bytes = stream.bytes();
    let mut reader = Reader::new(&bytes, 16, PROFILE);
    let Event::EnterBlock(block) = reader.next().unwrap() else {
        panic!("a block starts")
    };
    assert_eq!(
        (block.position, block.body, block.length_words),
        (128, 192, 1)
    );
    assert_eq!(block.end(), 224);
    reader.next().unwrap();
    assert_eq!(reader.record().position, 192);
    assert_eq!(reader.record().abbreviation, 3);
    reader.next().unwrap();
    assert_eq!((reader.position(), reader.next_position()), (212, 224));
}

#[test]
fn an_abbreviation_packs_scalars_and_an_array() {
    let mut stream = Stream::default();
    stream
        .enter(9, 3)
        .define(&[(LITERAL, 21), (FIXED, 3), (VBR, 4), (ARRAY, 0), (CHAR6, 0)]);
    stream.index(4).fixed(5, 3).vbr(100, 4).vbr(2, 6);
    for letter in b"o_" {
        stream.fixed(char6_index(u64::from(*letter)).unwrap(), 6);
    }
    stream.exit();
    let expected = vec![5, 100, u64::from(b'o'), u64::from(b'_')];
    assert_eq!(records(&stream.bytes()).unwrap(), [(21, expected)]);
}

#[test]
fn an_abbreviation_may_be_one_array_whose_first_element_is_the_code() {
    let mut stream = Stream::default();
    stream.enter(9, 3).define(&[(ARRAY, 0), (FIXED, 8)]);
    stream
        .index(4)
        .vbr(3, 6)
        .fixed(7, 8)
        .fixed(8, 8)
        .fixed(9, 8);
    stream.exit();
    assert_eq!(records(&stream.bytes()).unwrap(), [(7, vec![8, 9])]);

    let mut empty = Stream::default();
    empty
        .enter(9, 3)
        .define(&[(ARRAY, 0), (FIXED, 8)])
        .index(4)
        .vbr(0, 6)
        .exit();
    assert_eq!(error(&empty).kind(), ErrorKind::NoRecordCode);
}

#[test]
fn operands_of_no_bits_are_zero() {
    let mut stream = Stream::default();
    stream
        .enter(9, 3)
        .define(&[(LITERAL, 1), (FIXED, 0), (VBR, 0)])
        .index(4)
        .exit();
    assert_eq!(records(&stream.bytes()).unwrap(), [(1, vec![0, 0])]);
}

/// The records of a stream, read by [`Reader::short`] where it can.
fn short_records(bytes: &[u8]) -> Result<Vec<(u64, Vec<u64>)>, Error> {
    let mut reader = Reader::new(bytes, 0, PROFILE);
    let mut found = Vec::new();
    loop {
        while let Some(single) = reader.single() {
            found.push((single.code, vec![single.operand.into()]));
        }
        match reader.short() {
            Short::Single(single) => {
                found.push((single.code, vec![single.operand.into()]));
                continue;
            }
            Short::Triple(triple) => {
                found.push((triple.code, triple.operands.map(u64::from).to_vec()));
                continue;
            }
            Short::Record => {
                let record = reader.record();
                found.push((record.code, record.operands.to_vec()));
                continue;
            }
            Short::Other => {}
        }
        match reader.step()? {
            Step::Record(record) => found.push((record.code, record.operands.to_vec())),
            Step::End => return Ok(found),
            _ => {}
        }
    }
}

#[test]
fn short_records_are_the_same_as_others() {
    // Numbers of one chunk to many, and one that has more than 32 bits.
    let values = [
        0,
        1,
        31,
        32,
        1 << 10,
        1 << 15,
        1 << 20,
        u64::from(u32::MAX),
        1 << 32,
    ];
    let kinds = [
        (LITERAL, 0),
        (LITERAL, 1 << 40),
        (VBR, 6),
        (VBR, 4),
        (FIXED, 32),
    ];
    let mut state = 1_u32;
    let mut pick = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let mut stream = Stream::default();
    let mut expected = Vec::new();
    for _ in 0..100 {
        stream.enter(8, 4);
        let count = pick(6);
        let chosen: Vec<(u64, u64)> = (0..count).map(|_| kinds[pick(kinds.len())]).collect();
        let mut encodings = vec![(LITERAL, 3)];
        encodings.extend(&chosen);
        // Half of the records end with an array.
        let element = (VBR, [4, 6][pick(2)]);
        let has_array = pick(2) == 1;
        if has_array {
            encodings.extend([(ARRAY, 0), element]);
        }
        stream.define(&encodings);
        for _ in 0..3 {
            let mut operands: Vec<u64> = chosen
                .iter()
                .map(|&(kind, width)| match kind {
                    LITERAL => width,
                    FIXED => values[pick(values.len() - 1)],
                    _ => values[pick(values.len())],
                })
                .collect();
            stream.index(4);
            for (&(kind, width), &operand) in chosen.iter().zip(&operands) {
                match kind {
                    LITERAL => &mut stream,
                    FIXED => stream.fixed(operand, width as u32),
                    _ => stream.vbr(operand, width as u32),
                };
            }
            if has_array {
                let elements: Vec<u64> = (0..pick(5)).map(|_| values[pick(values.len())]).collect();
                stream.vbr(elements.len() as u64, 6);
                for &value in &elements {
                    stream.vbr(value, element.1 as u32);
                }
                operands.extend(elements);
            }
            stream.record(5, &operands);
            expected.extend([(3, operands.clone()), (5, operands)]);
        }
        stream.exit();
    }
    let bytes = stream.bytes();
    assert_eq!(records(&bytes).unwrap(), expected);
    assert_eq!(short_records(&bytes).unwrap(), expected);
    // Cut anywhere, it ends with the same error.
    for length in (0..bytes.len()).step_by(11) {
        let cut = &bytes[..length];
        assert_eq!(short_records(cut), records(cut), "{length}");
    }
}

#[test]
fn an_overlong_number_of_a_record_that_is_not_short_is_counted_once() {
    let mut stream = Stream::default();
    // The number 7 in two chunks, and one of more than 32 bits.
    stream.enter(8, 4).index(3).vbr(5, 6).vbr(3, 6);
    stream
        .fixed(0b10_0111, 6)
        .fixed(0, 6)
        .vbr(1 << 32, 6)
        .vbr(0, 6)
        .exit();
    let bytes = stream.bytes();
    let mut reader = Reader::new(&bytes, 0, PROFILE);
    assert!(matches!(reader.step(), Ok(Step::EnterBlock(_))));
    assert_eq!(reader.short(), Short::Other);
    let Ok(Step::Record(record)) = reader.step() else {
        panic!("it is a record");
    };
    assert_eq!(record.operands, [7, 1 << 32, 0]);
    assert_eq!(reader.overlong_count(), 1);
}

#[test]
fn blockinfo_gives_abbreviations_to_later_blocks_of_a_kind() {
    let mut stream = Stream::default();
    stream
        .enter(8, 2)
        .enter(0, 2)
        .record(1, &[17])
        .define(&[(LITERAL, 2)])
        .exit();
    // A block's own abbreviations are numbered after them.
    stream
        .enter(17, 4)
        .define(&[(LITERAL, 3)])
        .index(4)
        .index(5)
        .exit();
    // They end with the block, and other kinds have none.
    stream.enter(17, 4).index(4).exit();
    stream.exit();
    let codes: Vec<_> = records(&stream.bytes())
        .unwrap()
        .iter()
        .map(|r| r.0)
        .collect();
    assert_eq!(codes, [1, 2, 3, 2]);

    let mut other = Stream::default();
    other
        .enter(8, 2)
        .enter(0, 2)
        .record(1, &[17])
        .define(&[(LITERAL, 2)])
        .exit();
    other.enter(12, 4).index(4).exit();
    assert_eq!(error(&other).kind(), ErrorKind::UndefinedAbbreviation);
}

#[test]
fn the_reader_tells_what_was_defined() {
    let mut stream = Stream::default();
    stream
        .enter(9, 3)
        .define(&[(LITERAL, 2), (VBR, 6)])
        .index(4)
        .vbr(1, 6)
        .exit();
    let bytes = stream.bytes();
    let mut reader = Reader::new(&bytes, 0, PROFILE);
    reader.next().unwrap();
    assert!(matches!(reader.next(), Ok(Event::DefineAbbreviation)));
    let (abbreviation, number) = reader.abbreviation().unwrap();
    assert_eq!(number, 0);
    assert_eq!(*abbreviation.scalars, [Scalar::Literal(2), Scalar::Vbr(6)]);
    assert_eq!(reader.abbreviation_at(4), Some(abbreviation));
    assert_eq!(reader.abbreviation_at(3), None);
}

#[test]
fn definitions_of_a_wrong_shape_are_refused() {
    let shapes: &[&[(u64, u64)]] = &[
        &[],
        &[(LITERAL, 1), (FIXED, 33)],
        &[(LITERAL, 1), (VBR, 33)],
        &[(LITERAL, 1), (ARRAY, 0)],
        &[(LITERAL, 1), (ARRAY, 0), (ARRAY, 0), (FIXED, 1)],
        &[(LITERAL, 1), (ARRAY, 0), (FIXED, 1), (FIXED, 1)],
        &[(LITERAL, 1), (ARRAY, 0), (ARRAY, 0)],
        &[(LITERAL, 1), (BLOB, 0)],
        &[(LITERAL, 1), (6, 0)],
    ];
    for shape in shapes {
        let mut stream = Stream::default();
        stream.enter(9, 3).define(shape).exit();
        let error = error(&stream);
        assert_eq!(error.kind(), ErrorKind::BadAbbreviation, "{shape:?}");
        // The error is reported at the abbreviation index that starts the definition.
        assert_eq!(error.position(), 64, "{shape:?}");
    }
}

#[test]
fn a_length_word_must_be_right() {
    for (length, kind) in [
        (0, ErrorKind::WrongBlockLength),
        (9, ErrorKind::WrongBlockLength),
    ] {
        let mut stream = Stream::default();
        stream.enter(8, 2).record(1, &[1]).exit();
        stream.bits.replace_word(32, length);
        let error = error(&stream);
        assert_eq!((error.kind(), error.position()), (kind, 0));
    }
}

#[test]
fn a_block_is_skipped_by_its_length_word() {
    let mut stream = Stream::default();
    stream
        .enter(8, 2)
        .enter(12, 4)
        .record(1, &[1])
        .exit()
        .record(9, &[])
        .exit();
    let bytes = stream.bytes();
    let mut reader = Reader::new(&bytes, 0, PROFILE);
    reader.next().unwrap();
    reader.next().unwrap();
    reader.skip_block().unwrap();
    assert!(matches!(reader.next(), Ok(Event::Record)));
    assert_eq!((reader.record().code, reader.depth()), (9, 1));
}

#[test]
fn widths_and_kinds_of_blocks_are_limited() {
    for width in [0, 1, 17, 32] {
        let mut stream = Stream::default();
        stream.enter(8, width);
        assert_eq!(
            error(&stream).kind(),
            ErrorKind::BadAbbreviationWidth,
            "{width}"
        );
    }
    let mut stream = Stream::default();
    stream.enter(1 << 32, 2);
    assert_eq!(error(&stream).kind(), ErrorKind::BadBlockId);
}

#[test]
fn blocks_do_not_nest_without_end() {
    let mut stream = Stream::default();
    for _ in 0..20_000 {
        stream.enter(17, 2);
    }
    assert_eq!(error(&stream).kind(), ErrorKind::NestingTooDeep);
}

#[test]
fn blockinfo_holds_nothing_else() {
    let inside: [fn(&mut Stream); 5] = [
        |stream| {
            stream.define(&[(LITERAL, 1)]);
        },
        |stream| {
            stream.record(2, &[17]);
        },
        |stream| {
            stream.record(1, &[17, 18]);
        },
        |stream| {
            stream.record(1, &[1 << 32]);
        },
        |stream| {
            stream.enter(17, 2).exit();
        },
    ];
    for fill in inside {
        let mut stream = Stream::default();
        stream.enter(8, 2).enter(0, 2);
        fill(&mut stream);
        stream.exit().exit();
        assert_eq!(error(&stream).kind(), ErrorKind::BadBlockInfo);
    }
}

#[test]
fn only_blocks_stand_outside_blocks() {
    let mut stream = Stream::default();
    stream.fixed(3, 2).fixed(0, 30);
    let error = error(&stream);
    assert_eq!((error.kind(), error.position()), (ErrorKind::NotABlock, 0));
}

#[test]
fn a_record_cannot_claim_more_operands_than_there_are_bits() {
    let mut stream = Stream::default();
    stream
        .enter(8, 2)
        .index(3)
        .vbr(1, 6)
        .vbr(1 << 60, 6)
        .fixed(0, 64);
    assert_eq!(error(&stream).kind(), ErrorKind::TooManyOperands);
    // Nor can an array of elements that take no bits.
    let mut stream = Stream::default();
    stream
        .enter(8, 3)
        .define(&[(LITERAL, 1), (ARRAY, 0), (LITERAL, 7)]);
    stream.index(4).vbr(1 << 60, 6).fixed(0, 64);
    assert_eq!(error(&stream).kind(), ErrorKind::TooManyOperands);
}

#[test]
fn every_cut_of_a_stream_is_an_error() {
    let mut stream = Stream::default();
    stream
        .enter(8, 3)
        .define(&[(LITERAL, 1), (VBR, 6), (ARRAY, 0), (FIXED, 7)]);
    stream
        .index(4)
        .vbr(1000, 6)
        .vbr(3, 6)
        .fixed(1, 7)
        .fixed(2, 7)
        .fixed(3, 7);
    stream.record(5, &[1, 2, 3]).exit();
    let bytes = stream.bytes();
    assert!(records(&bytes).is_ok());
    for len in 1..bytes.len() {
        let error = records(&bytes[..len]).unwrap_err();
        let kinds = [ErrorKind::EndOfStream, ErrorKind::TooManyOperands];
        assert!(kinds.contains(&error.kind()), "{len} bytes: {error}");
        assert!(error.position() <= len as u64 * 8);
    }
}

#[test]
fn a_reader_continues_when_more_bytes_arrive() {
    let mut stream = Stream::default();
    stream
        .enter(8, 2)
        .record(1, &[1])
        .record(2, &[1 << 50])
        .exit();
    let bytes = stream.bytes();
    let mut codes = Vec::new();
    let mut suspended = Reader::new(&[], 0, PROFILE).suspend();
    for len in 1..=bytes.len() {
        let mut reader = suspended.resume(&bytes[..len], 0);
        loop {
            match reader.next() {
                Ok(Event::Record) => codes.push(reader.record().code),
                Ok(Event::End) => break,
                Ok(_) => {}
                Err(_) => {
                    reader.rewind();
                    break;
                }
            }
        }
        suspended = reader.suspend();
    }
    assert_eq!(codes, [1, 2]);
}
