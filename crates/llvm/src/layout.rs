//! Sizes and alignments of types by a data layout, as LLVM 2.x to 19 computes them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::TypeId;
use crate::types::{Type, TypeTable};

/// The room that a type takes in memory, in bytes: a multiple of its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The sizes of types that were asked for.
pub(crate) type Extents = BTreeMap<TypeId, Extent>;

/// A data layout: the alignments of kinds of types by their widths in bits.
#[derive(Clone, Debug)]
pub(crate) struct DataLayout {
    /// True if the high byte of a number comes first.
    pub(crate) big_endian: bool,
    pointer: Extent,
    integers: BTreeMap<u32, u64>,
    floats: BTreeMap<u32, u64>,
    vectors: BTreeMap<u32, u64>,
    aggregate: u64,
}

impl DataLayout {
    /// The layout that a text describes. What it leaves open has LLVM's defaults, and what
    /// is not understood is passed over.
    pub(crate) fn of(text: &[u8]) -> DataLayout {
        let mut layout = DataLayout {
            big_endian: true,
            pointer: Extent { size: 8, align: 8 },
            integers: BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]),
            floats: BTreeMap::from([(16, 2), (32, 4), (64, 8), (128, 16)]),
            vectors: BTreeMap::from([(64, 8), (128, 16)]),
            aggregate: 1,
        };
        if text.is_empty() {
            layout.big_endian = false;
        }
        for part in String::from_utf8_lossy(text).split('-') {
            layout.part(part);
        }
        layout
    }

    fn part(&mut self, part: &str) {
        let mut numbers = part.get(1..).unwrap_or_default().split(':');
        let first = numbers.next().and_then(|number| number.parse::<u32>().ok());
        let mut bytes = || {
            let bits: u64 = numbers.next()?.parse().ok()?;
            let bytes = bits / 8;
            (bytes.is_power_of_two() && bytes <= 1 << 16).then_some(bytes)
        };
        match (part.as_bytes().first(), first) {
            (Some(b'e'), _) => self.big_endian = false,
            (Some(b'E'), _) => self.big_endian = true,
            // Of the first address space, which has no number.
            (Some(b'p'), None | Some(0)) => {
                if let (Some(size), Some(align)) = (bytes(), bytes()) {
                    self.pointer = Extent { size, align };
                }
            }
            (Some(b'a'), _) => self.aggregate = bytes().unwrap_or(1),
            (Some(kind @ (b'i' | b'f' | b'v')), Some(width)) => {
                let Some(align) = bytes() else {
                    return;
                };
                let table = match kind {
                    b'i' => &mut self.integers,
                    b'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                table.insert(width, align);
            }
            _ => {}
        }
    }

    /// The room that a type takes; none if it has no size: functions, opaque structs, structs
    /// that contain themselves, and what is larger than memory.
    ///
    /// Types may be nested deeply, so this has a stack of its own. Each type is computed once.
    pub(crate) fn extent(
        &self,
        types: &TypeTable,
        known: &mut Extents,
        root: TypeId,
    ) -> Option<Extent> {
        let mut open = BTreeSet::new();
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            if known.contains_key(&ty) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let fields = types.fields(ty).unwrap_or_default().iter().copied();
            for part in fields.chain(types.element(ty)) {
                if open.contains(&part) || part == ty {
                    return None;
                }
                if !known.contains_key(&part) {
                    stack.push(part);
                }
            }
            if stack.len() == before {
                let extent = self.compute(types, ty, known)?;
                known.insert(ty, extent);
                open.remove(&ty);
                stack.pop();
            } else {
                open.insert(ty);
            }
        }
        known.get(&root).copied()
    }

    fn compute(&self, types: &TypeTable, ty: TypeId, known: &Extents) -> Option<Extent> {
        let (size, align) = match types.get(ty) {
            Type::Integer(width) => (u64::from(width).div_ceil(8), self.integer(width)),
            Type::Half | Type::BFloat => (2, self.float(16)),
            Type::Float => (4, self.float(32)),
            Type::Double => (8, self.float(64)),
            Type::X86Fp80 => (10, self.float(80)),
            Type::Fp128 | Type::PpcFp128 => (16, self.float(128)),
            Type::X86Mmx => (8, self.vectors.get(&64).copied().unwrap_or(8)),
            Type::Pointer(_) => (self.pointer.size, self.pointer.align),
            Type::Array { element, length } => {
                let element = known.get(&element)?;
                (element.size.checked_mul(length)?, element.align)
            }
            Type::Vector {
                element,
                length,
                scalable: false,
            } => {
                let size = known.get(&element)?.size.checked_mul(length.into())?;
                let width = u32::try_from(size.checked_mul(8)?).ok();
                let align = width.and_then(|width| self.vectors.get(&width));
                (
                    size,
                    align.copied().unwrap_or(size.max(1).next_power_of_two()),
                )
            }
            Type::Struct { packed, .. } => self.fields(types.fields(ty)?, packed, known)?,
            Type::Named(id) => {
                self.fields(types.fields(ty)?, types.structs()[id.index()].packed, known)?
            }
            _ => return None,
        };
        let size = size.checked_next_multiple_of(align)?;
        Some(Extent { size, align })
    }

    fn fields(&self, fields: &[TypeId], packed: bool, known: &Extents) -> Option<(u64, u64)> {
        let (mut size, mut align) = (0u64, if packed { 1 } else { self.aggregate });
        for field in fields {
            let field = known.get(field)?;
            if !packed {
                size = size.checked_next_multiple_of(field.align)?;
                align = align.max(field.align);
            }
            size = size.checked_add(field.size)?;
        }
        Some((size, align))
    }

    /// Integers of other widths are aligned as the next wider one, or as the widest.
    fn integer(&self, width: u32) -> u64 {
        let wider = self.integers.range(width..).next();
        let found = wider.or_else(|| self.integers.last_key_value());
        found.map_or(1, |(_, &align)| align)
    }

    fn float(&self, width: u32) -> u64 {
        let own = self.floats.get(&width).copied();
        own.unwrap_or(u64::from(width.div_ceil(8)).next_power_of_two())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_by_the_layout() {
        let mut types = TypeTable::default();
        let [byte, odd, long] = [8, 24, 64].map(|width| types.integer(width));
        let pointer = types.pointer();
        let array = types.array(odd, 3);
        let pair = types.literal_struct(&[byte, long], false);
        let packed = types.literal_struct(&[byte, long, pointer], true);
        let sizes = |layout: &[u8]| {
            let layout = DataLayout::of(layout);
            [odd, array, pair, packed].map(|ty| {
                let extent = layout
                    .extent(&types, &mut Extents::new(), ty)
                    .expect("it has a size");
                (extent.size, extent.align)
            })
        };
        let narrow = [(4, 4), (12, 4), (12, 4), (13, 1)];
        assert_eq!(sizes(b"e-p:32:32:32-i64:32:64"), narrow);
        let wide = [(4, 4), (12, 4), (16, 8), (17, 1)];
        assert_eq!(sizes(b"e-p:64:64:64-i64:64:64"), wide);
    }
}
