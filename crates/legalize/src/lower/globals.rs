//! Writes initialisers as bytes, runs of zeros and addresses.
//!
//! The constants of an initialiser are visited with an explicit stack, each with its offset in the
//! global. Gaps are filled with zeros. Types and constants may be nested deeply. A constant that is
//! used many times may stand for much more data than the module contains, so the size is limited.

mod address;
mod writer;

use super::{Target, plan};
use crate::Options;
use crate::error::{Error, ErrorKind, Fault, Reporter, name_of};
use crate::layout::{Layout, bits_of};
use address::{Addresses, Number};
use pinnacle_llvm::{ConstantId, ConstantKind, GlobalId, GlobalKind, Module, ThreadLocal, Type};
use pinnacle_pexe::module::{Address, Global, Module as Pexe};
use pinnacle_pexe::{intrinsics, layout};
use writer::Writer;

/// Maximum number of constants that are visited, with repetitions. A constant that is used many
/// times may stand for much more data than the module contains.
const MAX_PARTS: u64 = 1 << 28;

/// Maximum number of bytes that are not zero in a program's initial data.
const MAX_DATA: usize = 1 << 28;

/// Writes all globals of the program.
pub(super) fn write(
    module: &Module,
    options: &Options,
    targets: &[Target],
    pexe: &mut Pexe,
    reporter: &mut Reporter,
) {
    let mut flattener = Flattener {
        module,
        targets,
        layout: Layout::of(module),
        addresses: Addresses::default(),
        pending: Vec::new(),
        parts_left: MAX_PARTS,
    };
    let mut total = 0_u64;
    for (index, global) in module.globals().iter().enumerate() {
        let GlobalKind::Variable {
            initializer: Some(initializer),
            constant,
            ..
        } = global.kind
        else {
            continue;
        };
        let id = GlobalId::at(index);
        match flattener.global(pexe, id, initializer, constant) {
            Ok(mut made) => {
                total = total.saturating_add(made.size);
                let name = module.names.get(global.name);
                // Only functions may have names of intrinsics.
                let is_allowed = !name.starts_with(intrinsics::PREFIX);
                if options.keeps_name(name) && is_allowed {
                    made.name = Some(name.into());
                }
                pexe.globals.push(made);
            }
            Err(fault) => reporter.error(Error::in_function(fault, module, id)),
        }
    }
    if total > u64::from(u32::MAX - layout::PAGE_SIZE) {
        reporter.fault(ErrorKind::TooLarge.fault(format!(
            "all variables together have {total} bytes, expected fewer than 2^32"
        )));
    }
}

/// A part of an initialiser and its offset in the global.
#[derive(Clone, Copy, Debug)]
struct Part {
    constant: ConstantId,
    offset: u64,
}

struct Flattener<'m> {
    module: &'m Module,
    targets: &'m [Target],
    layout: Layout,
    addresses: Addresses,
    pending: Vec<Part>,
    parts_left: u64,
}

