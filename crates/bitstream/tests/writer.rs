//! The writer and the reader agree: the reader accepts the writer's output, and the writer refuses
//! anything that the reader would refuse.

mod profile;

use pinnacle_bitstream::{
    Abbreviation, BLOCKINFO, Encoding, Error, ErrorKind, Event, Reader, Writer,
};
use profile::PROFILE;
use std::sync::Arc;

fn abbreviation(encodings: &[Encoding]) -> Arc<Abbreviation> {
    Arc::new(Abbreviation::new(encodings, 0).unwrap())
}

/// A writer inside a block of kind 8 with abbreviation indices of 4 bits.
fn in_block() -> Writer {
    let mut writer = Writer::new(b"PEXE", PROFILE);
    writer.enter_block(8, 4).unwrap();
    writer
}

/// The kind of the error; also checks that nothing was written.
fn refused<T>(
    mut writer: Writer,
    write: impl FnOnce(&mut Writer) -> Result<T, Error>,
) -> ErrorKind {
    let position = writer.position();
    let Err(error) = write(&mut writer) else {
        panic!("it was written");
    };
    assert_eq!(error.position(), position);
    assert_eq!(writer.position(), position);
    error.kind()
}

#[test]
fn records_come_back_through_every_kind_of_abbreviation() {
    use Encoding::{Array, Char6, Fixed, Literal, Vbr};
    let cases: &[(&[Encoding], u64, &[u64])] = &[
        (&[Literal(7)], 7, &[]),
        (&[Fixed(3), Fixed(32)], 7, &[u32::MAX.into()]),
        (&[Vbr(6), Vbr(32)], 1 << 40, &[u64::MAX]),
        (&[Literal(1), Vbr(0), Vbr(1), Fixed(0)], 1, &[0, 0, 0]),
        (
            &[Literal(1), Literal(u64::MAX), Fixed(1)],
            1,
            &[u64::MAX, 1],
        ),
        (&[Literal(1), Char6, Char6], 1, &[b'_'.into(), b'Q'.into()]),
        (&[Literal(1), Vbr(8), Array, Fixed(7)], 1, &[300, 1, 2, 127]),
        (
            &[Literal(1), Array, Char6],
            1,
            &[b'a'.into(), b'.'.into(), b'9'.into()],
        ),
        (&[Literal(1), Array, Literal(5)], 1, &[5, 5, 5]),
        (&[Array, Vbr(6)], 9, &[100, 0]),
        (&[Literal(2), Array, Fixed(1)], 2, &[]),
    ];
    let mut writer = in_block();
    let mut sizes = Vec::new();
    for &(encodings, code, operands) in cases {
        let definition = abbreviation(encodings);
        let start = writer.position();
        let index = writer.define_abbreviation(&definition).unwrap();
        assert_eq!(writer.position() - start, 4 + definition.definition_bits());
        assert_eq!(definition.encodings().collect::<Vec<_>>(), encodings);
        let start = writer.position();
        writer.record(index, code, operands).unwrap();
        writer.record(3, code, operands).unwrap();
        sizes.push((start, 4 + definition.record_bits(code, operands).unwrap()));
    }
    writer.exit_block().unwrap();
    let bytes = writer.finish().unwrap();

    let mut reader = Reader::new(&bytes[4..], 4, PROFILE);
    assert!(matches!(reader.next().unwrap(), Event::EnterBlock(header) if header.id == 8));
    for (index, (&(_, code, operands), (start, size))) in cases.iter().zip(sizes).enumerate() {
        assert_eq!(reader.next().unwrap(), Event::DefineAbbreviation);
        for abbreviation in [4 + index as u32, 3] {
            assert_eq!(reader.next().unwrap(), Event::Record);
            let record = reader.record();
            assert_eq!((record.code, record.operands), (code, operands));
            assert_eq!(record.abbreviation, abbreviation);
            if abbreviation != 3 {
                assert_eq!(record.position, start);
                assert_eq!(reader.next_position(), start + size);
            }
        }
    }
    assert_eq!(reader.next().unwrap(), Event::ExitBlock);
    assert_eq!(reader.next().unwrap(), Event::End);
}

#[test]
fn abbreviations_of_the_block_info_are_for_blocks_of_their_kind() {
    let mut writer = Writer::new(&[], PROFILE);
    writer.enter_block(8, 2).unwrap();
    writer.enter_block(BLOCKINFO, 2).unwrap();
    writer.record(3, 1, &[12]).unwrap();
    let definition = abbreviation(&[Encoding::Literal(10)]);
    assert_eq!(writer.define_abbreviation(&definition).unwrap(), 4);
    writer.exit_block().unwrap();
    writer.enter_block(12, 3).unwrap();
    writer.record(4, 10, &[]).unwrap();
    writer.exit_block().unwrap();
    writer.exit_block().unwrap();
    let bytes = writer.finish().unwrap();

    let mut reader = Reader::new(&bytes, 0, PROFILE);
    let mut records = Vec::new();
    loop {
        match reader.next().unwrap() {
            Event::Record => records.push((reader.record().abbreviation, reader.record().code)),
            Event::End => break,
            _ => {}
        }
    }
    assert_eq!(records, [(3, 1), (4, 10)]);
}

#[test]
fn an_undefined_abbreviation_is_refused() {
    let kind = refused(in_block(), |writer| writer.record(4, 1, &[]));
    assert_eq!(kind, ErrorKind::UndefinedAbbreviation);
    for predefined in 0..3 {
        let kind = refused(in_block(), |writer| writer.record(predefined, 1, &[]));
        assert_eq!(kind, ErrorKind::UndefinedAbbreviation);
    }
}

