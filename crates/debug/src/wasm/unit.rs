//! Converts a unit of a debug file for a module.

use super::code::Code;
use super::entries::Entries;
use super::lines::Lines;
use super::room::Room;
use gimli::read;
use gimli::write::{Address, AttributeValue, Dwarf, Range, RangeList, Unit};
use gimli::{
    DW_AT_low_pc, DW_AT_producer, DW_AT_ranges, Encoding, EndianSlice, Format, LittleEndian,
};

/// A slice of a section of a debug file.
pub(super) type Slice<'s> = EndianSlice<'s, LittleEndian>;

/// The encoding of the DWARF that is written.
pub(super) const ENCODING: Encoding = Encoding {
    address_size: 4,
    format: Format::Dwarf32,
    version: 5,
};

/// The producer attribute of the unit.
const PRODUCER: &str = concat!("pinnacle ", env!("CARGO_PKG_VERSION"));

/// Converts a unit of a debug file and adds it to the result.
pub(super) fn convert(
    source: &read::Dwarf<Slice<'_>>,
    unit: &read::Unit<Slice<'_>>,
    code: &Code,
    made: &mut Dwarf,
    room: &mut Room,
) -> Result<(), String> {
    let address_size = unit.encoding().address_size;
    if address_size != ENCODING.address_size {
        return Err(format!(
            "the debug file has addresses of {address_size} bytes, expected 4"
        ));
    }
    let mut lines = Lines::read(source, unit, room)?;
    lines.write(code, room)?;
    let mut new = Unit::new(ENCODING, lines.program);
    let mut entries = Entries::new(source, unit, code, &lines.files);
    entries.convert(&mut new, &mut made.strings, room)?;
    let ranges = entries.functions().iter().map(|function| Range::StartEnd {
        begin: Address::Constant(function.start.into()),
        end: Address::Constant(function.end.into()),
    });
    let ranges: Vec<Range> = ranges.collect();
    let producer = AttributeValue::StringRef(made.strings.add(PRODUCER));
    let root = new.root();
    if !ranges.is_empty() {
        let list = new.ranges.add(RangeList(ranges));
        let root = new.get_mut(root);
        let start = AttributeValue::Address(Address::Constant(0));
        root.set(DW_AT_low_pc, start);
        root.set(DW_AT_ranges, AttributeValue::RangeListRef(list));
    }
    new.get_mut(root).set(DW_AT_producer, producer);
    made.units.add(new);
    Ok(())
}
