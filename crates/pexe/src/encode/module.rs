//! Encodes the module block up to its function blocks.

use super::origin::Origin;
use super::packing::Packing;
use crate::construct::{
    GlobalConstruct, ModuleConstruct, SymbolConstruct, TypeConstruct, block_id,
};
use crate::error::{Error, ErrorKind};
use crate::module::{Address, Initializer, Module};
use crate::types::{Type, TypeDef};
use pinnacle_bitstream::{Writer, predefined};

/// The index of each value type in the types block.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeIds([Option<u32>; Type::ALL.len()]);

impl TypeIds {
    /// Returns the index of a type. An error is reported at the writer's position.
    #[inline]
    pub(super) fn get(&self, ty: Type, writer: &Writer) -> Result<u32, Error> {
        self.0[ty as usize].ok_or_else(|| no_type(ty, writer))
    }
}

#[cold]
fn no_type(ty: Type, writer: &Writer) -> Error {
    Error::new(
        ErrorKind::UndefinedType,
        writer.position(),
        format!("type {ty} is used here, but the module does not list it earlier"),
    )
}

/// Writes everything before the function blocks and leaves the module block open.
pub(super) fn begin(
    writer: &mut Writer,
    module: &Module,
    origin: &Origin,
    packing: &Packing,
) -> Result<TypeIds, Error> {
    let mut encoder = Encoder {
        writer,
        packing,
        operands: Vec::new(),
    };
    encoder
        .writer
        .enter_block(block_id::MODULE, packing.module.width())?;
    if packing.version_last {
        encoder.abbreviations()?;
        encoder.version()?;
    } else {
        encoder.version()?;
        encoder.abbreviations()?;
    }
    packing.module.define(encoder.writer)?;
    let types = encoder.types(module)?;
    encoder.functions(module)?;
    encoder.globals(module)?;
    encoder.symbols(module, origin)?;
    Ok(types)
}

struct Encoder<'a> {
    writer: &'a mut Writer,
    packing: &'a Packing,
    operands: Vec<u64>,
}