#[test]
fn an_abbreviation_index_wider_than_the_block_has_room_for_is_refused() {
    let mut writer = Writer::new(&[], PROFILE);
    writer.enter_block(8, 2).unwrap();
    writer
        .define_abbreviation(&abbreviation(&[Encoding::Literal(1)]))
        .unwrap();
    let kind = refused(writer, |writer| writer.record(4, 1, &[]));
    assert_eq!(kind, ErrorKind::UndefinedAbbreviation);
}

#[test]
fn a_record_that_its_abbreviation_cannot_carry_is_refused() {
    use Encoding::{Array, Char6, Fixed, Literal, Vbr};
    let cases: &[(&[Encoding], u64, &[u64])] = &[
        (&[Literal(4), Fixed(3)], 4, &[8]),
        (&[Literal(4), Fixed(3)], 5, &[7]),
        (&[Literal(4), Fixed(3)], 4, &[]),
        (&[Literal(4), Fixed(3)], 4, &[7, 7]),
        (&[Literal(4), Vbr(1)], 4, &[1]),
        (&[Literal(4), Char6], 4, &[b'-'.into()]),
        (&[Literal(4), Char6], 4, &[0x161]),
        (&[Literal(4), Array, Fixed(7)], 4, &[1, 128]),
        (&[Literal(4), Vbr(6), Array, Fixed(7)], 4, &[]),
    ];
    for &(encodings, code, operands) in cases {
        let mut writer = in_block();
        let definition = abbreviation(encodings);
        let index = writer.define_abbreviation(&definition).unwrap();
        assert_eq!(
            definition.record_bits(code, operands),
            None,
            "{encodings:?}"
        );
        assert!(!definition.fits(code, operands), "{encodings:?}");
        let kind = refused(writer, |writer| writer.record(index, code, operands));
        assert_eq!(kind, ErrorKind::AbbreviationMismatch, "{encodings:?}");
    }
}

#[test]
fn a_record_outside_all_blocks_is_refused() {
    let kind = refused(Writer::new(&[], PROFILE), |writer| {
        writer.record(3, 1, &[4])
    });
    assert_eq!(kind, ErrorKind::NotABlock);
}

#[test]
fn an_abbreviation_outside_all_blocks_is_refused() {
    let definition = abbreviation(&[Encoding::Literal(10)]);
    let kind = refused(Writer::new(&[], PROFILE), |writer| {
        writer.define_abbreviation(&definition)
    });
    assert_eq!(kind, ErrorKind::NotABlock);
}

#[test]
fn a_block_that_is_not_open_cannot_be_ended() {
    let kind = refused(Writer::new(&[], PROFILE), Writer::exit_block);
    assert_eq!(kind, ErrorKind::UnbalancedBlocks);
}

#[test]
fn a_block_that_is_never_ended_is_refused() {
    let error = in_block().finish().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnbalancedBlocks);
}

#[test]
fn abbreviation_indices_of_too_few_or_too_many_bits_are_refused() {
    for width in [0, 1, 17, 33] {
        let kind = refused(in_block(), |writer| writer.enter_block(17, width));
        assert_eq!(kind, ErrorKind::BadAbbreviationWidth);
    }
}

#[test]
fn blocks_nested_too_deep_are_refused() {
    let mut writer = Writer::new(&[], PROFILE);
    for _ in 0..64 {
        writer.enter_block(8, 2).unwrap();
    }
    let kind = refused(writer, |writer| writer.enter_block(8, 2));
    assert_eq!(kind, ErrorKind::NestingTooDeep);
}

#[test]
fn the_block_of_abbreviations_holds_nothing_else() {
    let block_info = || {
        let mut writer = in_block();
        writer.enter_block(BLOCKINFO, 2).unwrap();
        writer
    };
    let definition = abbreviation(&[Encoding::Literal(10)]);
    let kinds = [
        refused(block_info(), |writer| writer.record(3, 1, &[12, 1])),
        refused(block_info(), |writer| writer.record(3, 2, &[12])),
        refused(block_info(), |writer| writer.enter_block(12, 2)),
        refused(block_info(), |writer| {
            writer.define_abbreviation(&definition)
        }),
    ];
    assert_eq!(kinds, [ErrorKind::BadBlockInfo; 4]);
}

#[test]
fn an_abbreviation_must_have_the_shape_that_readers_take() {
    use Encoding::{Array, Char6, Fixed, Literal, Vbr};
    let cases: &[&[Encoding]] = &[
        &[],
        &[Literal(1), Fixed(33)],
        &[Literal(1), Vbr(36)],
        &[Literal(1), Array],
        &[Array, Literal(1), Char6],
        &[Literal(1), Array, Array],
        &[Literal(1), Array, Array, Fixed(1)],
    ];
    for encodings in cases {
        let error = Abbreviation::new(encodings, 77).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadAbbreviation);
        assert_eq!(error.position(), 77);
    }
}

#[test]
fn an_unchecked_writer_writes_what_it_is_told() {
    let mut writer = Writer::unchecked(&[], PROFILE);
    writer.enter_block(8, 1).unwrap();
    writer.raw_bits(0b101, 3);
    writer.define_unchecked(&[Encoding::Fixed(36), Encoding::Array]);
    writer.exit_block_with_length(99).unwrap();
    writer.raw_bytes(b"zip");
    let bytes = writer.finish().unwrap();
    assert_eq!(bytes[4..8], [99, 0, 0, 0]);
    assert!(bytes.ends_with(b"zip"));
}
