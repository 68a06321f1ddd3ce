//! Sizes and alignments of types on PNaCl's target: little-endian, with 32-bit pointers. Everything
//! is aligned to its size up to eight bytes, and vectors to sixteen.

use pinnacle_llvm::{Module, Type, TypeId, TypeTable};

/// Size and alignment of each type of a table, computed on demand.
#[derive(Clone, Debug)]
pub struct Layout {
    known: Vec<State>,
    /// The offsets of the fields of each struct, once they have been requested.
    offsets: Vec<Option<Box<[u64]>>>,
    /// The alignment of vectors of 128 bits, in bytes.
    vector_align: u64,
}

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of bytes that a store writes.
    pub store: u64,
    /// Distance in bytes between elements of an array.
    pub size: u64,
    /// The alignment, in bytes.
    pub align: u64,
}

/// The state of a type's computation.
#[derive(Clone, Copy, Debug)]
enum State {
    Unknown,
    /// The computation has begun. If it has ended, the type has no size.
    Begun,
    Known(Extent),
}

impl State {
    const fn extent(self) -> Option<Extent> {
        match self {
            State::Known(extent) => Some(extent),
            _ => None,
        }
    }
}

impl Extent {
    const fn scalar(store: u64, align: u64) -> Extent {
        Extent {
            store,
            size: store.next_multiple_of(align),
            align,
        }
    }
}

/// Returns true if a type is a struct or an array.
pub(crate) fn is_aggregate(types: &TypeTable, ty: TypeId) -> bool {
    matches!(
        types.get(ty),
        Type::Struct { .. } | Type::Named(_) | Type::Array { .. }
    )
}

/// The number of bits of a number or an address; `None` for other types.
pub(crate) const fn bits_of(ty: Type) -> Option<u32> {
    match ty {
        Type::Integer(width) => Some(width),
        Type::Half | Type::BFloat => Some(16),
        Type::Float | Type::Pointer(_) => Some(32),
        Type::Double => Some(64),
        _ => None,
    }
}

impl Layout {
    /// Returns the layout for the types of a module. The data layout of modules from the original
    /// SDK aligns vectors to four bytes.
    #[must_use]
    pub fn of(module: &Module) -> Layout {
        let loose = module
            .data_layout
            .split(|&byte| byte == b'-')
            .any(|part| part == b"v128:32:32");
        Layout {
            known: vec![State::Unknown; module.types.len()],
            offsets: vec![None; module.types.len()],
            vector_align: if loose { 4 } else { 16 },
        }
    }

    /// Returns the size and alignment of a type, or `None` for types without a size: functions,
    /// labels, opaque structs, scalable vectors, and types larger than 2^63 bytes.
    pub fn extent(&mut self, types: &TypeTable, ty: TypeId) -> Option<Extent> {
        if self.known.len() < types.len() {
            self.known.resize(types.len(), State::Unknown);
            self.offsets.resize(types.len(), None);
        }
        if let State::Unknown = self.known[ty.index()] {
            self.find(types, ty);
        }
        self.known[ty.index()].extent()
    }

    /// Computes the layout of a type and of its components. Types may be nested deeply, so this
    /// uses an explicit stack. If a type is reached again while it is being computed, it contains
    /// itself. It then has no size, and neither have the types that contain it.
    fn find(&mut self, types: &TypeTable, ty: TypeId) {
        let mut pending = vec![ty];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if let State::Unknown = self.known[next.index()] {
                self.known[next.index()] = State::Begun;
                let (known, mut sized) = (&self.known, true);
                parts(types, next, |part| match known[part.index()] {
                    State::Unknown => pending.push(part),
                    State::Begun => sized = false,
                    State::Known(_) => {}
                });
                if !sized {
                    return;
                }
                if pending.len() > before {
                    continue;
                }
            }
            pending.pop();
            if let State::Begun = self.known[next.index()] {
                let Some(extent) = self.compute(types, next) else {
                    return;
                };
                self.known[next.index()] = State::Known(extent);
            }
        }
    }

    /// Returns the size of a type in an array; see [`Layout::extent`].
    pub fn size(&mut self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        self.extent(types, ty).map(|extent| extent.size)
    }

    /// Returns the alignment of a type; see [`Layout::extent`].
    pub fn align(&mut self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        self.extent(types, ty).map(|extent| extent.align)
    }

    /// Returns the offset of part `number` of an aggregate, and its type. For arrays and vectors
    /// the part may be beyond the end.
    pub fn part(&mut self, types: &TypeTable, ty: TypeId, number: u64) -> Option<(u64, TypeId)> {
        match types.get(ty) {
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                let size = self.size(types, element)?;
                Some((size.wrapping_mul(number), element))
            }
            _ => {
                self.extent(types, ty)?;
                let fields = types.fields(ty)?;
                let number = usize::try_from(number).ok()?;
                let field = *fields.get(number)?;
                if self.offsets[ty.index()].is_none() {
                    let offsets = self.field_offsets(fields, is_packed(types, ty))?;
                    self.offsets[ty.index()] = Some(offsets);
                }
                let offsets = self.offsets[ty.index()].as_ref()?;
                Some((offsets[number], field))
            }
        }
    }

    /// Offsets of the fields of a struct whose size is known.
    fn field_offsets(&self, fields: &[TypeId], packed: bool) -> Option<Box<[u64]>> {
        let mut end = 0_u64;
        let begin_of = |&field: &TypeId| {
            let extent = self.known[field.index()].extent()?;
            let begin = aligned(end, extent, packed)?;
            end = begin.checked_add(extent.size)?;
            Some(begin)
        };
        fields.iter().map(begin_of).collect()
    }

    fn compute(&self, types: &TypeTable, ty: TypeId) -> Option<Extent> {
        let known = |ty: TypeId| self.known[ty.index()].extent();
        let extent = match types.get(ty) {
            Type::Integer(width) => {
                let bytes = u64::from(width).div_ceil(8);
                Extent::scalar(bytes, bytes.next_power_of_two().min(8))
            }
            Type::Half | Type::BFloat => Extent::scalar(2, 2),
            Type::Float | Type::Pointer(_) => Extent::scalar(4, 4),
            Type::Double => Extent::scalar(8, 8),
            Type::X86Fp80 => Extent::scalar(10, 16),
            Type::Fp128 | Type::PpcFp128 => Extent::scalar(16, 16),
            Type::X86Mmx => Extent::scalar(8, 8),
            Type::Vector {
                element,
                length,
                scalable: false,
            } => {
                let bits = match types.get(element) {
                    Type::Integer(width) => u64::from(width),
                    _ => known(element)?.store * 8,
                };
                let bytes = bits.checked_mul(length.into())?.div_ceil(8);
                let align = match bytes {
                    16 => self.vector_align,
                    _ => bytes.checked_next_power_of_two()?,
                };
                Extent::scalar(bytes, align)
            }
            Type::Array { element, length } => {
                let element = known(element)?;
                let size = element.size.checked_mul(length)?;
                Extent {
                    store: size,
                    size,
                    align: element.align,
                }
            }
            Type::Struct { .. } | Type::Named(_) => {
                let packed = is_packed(types, ty);
                let (mut size, mut align) = (0_u64, 1);
                for &field in types.fields(ty)? {
                    let field = known(field)?;
                    size = aligned(size, field, packed)?.checked_add(field.size)?;
                    if !packed {
                        align = align.max(field.align);
                    }
                }
                let size = size.checked_next_multiple_of(align)?;
                Extent {
                    store: size,
                    size,
                    align,
                }
            }
            _ => return None,
        };
        (extent.size <= i64::MAX as u64).then_some(extent)
    }
}

