//! Sizes, alignments and offsets by the rules of C on PNaCl: a number is aligned to its size, a
//! structure to the greatest alignment of its fields, and pointers have 4 bytes.

use super::{CType, Field, Kind};
use crate::table::Pointer;

/// The size of pointers.
const POINTER: u32 = 4;

/// The layout of a value in memory, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Size in bytes; a multiple of the alignment.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
}

impl CType {
    /// Returns the layout of its values in memory. `void` and types without a size are empty.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        match self.kind {
            Kind::Void | Kind::Interface => Layout { size: 0, align: 1 },
            Kind::Base { size, .. } => Layout { size, align: size },
            Kind::Alias(ty) => ty.layout(),
            Kind::Enumeration(_) => Layout { size: 4, align: 4 },
            Kind::Function(_) => Layout {
                size: POINTER,
                align: POINTER,
            },
            Kind::Structure(fields) => place(fields, fields.len()),
            Kind::Union(fields) => {
                let mut all = Layout { size: 0, align: 1 };
                let mut index = 0;
                while index < fields.len() {
                    let one = fields[index].layout();
                    all.size = max(all.size, one.size);
                    all.align = max(all.align, one.align);
                    index += 1;
                }
                all.size = all.size.next_multiple_of(all.align);
                all
            }
        }
    }

    /// Returns the offset of a field of this structure.
    ///
    /// # Panics
    ///
    /// Panics if the structure has no such field. In a constant, this fails the build.
    #[must_use]
    pub const fn offset_of(&self, field: &str) -> u32 {
        let fields = match self.kind {
            Kind::Structure(fields) => fields,
            Kind::Union(_) => return 0,
            _ => panic!("not a structure"),
        };
        let mut index = 0;
        while index < fields.len() {
            if is_same(fields[index].name, field) {
                let end = place_unpadded(fields, index).size;
                return end.next_multiple_of(fields[index].layout().align);
            }
            index += 1;
        }
        panic!("no such field")
    }
}

impl Field {
    /// Returns the layout of the field, including all elements if it is an array.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        let one = match self.declared.pointer {
            Pointer::No => self.declared.ty.layout(),
            Pointer::Const | Pointer::Mut => Layout {
                size: POINTER,
                align: POINTER,
            },
        };
        match self.count {
            None => one,
            Some(count) => Layout {
                size: one.size * count,
                align: one.align,
            },
        }
    }
}

/// Returns the layout of the first fields, up to a count, as a structure.
const fn place(fields: &[Field], count: usize) -> Layout {
    let Layout { size, align } = place_unpadded(fields, count);
    Layout {
        size: size.next_multiple_of(align),
        align,
    }
}

/// Does the same as `place`, without padding at the end.
const fn place_unpadded(fields: &[Field], count: usize) -> Layout {
    let mut all = Layout { size: 0, align: 1 };
    let mut index = 0;
    while index < count {
        let one = fields[index].layout();
        all.size = all.size.next_multiple_of(one.align) + one.size;
        all.align = max(all.align, one.align);
        index += 1;
    }
    all
}

const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::Layout;

    #[test]
    fn numbers_are_aligned_to_their_size_and_structures_padded_at_the_end() {
        assert_eq!(PP_Var.layout(), Layout { size: 16, align: 8 });
        assert_eq!(PP_Var.offset_of("value"), 8);
        assert_eq!(PP_NetAddress_IPv6.layout(), Layout { size: 18, align: 2 });
        assert_eq!(PP_GamepadSampleData.layout().size, 472);
        assert_eq!(PP_GamepadSampleData.offset_of("timestamp"), 200);
    }

    #[test]
    fn fields_of_a_union_begin_at_its_start() {
        assert_eq!(PP_VarValue.layout(), Layout { size: 8, align: 8 });
        assert_eq!(PP_VarValue.offset_of("as_double"), 0);
    }

    #[test]
    fn offsets_are_constants() {
        const TYPE: u32 = PP_FileInfo.offset_of("system_type");
        assert_eq!(TYPE, 12);
    }
}
