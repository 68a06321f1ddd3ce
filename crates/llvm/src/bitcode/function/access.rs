//! A body reader's access to the module, shared or exclusive.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::BodyReader;
use crate::bitcode::constants::charge;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::metadata::Made;
use crate::bitcode::record::{Result, bad};
use crate::bitcode::types::FileType;
use crate::constants::ConstantKind;
use crate::debug_nodes::DebugClass;
use crate::ids::{ConstantId, GlobalId, MetadataId, TypeId};
use crate::instruction::Value;
use crate::metadata::{DebugField, Metadata};
use crate::module::Module;
use crate::types::Type;

/// The access to the module while a body is read.
pub(super) enum Access<'a> {
    /// Other bodies are read at the same time, so nothing can be added to the module.
    Shared {
        module: &'a Module,
        /// True if the body needed something added.
        refused: bool,
    },
    /// No other body is read at the same time, so the module can be changed.
    Alone {
        module: &'a mut Module,
        extra: &'a mut Extra,
    },
}

/// The line, the column, and 1 if the code is implicit; then the scope and the call site.
pub(super) type WrittenLocation = ([u32; 3], MetadataId, Option<MetadataId>);

/// The data that grows while bodies are read with exclusive access.
pub(super) struct Extra {
    /// The metadata already added to the model, by number.
    pub(super) made: Made,
    /// Number of bytes that may still be used for data that is not proportional to its records.
    pub(super) budget: u64,
    /// Functions that are called instead of removed instructions of LLVM 2.x.
    pub(super) called: BTreeMap<&'static str, GlobalId>,
    /// The nodes of locations, for a module that is read in its original form.
    pub(super) locations: BTreeMap<WrittenLocation, MetadataId>,
}

impl Extra {
    /// Records the locations among the module's metadata from an index on. Instructions with the
    /// same location share the node.
    pub(super) fn add_locations(&mut self, module: &Module, from: usize) {
        for (index, &item) in module.metadata.items().iter().enumerate().skip(from) {
            let Metadata::Debug {
                class: DebugClass::LOCATION,
                distinct: false,
                fields,
            } = item
            else {
                continue;
            };
            let number = |value: DebugField| match value {
                DebugField::Number(number) => u32::try_from(number).unwrap_or(u32::MAX),
                _ => 0,
            };
            let &[line, column, DebugField::Node(scope), call, implicit] =
                module.metadata.fields(fields)
            else {
                continue;
            };
            let call = match call {
                DebugField::Node(call) => Some(call),
                _ => None,
            };
            let numbers = [number(line), number(column), number(implicit)];
            let id = MetadataId::at(index);
            self.locations.entry((numbers, scope, call)).or_insert(id);
        }
    }
}

impl Deref for Access<'_> {
    type Target = Module;

    #[inline]
    fn deref(&self) -> &Module {
        match self {
            Access::Shared { module, .. } => module,
            Access::Alone { module, .. } => module,
        }
    }
}

impl Access<'_> {
    /// Returns exclusive access to the module. An error does not mean that the file is invalid, but
    /// that the body must be read again with exclusive access.
    pub(super) fn alone(&mut self) -> Result<(&mut Module, &mut Extra)> {
        match self {
            Access::Alone { module, extra } => Ok((module, extra)),
            Access::Shared { refused, .. } => {
                *refused = true;
                let message = "a function body needs a type or constant that the module lacks";
                Err(bad(ErrorKind::Unsupported, message))
            }
        }
    }

    /// Returns true if the body must be read again with exclusive access.
    pub(super) fn was_refused(&mut self) -> bool {
        match self {
            Access::Shared { refused, .. } => std::mem::take(refused),
            Access::Alone { .. } => false,
        }
    }
}

impl BodyReader<'_> {
    /// A type that has no list.
    pub(super) fn plain_type(&mut self, ty: Type) -> Result<TypeId> {
        match self.module.types.known(ty) {
            Some(known) => Ok(known),
            None => Ok(self.module.alone()?.0.types.simple(ty)),
        }
    }

    /// The pointer to a type in an address space.
    pub(super) fn pointer_type(&mut self, space: u32, pointee: FileType) -> Result<FileType> {
        let kind = Type::Pointer(space);
        if !self.types.are_as_written() {
            let model = self.plain_type(kind)?;
            return Ok(self.types.pointer_to(model, kind, pointee));
        }
        if let Some(known) = self.types.written_pointer(space, pointee) {
            return Ok(known);
        }
        let held = self.types.model(pointee)?;
        let types = &mut self.module.alone()?.0.types;
        let model = types.own_pointer(space);
        types.set_pointee(model, held);
        Ok(self.types.add_written_pointer(model, space, pointee))
    }

    /// The constant `i1 false`.
    pub(super) fn no(&mut self) -> Result<ConstantId> {
        let bit = self.types.model(self.bit)?;
        let kind = ConstantKind::Bits(0);
        match self.module.constants.known(bit, kind) {
            Some(known) => Ok(known),
            None => Ok(self.module.alone()?.0.int(1, 0)),
        }
    }

    /// The constant `i32 0`.
    pub(super) fn zero_word(&mut self) -> Result<Value> {
        let word = self.plain_type(Type::Integer(32))?;
        let zero = match self.module.constants.known(word, ConstantKind::Bits(0)) {
            Some(known) => known,
            None => self.module.alone()?.0.int(32, 0),
        };
        Ok(zero.into())
    }

    /// The null pointer.
    pub(super) fn null(&mut self) -> Result<ConstantId> {
        let pointer = self.plain_type(Type::Pointer(0))?;
        match self.module.constants.known(pointer, ConstantKind::Null) {
            Some(known) => Ok(known),
            None => Ok(self.module.alone()?.0.null()),
        }
    }

    /// Charges memory that is not proportional to a record to the budget.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<()> {
        let (_, extra) = self.module.alone()?;
        charge(&mut extra.budget, bytes)
    }
}
