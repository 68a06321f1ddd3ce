//! Blobs: only for readers that allow them.

use pinnacle_bitstream::{BitBuffer, ErrorKind, Event, Reader};

/// A block of kind 8 with abbreviation 4, `<literal 1, blob>`, and one record
/// of three bytes by it.
fn stream() -> Vec<u8> {
    let mut bits = BitBuffer::new();
    // Enter block 8 with indices of 3 bits; the length word is 3.
    bits.fixed(1, 2);
    bits.vbr(8, 8);
    bits.vbr(3, 4);
    bits.align_to_word();
    bits.fixed(3, 32);
    // The definition: two operands, a literal and a blob.
    bits.fixed(2, 3);
    bits.vbr(2, 5);
    bits.fixed(1, 1);
    bits.vbr(1, 8);
    bits.fixed(0, 1);
    bits.fixed(5, 3);
    // The record.
    bits.fixed(4, 3);
    bits.vbr(3, 6);
    bits.align_to_word();
    for byte in *b"abc\0" {
        bits.fixed(byte.into(), 8);
    }
    bits.fixed(0, 3);
    bits.align_to_word();
    bits.finish()
}

#[test]
fn a_blob_is_the_bytes_of_a_record() {
    let bytes = stream();
    let mut reader = Reader::new(&bytes, 0);
    reader.allow_blobs();
    assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
    assert_eq!(reader.next(), Ok(Event::DefineAbbreviation));
    assert_eq!(reader.next(), Ok(Event::Record));
    assert_eq!(
        (reader.record().code, reader.record().operands),
        (1, &[97, 98, 99][..])
    );
    assert_eq!(reader.next(), Ok(Event::ExitBlock));
    assert_eq!(reader.next(), Ok(Event::End));
}

#[test]
fn a_blob_is_refused_where_it_was_not_allowed() {
    let bytes = stream();
    let mut reader = Reader::new(&bytes, 0);
    assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
    let error = reader.next().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadAbbreviation);
}

#[test]
fn a_blob_longer_than_the_file_is_refused() {
    let mut bytes = stream();
    bytes.truncate(bytes.len() - 8);
    let mut reader = Reader::new(&bytes, 0);
    reader.allow_blobs();
    assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
    assert_eq!(reader.next(), Ok(Event::DefineAbbreviation));
    assert!(reader.next().is_err());
}
