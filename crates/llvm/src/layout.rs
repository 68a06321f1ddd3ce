//! Sizes and alignments of types under a data layout, as LLVM 2.x to 19 computes them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::TypeId;
use crate::module::Module;
use crate::types::{Type, TypeTable};

/// The space that a type takes in memory, in bytes: a multiple of its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The sizes of types that have been requested.
pub(crate) type Extents = BTreeMap<TypeId, Extent>;

/// The alignments of a type, in bytes.
#[derive(Clone, Copy, Debug)]
struct Alignments {
    /// The minimum alignment under the ABI.
    abi: u64,
    /// The alignment of stack variables.
    preferred: u64,
}

/// Alignments by widths in bits.
type ByWidth = BTreeMap<u32, Alignments>;

/// A table from widths in bits, ABI alignments and preferred alignments.
fn by_width<const N: usize>(entries: [(u32, u64, u64); N]) -> ByWidth {
    let entry = |(width, abi, preferred)| (width, Alignments { abi, preferred });
    entries.map(entry).into()
}

/// Pointers into an address space: their size in bytes, and their alignments.
#[derive(Clone, Copy, Debug)]
struct PointerLayout {
    size: u64,
    align: Alignments,
}

/// A data layout: the alignments of kinds of types by their widths in bits.
#[derive(Clone, Debug)]
pub(crate) struct DataLayout {
    /// True if the high byte of a number comes first.
    pub(crate) big_endian: bool,
    /// By address space. Those without an entry are like the first.
    pointers: BTreeMap<u32, PointerLayout>,
    integers: ByWidth,
    floats: ByWidth,
    vectors: ByWidth,
    aggregate: Alignments,
}

/// The address space of functions by a layout, 0 if it names none.
pub(crate) fn program_space(text: &[u8]) -> u32 {
    space_of(text, b'P')
}

/// The address space of stack variables by a layout, 0 if it names none.
pub(crate) fn alloca_space(text: &[u8]) -> u32 {
    space_of(text, b'A')
}

fn space_of(text: &[u8], what: u8) -> u32 {
    let parts = text.split(|&byte| byte == b'-');
    let numbers = parts.filter_map(|part| std::str::from_utf8(part.strip_prefix(&[what])?).ok());
    let mut spaces = numbers.filter_map(|number| number.parse().ok());
    spaces.next_back().unwrap_or(0)
}

/// Returns the first part of a layout with an invalid alignment: a number of bits that is neither
/// zero nor a power of two of bytes.
pub(crate) fn bad_alignment(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let is_bad = |part: &&str| {
        let mut numbers = part.split(':');
        let first = numbers.next().unwrap_or_default();
        // Number of numbers to skip, and number of alignments after them.
        let (sizes, aligns) = match first.as_bytes().first() {
            Some(b'S') => return is_odd(&first[1..]),
            Some(b'a' | b'i' | b'f' | b'v') => (0, 2),
            Some(b'p') => (1, 2),
            _ => return false,
        };
        numbers.skip(sizes).take(aligns).any(is_odd)
    };
    text.split('-').find(is_bad).map(str::to_owned)
}

/// Returns true if a number of bits is neither zero nor a power of two of bytes.
fn is_odd(bits: &str) -> bool {
    let bits = bits.parse::<u32>();
    bits.is_ok_and(|bits| bits != 0 && !(bits.is_power_of_two() && bits >= 8))
}