impl Flattener<'_> {
    fn global(
        &mut self,
        pexe: &mut Pexe,
        id: GlobalId,
        initializer: ConstantId,
        constant: bool,
    ) -> Result<Global, Fault> {
        let global = self.module.global(id);
        if global.thread_local != ThreadLocal::No {
            return Err(plan::left_over("a thread-local variable"));
        }
        let extent = self.layout.extent(&self.module.types, global.ty);
        let extent = extent.ok_or_else(plan::bad_type)?;
        let size = extent.size;
        if size > u64::from(u32::MAX) {
            return Err(ErrorKind::TooLarge.fault(format!(
                "the variable has {size} bytes, expected fewer than 2^32"
            )));
        }
        let align = plan::alignment(global.align.bytes().unwrap_or(extent.align))?;
        let start = pexe.initializers.len() as u32;
        let mut writer = Writer::new(pexe);
        self.initializer(&mut writer, initializer)?;
        // A program's global must have an initialiser, so a variable without a size gets one byte.
        writer.zeros_to(size.max(1))?;
        writer.end();
        let initializers = start..pexe.initializers.len() as u32;
        let parts = &pexe.initializers[start as usize..];
        Ok(Global {
            align,
            constant,
            size: parts.iter().map(|part| u64::from(part.size())).sum(),
            initializers,
            name: None,
        })
    }

    fn initializer(&mut self, writer: &mut Writer<'_>, constant: ConstantId) -> Result<(), Fault> {
        self.pending.clear();
        self.pending.push(Part {
            constant,
            offset: 0,
        });
        while let Some(part) = self.pending.pop() {
            self.parts_left = self.parts_left.checked_sub(1).ok_or_else(too_much)?;
            self.part(writer, part)?;
            if writer.data_length() > MAX_DATA {
                return Err(too_much());
            }
        }
        Ok(())
    }

    fn part(&mut self, writer: &mut Writer<'_>, part: Part) -> Result<(), Fault> {
        use ConstantKind as K;
        let module = self.module;
        let constant = module.constants.get(part.constant);
        match constant.kind {
            K::Null | K::Zero | K::Undef | K::Poison | K::None => return Ok(()),
            K::Aggregate(list) => {
                let elements = module.constants.list(list);
                return match module.types.get(constant.ty) {
                    Type::Vector { element, .. } => {
                        self.vector(writer, part.offset, module.types.get(element), elements)
                    }
                    _ => self.aggregate(constant.ty, part.offset, elements),
                };
            }
            _ => {}
        }
        writer.zeros_to(part.offset)?;
        match constant.kind {
            K::Bits(bits) => {
                let size = self.store_size(constant.ty)?;
                writer.bytes(bits.to_le_bytes().get(..size).ok_or_else(plan::bad_type)?);
            }
            K::WideBits(list) => {
                let size = self.store_size(constant.ty)?;
                let words = module.constants.words(list);
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                writer.bytes(bytes.get(..size).ok_or_else(plan::bad_type)?);
            }
            K::Data(list) => {
                let bytes = module.constants.bytes(list);
                let parts = self.parts_left.checked_sub(bytes.len() as u64);
                self.parts_left = parts.ok_or_else(too_much)?;
                writer.bytes(bytes);
            }
            _ => {
                let size = self.store_size(constant.ty)?;
                let number = self
                    .addresses
                    .evaluate(module, &mut self.layout, part.constant)?;
                self.number(writer, number, size)?;
            }
        }
        Ok(())
    }

    fn store_size(&mut self, ty: pinnacle_llvm::TypeId) -> Result<usize, Fault> {
        let extent = self.layout.extent(&self.module.types, ty);
        let size = extent.and_then(|extent| usize::try_from(extent.store).ok());
        size.ok_or_else(plan::bad_type)
    }

    /// Pushes the elements of an aggregate so that they are popped in order.
    fn aggregate(
        &mut self,
        ty: pinnacle_llvm::TypeId,
        offset: u64,
        elements: &[ConstantId],
    ) -> Result<(), Fault> {
        let types = &self.module.types;
        if self.layout.size(types, ty) == Some(0) {
            return Ok(());
        }
        for (number, &constant) in elements.iter().enumerate().rev() {
            let (begin, _) = self
                .layout
                .part(types, ty, number as u64)
                .ok_or_else(plan::bad_type)?;
            let offset = offset + begin;
            self.pending.push(Part { constant, offset });
        }
        Ok(())
    }

    /// Writes a vector. Its elements are packed bit by bit.
    fn vector(
        &mut self,
        writer: &mut Writer<'_>,
        offset: u64,
        element: Type,
        elements: &[ConstantId],
    ) -> Result<(), Fault> {
        let Some(width @ ..=64) = bits_of(element) else {
            return Err(plan::bad_type());
        };
        let parts = self.parts_left.checked_sub(elements.len() as u64);
        self.parts_left = parts.ok_or_else(too_much)?;
        let (mut pool, mut pooled) = (0_u128, 0);
        let mut offset = offset;
        for &element in elements {
            let number = self
                .addresses
                .evaluate(self.module, &mut self.layout, element)?;
            if !number.is_plain() {
                if width != 32 || pooled != 0 {
                    return Err(bad_address());
                }
                writer.zeros_to(offset)?;
                self.number(writer, number, 4)?;
                offset += 4;
                continue;
            }
            pool |= u128::from(number.bits) << pooled;
            pooled += width;
            while pooled >= 8 {
                writer.zeros_to(offset)?;
                writer.bytes(&[pool as u8]);
                pool >>= 8;
                pooled -= 8;
                offset += 1;
            }
        }
        if pooled > 0 {
            writer.zeros_to(offset)?;
            writer.bytes(&[pool as u8]);
        }
        Ok(())
    }

    /// Writes a number or an address. Addresses are below 2^32, so the upper half of a 64-bit
    /// address is zero.
    fn number(
        &mut self,
        writer: &mut Writer<'_>,
        number: Number,
        size: usize,
    ) -> Result<(), Fault> {
        let Some(base) = number.address()? else {
            let bytes = number.bits.to_le_bytes();
            writer.bytes(bytes.get(..size).ok_or_else(plan::bad_type)?);
            return Ok(());
        };
        let address = match self.targets[base.index()] {
            Target::Function(id) => Address::Function(id),
            Target::Variable(index) => Address::Global(pinnacle_pexe::ids::GlobalId(index)),
            Target::Intrinsic(..) => {
                return Err(ErrorKind::BadFunctionUse.fault(format!(
                    "`{}` is built in and has no address",
                    name_of(self.module, base)
                )));
            }
            Target::None => {
                return Err(plan::left_over(
                    "the address of a global that is neither a function nor a variable",
                ));
            }
        };
        match size {
            4 => writer.address(address, number.bits as u32 as i32),
            8 => {
                let addend = i32::try_from(number.bits as i64).map_err(|_| bad_address())?;
                writer.address(address, addend);
                writer.zeros(4);
            }
            _ => return Err(bad_address()),
        }
        Ok(())
    }
}

#[cold]
fn too_much() -> Fault {
    ErrorKind::TooLarge.fault(format!(
        "the variables of the program have more than {MAX_DATA} non-zero bytes"
    ))
}

/// The error for an initialiser that depends on the machine's addresses.
#[cold]
fn bad_address() -> Fault {
    ErrorKind::BadInitializer.fault(
        "an initialiser uses an address in a form other than a 32-bit address plus a constant",
    )
}
