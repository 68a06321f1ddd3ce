//! The features that a profile allows: blobs, wide abbreviation indices, names in BLOCKINFO.

mod profile;

use pinnacle_bitstream::{BLOCKINFO, BitBuffer, ErrorKind, Event, Profile, Reader, Writer};
use profile::PROFILE;

const WITH_BLOBS: Profile = Profile {
    blobs: true,
    ..PROFILE
};

const WIDE: Profile = Profile {
    max_abbreviation_width: 32,
    ..PROFILE
};

const WITH_NAMES: Profile = Profile {
    names_in_block_info: true,
    ..PROFILE
};

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
    let mut reader = Reader::new(&bytes, 0, WITH_BLOBS);
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
    let mut reader = Reader::new(&bytes, 0, PROFILE);
    assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
    let error = reader.next().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadAbbreviation);
}

#[test]
fn a_blob_longer_than_the_file_is_refused() {
    let mut bytes = stream();
    bytes.truncate(bytes.len() - 8);
    let mut reader = Reader::new(&bytes, 0, WITH_BLOBS);
    assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
    assert_eq!(reader.next(), Ok(Event::DefineAbbreviation));
    assert!(reader.next().is_err());
}

#[test]
fn indices_are_as_wide_as_the_profile_says() {
    let mut writer = Writer::new(&[], WIDE);
    for width in [17, 32] {
        writer.enter_block(8, width).unwrap();
        writer.record(3, 1, &[width.into()]).unwrap();
        writer.exit_block().unwrap();
    }
    let refused = writer.clone().enter_block(8, 33).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::BadAbbreviationWidth);
    let bytes = writer.finish().unwrap();
    let mut reader = Reader::new(&bytes, 0, WIDE);
    for width in [17, 32] {
        assert!(matches!(reader.next(), Ok(Event::EnterBlock(_))));
        assert_eq!(reader.next(), Ok(Event::Record));
        assert_eq!(reader.record().operands, [width]);
        assert_eq!(reader.next(), Ok(Event::ExitBlock));
    }
    let error = Reader::new(&bytes, 0, PROFILE).next().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadAbbreviationWidth);
    assert_eq!(
        error.message(),
        "abbreviation indices of a block have 17 bits, expected 2 to 16"
    );
}

#[test]
fn names_in_block_info_are_passed_over_where_they_are_allowed() {
    let mut writer = Writer::new(&[], WITH_NAMES);
    writer.enter_block(BLOCKINFO, 2).unwrap();
    writer.record(3, 1, &[8]).unwrap();
    writer.record(3, 2, &[77]).unwrap();
    writer.exit_block().unwrap();
    let bytes = writer.finish().unwrap();
    let events = |profile: Profile| {
        let mut reader = Reader::new(&bytes, 0, profile);
        std::iter::from_fn(|| match reader.next() {
            Ok(Event::End) => None,
            other => Some(other.map(drop)),
        })
        .take(5)
        .collect::<Result<Vec<()>, _>>()
    };
    assert_eq!(events(WITH_NAMES).map(|events| events.len()), Ok(4));
    let error = events(PROFILE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadBlockInfo);
}