impl DataLayout {
    /// Parses a data layout string. Missing parts have LLVM's defaults, and unknown parts are
    /// ignored.
    pub(crate) fn of(text: &[u8]) -> DataLayout {
        let pointer = PointerLayout {
            size: 8,
            align: Alignments {
                abi: 8,
                preferred: 8,
            },
        };
        let mut layout = DataLayout {
            big_endian: true,
            pointers: BTreeMap::from([(0, pointer)]),
            integers: by_width([(1, 1, 1), (8, 1, 1), (16, 2, 2), (32, 4, 4), (64, 4, 8)]),
            floats: by_width([(16, 2, 2), (32, 4, 4), (64, 8, 8), (128, 16, 16)]),
            vectors: by_width([(64, 8, 8), (128, 16, 16)]),
            aggregate: Alignments {
                abi: 1,
                preferred: 8,
            },
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
        let first = numbers.next().unwrap_or_default();
        let first = match first {
            // The first address space, and aggregates, have no number.
            "" => Some(0),
            number => number.parse::<u32>().ok(),
        };
        let mut bytes = || {
            let bits: u64 = numbers.next()?.parse().ok()?;
            let bytes = bits / 8;
            (bytes.is_power_of_two() && bytes <= 1 << 16).then_some(bytes)
        };
        let kind = part.as_bytes().first();
        match (kind, first) {
            (Some(b'e'), _) => self.big_endian = false,
            (Some(b'E'), _) => self.big_endian = true,
            (Some(b'p'), Some(space)) => {
                if let (Some(size), Some(abi)) = (bytes(), bytes()) {
                    let preferred = bytes().unwrap_or(abi);
                    let align = Alignments { abi, preferred };
                    self.pointers.insert(space, PointerLayout { size, align });
                }
            }
            (Some(b'a'), _) => {
                let abi = bytes().unwrap_or(1);
                let preferred = bytes().unwrap_or(abi);
                self.aggregate = Alignments { abi, preferred };
            }
            (Some(kind @ (b'i' | b'f' | b'v')), Some(width)) => {
                let Some(abi) = bytes() else {
                    return;
                };
                let table = match kind {
                    b'i' => &mut self.integers,
                    b'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                let preferred = bytes().unwrap_or(abi);
                table.insert(width, Alignments { abi, preferred });
            }
            _ => {}
        }
    }

    /// Size and alignment of a type. `None` if it has no size: functions, opaque structs, structs
    /// that contain themselves, and types larger than memory.
    ///
    /// Types may be nested deeply, so the walk uses an explicit stack. Each type is computed once.
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
            Type::Array { element, length } => {
                let element = known.get(&element)?;
                (element.size.checked_mul(length)?, element.align)
            }
            Type::Vector { scalable: true, .. } => return None,
            Type::Struct { packed, .. } => self.fields(types.fields(ty)?, packed, known)?,
            Type::Named(id) => {
                self.fields(types.fields(ty)?, types.structs()[id.index()].packed, known)?
            }
            _ => (
                self.bits(types, ty)?.div_ceil(8),
                self.simple(types, ty)?.abi,
            ),
        };
        let size = size.checked_next_multiple_of(align)?;
        Some(Extent { size, align })
    }

    /// The width of a number, pointer or vector in bits. For a scalable vector, the minimum.
    fn bits(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        Some(match types.get(ty) {
            Type::Integer(width) => width.into(),
            Type::Half | Type::BFloat => 16,
            Type::Float => 32,
            Type::Double | Type::X86Mmx => 64,
            Type::X86Fp80 => 80,
            Type::Fp128 | Type::PpcFp128 => 128,
            Type::Pointer(space) => self.pointer(space)?.size * 8,
            Type::Vector {
                element, length, ..
            } if types.element(element).is_none() => {
                self.bits(types, element)?.checked_mul(length.into())?
            }
            _ => return None,
        })
    }

    /// The size of a number, pointer or vector in memory in bytes, without padding.
    pub(crate) fn store_size(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        Some(self.bits(types, ty)?.div_ceil(8))
    }

    /// The alignments of a number, a pointer or a vector.
    fn simple(&self, types: &TypeTable, ty: TypeId) -> Option<Alignments> {
        let bits = self.bits(types, ty)?;
        let width = u32::try_from(bits).ok();
        let table = match types.get(ty) {
            Type::Integer(width) => return self.integer(width),
            Type::Pointer(space) => return Some(self.pointer(space)?.align),
            Type::X86Mmx | Type::Vector { .. } => &self.vectors,
            _ => &self.floats,
        };
        let own = width.and_then(|width| table.get(&width)).copied();
        own.or_else(|| {
            let bytes = bits.div_ceil(8).max(1).checked_next_power_of_two()?;
            Some(Alignments {
                abi: bytes,
                preferred: bytes,
            })
        })
    }

    /// The ABI alignment, or `None` if the type has no size.
    pub(crate) fn abi_align(
        &self,
        types: &TypeTable,
        known: &mut Extents,
        ty: TypeId,
    ) -> Option<u64> {
        match self.simple(types, ty) {
            Some(align) => Some(align.abi),
            None => Some(self.extent(types, known, ty)?.align),
        }
    }

    /// The alignment of stack variables of a type; `None` if the type has no size.
    pub(crate) fn preferred_align(
        &self,
        types: &TypeTable,
        known: &mut Extents,
        mut ty: TypeId,
    ) -> Option<u64> {
        let abi = self.abi_align(types, known, ty)?;
        // This loop ends, because an array cannot contain itself.
        while let Type::Array { element, .. } = types.get(ty) {
            ty = element;
        }
        match self.simple(types, ty) {
            Some(align) => Some(align.preferred),
            None => Some(abi.max(self.aggregate.preferred)),
        }
    }