fn aligned(offset: u64, extent: Extent, packed: bool) -> Option<u64> {
    if packed {
        Some(offset)
    } else {
        offset.checked_next_multiple_of(extent.align)
    }
}

fn is_packed(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Struct { packed, .. } => packed,
        Type::Named(id) => types.structs()[id.index()].packed,
        _ => false,
    }
}

fn parts(types: &TypeTable, ty: TypeId, mut each: impl FnMut(TypeId)) {
    match types.get(ty) {
        Type::Array { element, .. } | Type::Vector { element, .. } => each(element),
        Type::Struct { .. } | Type::Named(_) => {
            types
                .fields(ty)
                .unwrap_or_default()
                .iter()
                .copied()
                .for_each(each);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(module: &Module, ty: TypeId) -> (u64, u64, u64) {
        let extent = Layout::of(module).extent(&module.types, ty).unwrap();
        (extent.store, extent.size, extent.align)
    }

    #[test]
    fn scalars_are_aligned_to_their_size() {
        let mut module = Module::new();
        for (width, expected) in [
            (1, (1, 1, 1)),
            (16, (2, 2, 2)),
            (24, (3, 4, 4)),
            (40, (5, 8, 8)),
            (64, (8, 8, 8)),
            (128, (16, 16, 8)),
        ] {
            let ty = module.types.integer(width);
            assert_eq!(extent(&module, ty), expected, "i{width}");
        }
        let pointer = module.types.pointer();
        assert_eq!(extent(&module, pointer), (4, 4, 4));
    }

    #[test]
    fn structs_have_padding_unless_packed() {
        let mut module = Module::new();
        let (byte, wide) = (module.types.integer(8), module.types.integer(64));
        let loose = module.types.literal_struct(&[byte, wide, byte], false);
        let packed = module.types.literal_struct(&[byte, wide, byte], true);
        assert_eq!(extent(&module, loose), (24, 24, 8));
        assert_eq!(extent(&module, packed), (10, 10, 1));
        let mut layout = Layout::of(&module);
        assert_eq!(layout.part(&module.types, loose, 2), Some((16, byte)));
        assert_eq!(layout.part(&module.types, packed, 2), Some((9, byte)));
    }

    #[test]
    fn deep_nests_do_not_need_a_deep_stack() {
        let mut module = Module::new();
        let mut ty = module.types.integer(8);
        for _ in 0..200_000 {
            ty = module.types.literal_struct(&[ty], false);
        }
        assert_eq!(extent(&module, ty), (1, 1, 1));
    }

    #[test]
    fn types_without_a_size() {
        let mut module = Module::new();
        let (id, ty) = module.types.new_struct(pinnacle_llvm::Name::NONE);
        assert_eq!(Layout::of(&module).extent(&module.types, ty), None);
        let huge = module.types.array(ty, u64::MAX);
        let byte = module.types.integer(8);
        module.types.set_fields(id, &[byte, byte], false);
        assert_eq!(Layout::of(&module).extent(&module.types, huge), None);
        module.types.set_fields(id, &[byte, ty], false);
        assert_eq!(Layout::of(&module).extent(&module.types, ty), None);
    }
}
