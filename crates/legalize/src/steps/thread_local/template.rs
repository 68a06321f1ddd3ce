//! The offset of each variable in the template.

use crate::error::{ErrorKind, Fault, name_of};
use crate::layout::Layout;
use pinnacle_llvm::{ConstantId, ConstantKind, GlobalId, GlobalKind, Module, ThreadLocal, TypeId};

/// Maximum size of a template, which must fit below the thread pointer.
const MAX_SIZE: u64 = 1 << 30;

/// The block of memory of which every thread has a copy.
#[derive(Debug)]
pub(super) struct Template {
    /// The variables, in the order of their offsets.
    pub(super) variables: Vec<Variable>,
    /// The alignment of the whole, in bytes.
    pub(super) align: u64,
    /// The size of the initialised part in bytes.
    pub(super) data_size: u64,
    /// The total size in bytes, a multiple of the alignment.
    pub(super) size: u64,
}

/// A variable in the template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) global: GlobalId,
    ty: TypeId,
    initializer: ConstantId,
    is_zero: bool,
    align: u64,
    size: u64,
    /// Offset from the start of the template.
    offset: u64,
}

impl Template {
    /// Lays out a module's thread-local variables.
    pub(super) fn of(module: &Module) -> Result<Template, Fault> {
        let mut layout = Layout::of(module);
        let mut variables = Vec::new();
        for (index, global) in module.globals().iter().enumerate() {
            let GlobalKind::Variable {
                initializer: Some(initializer),
                ..
            } = global.kind
            else {
                continue;
            };
            if global.thread_local == ThreadLocal::No {
                continue;
            }
            let id = GlobalId::at(index);
            let extent = layout.extent(&module.types, global.ty).ok_or_else(|| {
                let name = name_of(module, id);
                let message = format!("the thread-local variable `{name}` has no size");
                ErrorKind::BadType.fault(message)
            })?;
            variables.push(Variable {
                global: id,
                ty: global.ty,
                initializer,
                is_zero: is_zero(module, initializer),
                align: global.align.bytes().unwrap_or(extent.align),
                size: extent.size,
                offset: 0,
            });
        }
        // The sort is stable, so variables otherwise keep their order.
        variables.sort_by_key(|variable| variable.is_zero);
        Template::laid_out(variables).ok_or_else(|| {
            ErrorKind::TooLarge.fault(format!(
                "the thread-local variables take more than {MAX_SIZE} bytes"
            ))
        })
    }

    fn laid_out(mut variables: Vec<Variable>) -> Option<Template> {
        let (mut end, mut align, mut data_size) = (0_u64, 1, 0);
        for variable in &mut variables {
            variable.offset = end.checked_next_multiple_of(variable.align)?;
            end = variable.offset.checked_add(variable.size)?;
            align = align.max(variable.align);
            if !variable.is_zero {
                data_size = end;
            }
            if end > MAX_SIZE {
                return None;
            }
        }
        let size = end.checked_next_multiple_of(align)?;
        (size <= MAX_SIZE).then_some(Template {
            variables,
            align,
            data_size,
            size,
        })
    }

    /// Offset of a variable from the thread pointer, which is at the end of the template, as the
    /// bits of an `i32`.
    pub(super) fn distance_from_pointer(&self, variable: &Variable) -> u64 {
        variable.offset.wrapping_sub(self.size) & u64::from(u32::MAX)
    }

    /// The values of the variables that are not zero: a packed struct.
    pub(super) fn data(&self, module: &mut Module) -> ConstantId {
        let byte = module.types.integer(8);
        let (mut types, mut values) = (Vec::new(), Vec::new());
        let mut end = 0;
        for variable in self.variables.iter().filter(|variable| !variable.is_zero) {
            if variable.offset > end {
                let padding = module.types.array(byte, variable.offset - end);
                types.push(padding);
                values.push(module.zero(padding));
            }
            types.push(variable.ty);
            values.push(variable.initializer);
            end = variable.offset + variable.size;
        }
        let ty = module.types.literal_struct(&types, true);
        if values.is_empty() {
            module.zero(ty)
        } else {
            module.constants.aggregate(ty, &values)
        }
    }
}

/// Returns true if an initialiser is all zeros. Aggregates need not be examined, because a zero
/// aggregate is a constant kind of its own.
fn is_zero(module: &Module, initializer: ConstantId) -> bool {
    match module.constants.get(initializer).kind {
        ConstantKind::Bits(0)
        | ConstantKind::Null
        | ConstantKind::Undef
        | ConstantKind::Poison
        | ConstantKind::Zero => true,
        ConstantKind::Data(bytes) => module.constants.bytes(bytes).iter().all(|&byte| byte == 0),
        ConstantKind::WideBits(words) => {
            module.constants.words(words).iter().all(|&word| word == 0)
        }
        _ => false,
    }
}