    fn fields(&self, fields: &[TypeId], packed: bool, known: &Extents) -> Option<(u64, u64)> {
        let (mut size, mut align) = (0u64, if packed { 1 } else { self.aggregate.abi });
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

    /// Pointers into an address space. If the layout does not describe the space, they are like
    /// those into space 0.
    fn pointer(&self, space: u32) -> Option<PointerLayout> {
        let own = self.pointers.get(&space);
        own.or_else(|| self.pointers.get(&0)).copied()
    }

    /// The alignments of integers of a width. If the layout does not give them, those of the next
    /// larger width, or else of the largest.
    fn integer(&self, width: u32) -> Option<Alignments> {
        let wider = self.integers.range(width..).next();
        let found = wider.or_else(|| self.integers.last_key_value());
        found.map(|(_, &align)| align)
    }
}

/// Returns a struct of a module whose size or offsets differ under another data layout, if there is
/// one. Constants in the program may depend on them.
#[must_use]
pub fn struct_that_differs(module: &Module, layout: &[u8]) -> Option<TypeId> {
    let types = &module.types;
    let layouts = [&module.data_layout[..], layout].map(DataLayout::of);
    let mut known = [Extents::new(), Extents::new()];
    let mut offsets = |ty: TypeId, which: usize| {
        let (layout, known) = (&layouts[which], &mut known[which]);
        let whole = layout.extent(types, known, ty)?;
        let (fields, mut at) = (types.fields(ty)?, 0u64);
        let packed = match types.get(ty) {
            Type::Struct { packed, .. } => packed,
            Type::Named(id) => types.structs()[id.index()].packed,
            _ => false,
        };
        let mut offsets = Vec::with_capacity(fields.len() + 1);
        for &field in fields {
            let field = layout.extent(types, known, field)?;
            at = at.checked_next_multiple_of(if packed { 1 } else { field.align })?;
            offsets.push(at);
            at = at.checked_add(field.size)?;
        }
        offsets.push(whole.size);
        Some(offsets)
    };
    let mut all = (0..types.len()).map(|index| TypeId(index as u32));
    all.find(|&ty| types.fields(ty).is_some() && offsets(ty, 0) != offsets(ty, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_that_differ_are_found() {
        let mut module = Module::new();
        let [word, long] = [32, 64].map(|width| module.types.integer(width));
        module.data_layout = b"e-p:32:32-i64:32".to_vec();
        module.types.literal_struct(&[long, word], true);
        module.types.literal_struct(&[word, word], false);
        let pnacl = b"e-p:32:32-i64:64";
        assert_eq!(struct_that_differs(&module, pnacl), None);
        let padded = module.types.literal_struct(&[word, long], false);
        assert_eq!(struct_that_differs(&module, pnacl), Some(padded));
    }

    #[test]
    fn alignments_are_powers_of_two() {
        let good = b"e-p:64:64:64-p1:24:32-i1:8:8-f80:128:128-a0:0:64-s0:64:64-n8:16:32-S128-ni:1";
        assert_eq!(bad_alignment(good), None);
        for (layout, part) in [
            ("e-S120", "S120"),
            ("i64:24-S8", "i64:24"),
            ("p:32:4", "p:32:4"),
        ] {
            assert_eq!(bad_alignment(layout.as_bytes()).as_deref(), Some(part));
        }
    }

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

    #[test]
    fn variables_on_the_stack_have_the_preferred_alignment() {
        let mut types = TypeTable::default();
        let [byte, long] = [8, 64].map(|width| types.integer(width));
        let packed = types.literal_struct(&[byte, long], true);
        let array = types.array(packed, 0);
        let bit = types.integer(1);
        let bits = types.vector(bit, 4, false);
        let scalable = types.vector(long, 2, true);
        let far = types.pointer_in(1);
        let layout = DataLayout::of(b"e-i64:32:64-a:8:16-p1:16:16:32");
        let both = [long, packed, array, bits, scalable, far].map(|ty| {
            let known = &mut Extents::new();
            let abi = layout.abi_align(&types, known, ty).expect("it is sized");
            let preferred = layout.preferred_align(&types, known, ty);
            (abi, preferred.expect("it is sized"))
        });
        assert_eq!(both, [(4, 8), (1, 2), (1, 2), (1, 1), (16, 16), (2, 4)]);
        assert_eq!(layout.store_size(&types, bits), Some(1));
    }
}
