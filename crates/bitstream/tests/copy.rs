//! A stream that a writer copies from a reader has the same bits.

mod profile;

use pinnacle_bitstream::{Abbreviation, BitBuffer, Encoding, Event, Reader, Writer};
use profile::PROFILE;
use std::sync::Arc;

/// Copies a stream; `before` may write something ahead of each event.
fn copy(stream: &[u8], mut before: impl FnMut(&Event, &mut Writer)) -> Vec<u8> {
    let mut reader = Reader::new(stream, 0, PROFILE);
    let mut writer = Writer::new(&[], PROFILE);
    loop {
        let event = reader.next().unwrap();
        before(&event, &mut writer);
        writer.copy(&reader, &event).unwrap();
        if event == Event::End {
            return writer.finish().unwrap();
        }
    }
}

/// The codes and operands of all records of a stream.
fn records(stream: &[u8]) -> Vec<(u64, Vec<u64>)> {
    let mut reader = Reader::new(stream, 0, PROFILE);
    let mut records = Vec::new();
    loop {
        match reader.next().unwrap() {
            Event::Record => {
                let record = reader.record();
                records.push((record.code, record.operands.to_vec()));
            }
            Event::End => return records,
            _ => {}
        }
    }
}

/// A block of kind 8 that defines an abbreviation in more bits than needed, has a
/// record in more bits than needed, and is padded with ones. Outside it, too, the
/// padding is of ones.
fn strange_stream() -> Vec<u8> {
    let mut bits = BitBuffer::new();
    let ones = |bits: &mut BitBuffer| bits.fixed(u64::MAX, (32 - bits.position() % 32) as u32);
    bits.fixed(1, 2);
    bits.fixed(8 | 1 << 7, 8);
    bits.fixed(0, 8);
    bits.vbr(3, 4);
    ones(&mut bits);
    let length = bits.position();
    bits.fixed(0, 32);
    // One operand, its count in two chunks: vbr(6).
    bits.fixed(2, 3);
    bits.fixed(1 | 1 << 4, 5);
    bits.fixed(0, 5);
    bits.fixed(0, 1);
    bits.fixed(2, 3);
    bits.vbr(6, 5);
    // The record <5> by it, in two chunks.
    bits.fixed(4, 3);
    bits.fixed(5 | 1 << 5, 6);
    bits.fixed(0, 6);
    bits.fixed(0, 3);
    ones(&mut bits);
    let words = (bits.position() - length) / 32 - 1;
    bits.replace_word(length, words as u32);
    bits.finish()
}

#[test]
fn padding_and_numbers_longer_than_needed_are_kept() {
    let stream = strange_stream();
    assert_eq!(records(&stream), [(5, vec![])]);
    assert_eq!(copy(&stream, |_, _| {}), stream);
}

#[test]
fn an_insertion_moves_the_rest() {
    let stream = strange_stream();
    for length in 0..20 {
        let changed = copy(&stream, |event, writer| {
            if *event == Event::Record {
                writer.record(3, 9, &vec![1; length]).unwrap();
            }
        });
        assert_eq!(records(&changed), [(9, vec![1; length]), (5, vec![])]);
    }
}

#[test]
fn abbreviations_for_other_blocks_are_copied_and_used() {
    use Encoding::{Array, Fixed, Literal, Vbr};
    let define = |encodings: &[Encoding]| Arc::new(Abbreviation::new(encodings, 0).unwrap());
    let mut writer = Writer::new(&[], PROFILE);
    writer.enter_block(8, 2).unwrap();
    writer.enter_block(0, 2).unwrap();
    writer.record(3, 1, &[12]).unwrap();
    let array = define(&[Literal(3), Vbr(6), Array, Fixed(8)]);
    assert_eq!(writer.define_abbreviation(&array).unwrap(), 4);
    writer.exit_block().unwrap();
    writer.enter_block(12, 4).unwrap();
    let own = define(&[Literal(4), Fixed(3)]);
    assert_eq!(writer.define_abbreviation(&own).unwrap(), 5);
    writer.record(4, 3, &[100, 1, 255]).unwrap();
    writer.record(5, 4, &[7]).unwrap();
    writer.record(3, 1 << 40, &[u64::MAX; 3]).unwrap();
    writer.exit_block().unwrap();
    writer.exit_block().unwrap();
    let stream = writer.finish().unwrap();
    assert_eq!(copy(&stream, |_, _| {}), stream);
}

#[test]
fn parts_that_were_written_apart_fit_together() {
    let whole = {
        let mut writer = Writer::new(&[], PROFILE);
        writer.enter_block(8, 3).unwrap();
        for number in 0..3 {
            writer.enter_block(12, 2).unwrap();
            writer.record(3, 1, &[number]).unwrap();
            writer.exit_block().unwrap();
        }
        writer.exit_block().unwrap();
        writer.finish().unwrap()
    };
    let mut writer = Writer::new(&[], PROFILE);
    writer.enter_block(8, 3).unwrap();
    for number in 0..3 {
        let mut part = Writer::part(writer.block_info().clone(), 3, PROFILE);
        part.enter_block(12, 2).unwrap();
        part.record(3, 1, &[number]).unwrap();
        part.exit_block().unwrap();
        writer.raw_bytes(&part.finish().unwrap());
    }
    writer.exit_block().unwrap();
    assert_eq!(writer.finish().unwrap(), whole);
}