impl Encoder<'_> {
    fn version(&mut self) -> Result<(), Error> {
        self.operands.clear();
        let code = ModuleConstruct::Version(1).encode(&mut self.operands);
        Ok(self
            .packing
            .module
            .record(self.writer, code, &self.operands)?)
    }

    fn abbreviations(&mut self) -> Result<(), Error> {
        if self.packing.info.is_empty() {
            return Ok(());
        }
        self.writer.enter_block(block_id::ABBREVIATIONS, 2)?;
        for (kind, list) in &self.packing.info {
            let full = predefined::UNABBREVIATED as u32;
            let kind = u64::from(*kind);
            self.writer
                .record(full, predefined::SET_BLOCK_ID, &[kind])?;
            for abbreviation in list {
                self.writer.define_abbreviation(abbreviation)?;
            }
        }
        Ok(self.writer.exit_block()?)
    }

    fn types(&mut self, module: &Module) -> Result<TypeIds, Error> {
        let mut ids = TypeIds::default();
        let selector = &self.packing.types;
        selector.enter(self.writer, block_id::TYPES)?;
        let count = TypeConstruct::Count(self.count(module.types.len(), "types")?);
        self.record_type(&count)?;
        let mut params = Vec::new();
        for (index, def) in module.types.iter().enumerate() {
            let construct = match def {
                TypeDef::Value(ty) => {
                    let construct = match ty {
                        Type::Void => TypeConstruct::Void,
                        Type::Float => TypeConstruct::Float,
                        Type::Double => TypeConstruct::Double,
                        ty if ty.is_vector() => {
                            let element = ids.get(ty.element(), self.writer)?;
                            TypeConstruct::Vector(ty.lanes().into(), element)
                        }
                        ty => TypeConstruct::Integer(ty.bits().into()),
                    };
                    ids.0[*ty as usize].get_or_insert(index as u32);
                    construct
                }
                TypeDef::Function(signature) => {
                    params.clear();
                    for &param in &signature.params {
                        params.push(u64::from(ids.get(param, self.writer)?));
                    }
                    let result = ids.get(signature.result, self.writer)?;
                    TypeConstruct::Function(0, result, &params)
                }
            };
            self.record_type(&construct)?;
        }
        self.writer.exit_block()?;
        Ok(ids)
    }

    fn record_type(&mut self, construct: &TypeConstruct<'_>) -> Result<(), Error> {
        self.operands.clear();
        let code = construct.encode(&mut self.operands);
        let selector = &self.packing.types;
        Ok(selector.record(self.writer, code, &self.operands)?)
    }

    fn functions(&mut self, module: &Module) -> Result<(), Error> {
        for function in &module.functions {
            let TypeDef::Function(_) = self.definition(module, function.ty.0)? else {
                return Err(Error::new(
                    ErrorKind::NotAFunctionType,
                    self.writer.position(),
                    format!(
                        "a function has type {}, expected a function type",
                        function.ty
                    ),
                ));
            };
            let construct = ModuleConstruct::Function {
                ty: function.ty.0,
                convention: 0,
                declared: function.declared,
                linkage: function.linkage,
            };
            self.operands.clear();
            let code = construct.encode(&mut self.operands);
            let selector = &self.packing.module;
            selector.record(self.writer, code, &self.operands)?;
        }
        Ok(())
    }

    fn definition<'m>(&self, module: &'m Module, index: u32) -> Result<&'m TypeDef, Error> {
        module.types.get(index as usize).ok_or_else(|| {
            Error::new(
                ErrorKind::UndefinedType,
                self.writer.position(),
                format!("type @t{index} is not defined"),
            )
        })
    }

    fn globals(&mut self, module: &Module) -> Result<(), Error> {
        let selector = &self.packing.globals;
        selector.enter(self.writer, block_id::GLOBALS)?;
        let count = GlobalConstruct::Count(self.count(module.globals.len(), "globals")?);
        self.record_global(&count)?;
        for (index, global) in module.globals.iter().enumerate() {
            self.record_global(&GlobalConstruct::Global {
                align: global.align,
                constant: global.constant,
            })?;
            let range = global.initializers.start as usize..global.initializers.end as usize;
            let Some(initializers) = module.initializers.get(range).filter(|i| !i.is_empty())
            else {
                return Err(Error::new(
                    ErrorKind::InitializerCount,
                    self.writer.position(),
                    format!("global @g{index} has no initialiser"),
                ));
            };
            if initializers.len() > 1 {
                self.record_global(&GlobalConstruct::Compound(initializers.len() as u64))?;
            }
            for initializer in initializers {
                self.initializer(module, initializer)?;
            }
        }
        Ok(self.writer.exit_block()?)
    }

    fn initializer(&mut self, module: &Module, initializer: &Initializer) -> Result<(), Error> {
        match *initializer {
            Initializer::Zero(size) => self.record_global(&GlobalConstruct::Zerofill(size)),
            Initializer::Data(start, size) => {
                let bytes = (start as usize)
                    .checked_add(size as usize)
                    .and_then(|end| module.data.get(start as usize..end))
                    .filter(|bytes| !bytes.is_empty());
                let Some(bytes) = bytes else {
                    return Err(Error::new(
                        ErrorKind::InitializerCount,
                        self.writer.position(),
                        format!("an initialiser of {size} bytes has fewer bytes, or none"),
                    ));
                };
                let bytes: Vec<u64> = bytes.iter().map(|&byte| u64::from(byte)).collect();
                self.record_global(&GlobalConstruct::Data(&bytes))
            }
            Initializer::Reloc(address, addend) => {
                let (index, count, first) = match address {
                    Address::Function(id) => (id.0, module.functions.len(), 0),
                    Address::Global(id) => (id.0, module.globals.len(), module.functions.len()),
                };
                if index as usize >= count {
                    return Err(Error::new(
                        ErrorKind::UndefinedAddress,
                        self.writer.position(),
                        format!("a relocation refers to {address:?}, which does not exist"),
                    ));
                }
                let value = self.count(first + index as usize, "functions and globals")?;
                self.record_global(&GlobalConstruct::Reloc(value, addend))
            }
        }
    }

    fn record_global(&mut self, construct: &GlobalConstruct<'_>) -> Result<(), Error> {
        self.operands.clear();
        let code = construct.encode(&mut self.operands);
        let selector = &self.packing.globals;
        Ok(selector.record(self.writer, code, &self.operands)?)
    }

    fn symbols(&mut self, module: &Module, origin: &Origin) -> Result<(), Error> {
        let functions = module.functions.iter().map(|function| &function.name);
        let globals = module.globals.iter().map(|global| &global.name);
        let names: Vec<_> = functions.chain(globals).collect();
        self.count(names.len(), "functions and globals")?;
        let named = (0..).zip(&names).filter(|(_, name)| name.is_some());
        let named: Vec<u32> = named.map(|(index, _)| index).collect();

        let selector = &self.packing.symbols;
        selector.enter(self.writer, block_id::SYMBOLS)?;
        let mut bytes = Vec::new();
        for &value in origin.symbol_order(named).iter() {
            let Some(Some(name)) = names.get(value as usize) else {
                continue;
            };
            bytes.clear();
            bytes.extend(name.iter().map(|&byte| u64::from(byte)));
            let construct = SymbolConstruct {
                value,
                name: &bytes,
            };
            self.operands.clear();
            let code = construct.encode(&mut self.operands);
            selector.record(self.writer, code, &self.operands)?;
        }
        Ok(self.writer.exit_block()?)
    }

    /// Returns a count, for which the format has 32 bits.
    fn count(&self, count: usize, what: &str) -> Result<u32, Error> {
        u32::try_from(count).map_err(|_| {
            Error::new(
                ErrorKind::OperandRange,
                self.writer.position(),
                format!("there are {count} {what}, expected fewer than 2**32"),
            )
        })
    }
}
