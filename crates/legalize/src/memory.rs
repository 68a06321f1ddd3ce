//! Memory that steps add to a function: room in its frame for arguments of calls and for
//! aggregates, and addresses in it.

use crate::error::{ErrorKind, Fault};
use crate::layout::{Extent, Layout};
use pinnacle_llvm::{
    Align, Atomicity, FunctionBuilder, GlobalId, InstructionKind, Module, TypeId, TypeTable, Value,
};

/// A region of memory in which objects are laid out in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// The size so far, in bytes.
    pub(crate) size: u64,
    /// The largest alignment, in bytes.
    pub(crate) align: u64,
}

impl Room {
    pub(crate) const EMPTY: Room = Room { size: 0, align: 1 };

    /// Appends an object. Returns its offset.
    pub(crate) fn place(&mut self, size: u64, align: u64) -> Result<u64, Fault> {
        let align = align.max(1);
        let place = self.size.checked_next_multiple_of(align);
        let end = place.and_then(|place| place.checked_add(size));
        match (place, end) {
            (Some(place), Some(end)) if end < 1 << 32 => {
                self.size = end;
                self.align = self.align.max(align);
                Ok(place)
            }
            _ => {
                Err(ErrorKind::TooLarge
                    .fault("a function needs more stack than the address space has"))
            }
        }
    }

    /// Enlarges the region so that `other` can use it at other times.
    pub(crate) fn share(&mut self, other: Room) {
        self.size = self.size.max(other.size);
        self.align = self.align.max(other.align);
    }

    /// Allocates the memory in the function's frame. Must be emitted at the start of the function.
    pub(crate) fn alloca(self, build: &mut FunctionBuilder<'_>) -> Value {
        let byte = build.module.types.integer(8);
        let bytes = build.module.types.array(byte, self.size);
        build.alloca(bytes, None, alignment(self.align))
    }

    /// Like [`Room::alloca`]; `None` if no memory is needed.
    pub(crate) fn frame(self, build: &mut FunctionBuilder<'_>) -> Option<Value> {
        (self.size > 0).then(|| self.alloca(build))
    }
}

/// Size and alignment of a type.
pub(crate) fn extent(layout: &mut Layout, types: &TypeTable, ty: TypeId) -> Result<Extent, Fault> {
    layout
        .extent(types, ty)
        .ok_or_else(|| ErrorKind::BadType.fault("a value in memory has a type without a size"))
}

/// An alignment of this number of bytes, which is a power of two.
pub(crate) fn alignment(bytes: u64) -> Align {
    debug_assert!(bytes.is_power_of_two());
    Align::new(bytes).unwrap_or(Align::NATURAL)
}

/// A location in memory to load from or store to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) address: Value,
    /// Its alignment in bytes, a power of two.
    pub(crate) align: u64,
    /// True if accesses to it are volatile.
    pub(crate) volatile: bool,
}

impl Place {
    /// A location that is not volatile.
    pub(crate) fn new(address: Value, align: u64) -> Place {
        Place {
            address,
            align,
            volatile: false,
        }
    }

    /// The location that an access to a value of this type uses.
    pub(crate) fn of_access(
        layout: &mut Layout,
        types: &TypeTable,
        ty: TypeId,
        (address, align): (Value, Align),
    ) -> Result<Place, Fault> {
        let align = match align.bytes() {
            Some(bytes) => bytes,
            None => extent(layout, types, ty)?.align,
        };
        Ok(Place::new(address, align))
    }

    /// The location that a non-atomic load or store uses. `natural` is its alignment if the access
    /// states none.
    pub(crate) fn of_plain_access(access: InstructionKind, natural: u64) -> Option<Place> {
        match access {
            InstructionKind::Load {
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
            }
            | InstructionKind::Store {
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
                ..
            } => Some(Place {
                address: pointer,
                align: align.bytes().unwrap_or(natural),
                volatile,
            }),
            _ => None,
        }
    }

    /// The location at an offset from this one.
    pub(crate) fn at(self, build: &mut FunctionBuilder<'_>, offset: u64) -> Place {
        let align = match offset {
            0 => self.align,
            _ => self.align.min(1 << offset.trailing_zeros()),
        };
        Place {
            address: address(build, self.address, offset),
            align,
            ..self
        }
    }

    /// Reduces the alignment to that of a value of this size.
    pub(crate) fn for_size(self, size: u64) -> Place {
        Place {
            align: self.align.min(size),
            ..self
        }
    }

    /// Loads a value of this type.
    pub(crate) fn load(self, build: &mut FunctionBuilder<'_>, ty: TypeId) -> Value {
        let load = InstructionKind::Load {
            pointer: self.address,
            align: alignment(self.align),
            volatile: self.volatile,
            atomicity: Atomicity::NONE,
        };
        build.emit(load, ty)
    }

    /// Stores a value.
    pub(crate) fn store(self, build: &mut FunctionBuilder<'_>, value: Value) {
        build.emit_void(InstructionKind::Store {
            value,
            pointer: self.address,
            align: alignment(self.align),
            volatile: self.volatile,
            atomicity: Atomicity::NONE,
        });
    }
}

/// Emits the address of a byte within an object.
pub(crate) fn address(build: &mut FunctionBuilder<'_>, base: Value, offset: u64) -> Value {
    if offset == 0 {
        return base;
    }
    let byte = build.module.types.integer(8);
    let offset = build.module.int(32, offset);
    build.get_element_ptr(byte, base, &[offset.into()])
}

/// Returns the global if a value is its address.
pub(crate) fn global_of(module: &Module, value: Value) -> Option<GlobalId> {
    match value {
        Value::Constant(constant) => match module.constants.get(constant).kind {
            pinnacle_llvm::ConstantKind::Global(global) => Some(global),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if the name of a global is that of an intrinsic.
pub(crate) fn is_intrinsic(module: &Module, global: GlobalId) -> bool {
    let name = module.global(global).name;
    module.names.get(name).starts_with(b"llvm.")
}
