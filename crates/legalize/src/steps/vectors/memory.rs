//! Vectors in memory, and access to elements with a variable index.

use super::{Expander, not_possible};
use crate::emit::Emit;
use crate::error::Fault;
use crate::layout::{Layout, bits_of};
use crate::memory::{Place, Room, address, extent};
use crate::parts::load_parts;
use crate::vector_shapes::Shape;
use pinnacle_llvm::{Align, BinaryOp, CastOp, Editor, LocalId, Module, Type, TypeId, Value};

/// Spare memory for the elements that a mask excludes.
pub(super) const SPARE: Room = Room {
    size: 16,
    align: 16,
};

/// Distance of a vector's elements in memory in bytes; `None` if they are not whole bytes.
pub(super) fn stride_of(module: &Module, shape: Shape) -> Option<u64> {
    let bits = bits_of(module.types.get(shape.element));
    bits.filter(|bits| bits % 8 == 0)
        .map(|bits| u64::from(bits / 8))
}

/// Returns true if a vector can be loaded or stored as a whole.
pub(super) fn is_direct(module: &Module, shape: Shape, align: Align) -> bool {
    shape.legal
        && stride_of(module, shape)
            .is_some_and(|stride| align.bytes().is_none_or(|bytes| bytes >= stride))
}

/// The memory for accesses to elements of a vector with a variable index. Its length is a power of
/// two, so that a mask bounds the index.
pub(super) fn room_of(module: &Module, layout: &mut Layout, shape: Shape) -> Option<Room> {
    let size = layout.size(&module.types, shape.element)?;
    let length = u64::from(shape.length.max(1).next_power_of_two());
    Some(Room {
        size: size.checked_mul(length).filter(|&size| size >> 32 == 0)?,
        align: 16,
    })
}

impl Expander<'_> {
    /// Loads the elements of a vector.
    pub(super) fn load(
        &mut self,
        editor: &mut Editor<'_>,
        ty: TypeId,
        shape: Shape,
        access: (Value, Align),
    ) -> Result<Vec<Value>, Fault> {
        let types = &editor.build.module.types;
        let from = Place::of_access(self.layout, types, ty, access)?;
        if let Some(stride) = stride_of(editor.build.module, shape) {
            return Ok(load_parts(editor, from, shape.parts(stride)));
        }
        let build = &mut editor.build;
        let (width, total) = packed(build.module, shape)?;
        let whole_type = build.module.types.integer(total);
        let whole = from.load(build, whole_type);
        let element = |number: u32| build.cut(whole, (number * width).into(), width);
        Ok((0..shape.length).map(element).collect())
    }

    /// Stores a vector element by element.
    pub(super) fn store(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        shape: Shape,
        access: (Value, Align),
    ) -> Result<(), Fault> {
        let ty = editor.build.type_of(value);
        let types = &editor.build.module.types;
        let to = Place::of_access(self.layout, types, ty, access)?;
        let elements = self.elements(editor, value, shape)?;
        let build = &mut editor.build;
        if let Some(stride) = stride_of(build.module, shape) {
            for (part, element) in shape.parts(stride).zip(elements) {
                to.at(build, part.offset).store(build, element);
            }
            return Ok(());
        }
        let (width, total) = packed(build.module, shape)?;
        let mut whole = None;
        for (number, element) in (0..).zip(elements) {
            whole = Some(build.join(whole, element, (number * width).into(), total));
        }
        let whole = whole.ok_or_else(not_possible)?;
        to.store(build, whole);
        Ok(())
    }

    /// Stores the elements of a vector in the frame. Returns the address of that memory, and the
    /// address of the element with this index.
    fn spread(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
        index: Value,
    ) -> Result<(Value, Value), Fault> {
        let frame = self.frame.ok_or_else(not_possible)?;
        if is_direct(editor.build.module, shape, Align::NATURAL) {
            let vector = self.loaded(editor, vector)?;
            editor.build.store(vector, frame, false);
        } else {
            let size = extent(self.layout, &editor.build.module.types, shape.element)?.size;
            let elements = self.elements(editor, vector, shape)?;
            for (number, element) in (0..).zip(elements) {
                let place = address(&mut editor.build, frame, number * size);
                editor.build.store(element, place, false);
            }
        }
        let build = &mut editor.build;
        let word = build.module.types.integer(32);
        let number_type = build.type_of(index);
        let number = match build.module.types.get(number_type) {
            Type::Integer(32) => index,
            Type::Integer(width) if width < 32 => build.cast(CastOp::ZExt, index, word),
            Type::Integer(_) => build.cast(CastOp::Trunc, index, word),
            _ => return Err(not_possible()),
        };
        let last = u64::from(shape.length.max(1).next_power_of_two() - 1);
        let last = build.module.int(32, last).into();
        let number = build.binary(BinaryOp::And, number, last);
        Ok((
            frame,
            build.get_element_ptr(shape.element, frame, &[number]),
        ))
    }

    /// Extracts the element with a variable index.
    pub(super) fn extract_variable(
        &mut self,
        editor: &mut Editor<'_>,
        vector: Value,
        shape: Shape,
        index: Value,
    ) -> Result<Value, Fault> {
        let (_, place) = self.spread(editor, vector, shape, index)?;
        Ok(editor.build.load(shape.element, place, false))
    }

    /// Defines a local as a vector with the element at a variable index replaced.
    pub(super) fn insert_variable(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        vector: Value,
        element: Value,
        index: Value,
    ) -> Result<(), Fault> {
        let (frame, place) = self.spread(editor, vector, shape, index)?;
        editor.build.store(element, place, false);
        if is_direct(editor.build.module, shape, Align::NATURAL) {
            editor.build.load(ty, frame, false);
            editor.define(result);
            return Ok(());
        }
        let size = extent(self.layout, &editor.build.module.types, shape.element)?.size;
        let build = &mut editor.build;
        let load = |number| {
            let place = address(build, frame, number * size);
            build.load(shape.element, place, false)
        };
        let elements = (0..u64::from(shape.length)).map(load).collect();
        self.finish(editor, (result, ty, shape), elements);
        Ok(())
    }
}

/// For elements that are not whole bytes: their width, and the width in whole bytes of the integer
/// that holds all of them.
fn packed(module: &Module, shape: Shape) -> Result<(u32, u32), Fault> {
    let Type::Integer(width) = module.types.get(shape.element) else {
        return Err(not_possible());
    };
    let total = width.checked_mul(shape.length).ok_or_else(not_possible)?;
    let total = total.checked_next_multiple_of(8).ok_or_else(not_possible)?;
    Ok((width, total))
}
