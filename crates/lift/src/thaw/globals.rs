//! Functions and variables.

use crate::types::Types;
use pinnacle_llvm::{
    Align, BinaryFlags, BinaryOp, CastOp, ConstantId, ConstantKind, GlobalId, GlobalKind, Linkage,
    Module, TypeId,
};
use pinnacle_pexe::Intrinsic;
use pinnacle_pexe::inst::Alignment;
use pinnacle_pexe::module::{self as pexe, Address, Initializer};
use pinnacle_pexe::types::{Signature, Type};

/// Place of the alignment among the arguments of functions that copy or fill memory. Today's
/// LLVM has it as an attribute; in programs it is always 1.
pub(super) const ALIGNMENT_ARGUMENT: usize = 3;

/// The functions and variables of a module, as globals of the new one.
pub(super) struct Globals<'p> {
    pub(super) program: &'p pexe::Module,
    pub(super) types: Types,
    /// Those of the functions, then those of the variables.
    pub(super) addresses: Vec<ConstantId>,
    /// The functions.
    pub(super) functions: Vec<GlobalId>,
}

impl<'p> Globals<'p> {
    /// Declares all functions, and defines all variables.
    pub(super) fn define(program: &'p pexe::Module, module: &mut Module) -> Globals<'p> {
        let mut globals = Globals {
            program,
            types: Types::new(module),
            addresses: Vec::new(),
            functions: Vec::new(),
        };
        for function in &program.functions {
            let ty = program.types.get(function.ty.index());
            let Some(pinnacle_pexe::types::TypeDef::Function(signature)) = ty else {
                unreachable!("the decoder has checked that a function has a function type");
            };
            let ty = match function.intrinsic {
                Some(intrinsic) => globals.intrinsic_type(module, intrinsic),
                None => globals.types.function(module, signature),
            };
            let name = match function.intrinsic {
                Some(intrinsic) => intrinsic_name(intrinsic).as_bytes(),
                None => function.name.as_deref().unwrap_or_default(),
            };
            let id = module.add_function(name, ty);
            module.global_mut(id).linkage = match function.linkage {
                pexe::Linkage::External => Linkage::External,
                pexe::Linkage::Internal => Linkage::Internal,
            };
            globals.functions.push(id);
            let address = module.address_of(id);
            globals.addresses.push(address);
        }
        let variables = globals.declare_variables(module);
        for (variable, id) in program.globals.iter().zip(variables) {
            let value = globals.initial_value(module, variable);
            let global = module.global_mut(id);
            if let GlobalKind::Variable {
                initializer,
                constant,
                ..
            } = &mut global.kind
            {
                *initializer = Some(value);
                *constant = variable.constant;
            }
        }
        globals
    }

    /// Declares the variables without their values, which may refer to each other.
    fn declare_variables(&mut self, module: &mut Module) -> Vec<GlobalId> {
        let mut ids = Vec::with_capacity(self.program.globals.len());
        for variable in &self.program.globals {
            let ty = self.variable_type(module, variable);
            let name = variable.name.as_deref().unwrap_or_default();
            let id = module.add_variable(name, ty, None);
            let global = module.global_mut(id);
            global.linkage = Linkage::Internal;
            global.align = align(variable.align);
            let address = module.address_of(id);
            self.addresses.push(address);
            ids.push(id);
        }
        ids
    }

    fn parts(&self, variable: &pexe::Global) -> &'p [Initializer] {
        let range = variable.initializers.start as usize..variable.initializers.end as usize;
        &self.program.initializers[range]
    }

    fn variable_type(&self, module: &mut Module, variable: &pexe::Global) -> TypeId {
        let parts = self.parts(variable).iter();
        let types = parts.map(|part| self.part_type(module, *part));
        match &types.collect::<Vec<_>>()[..] {
            &[only] => only,
            types => module.types.literal_struct(types, true),
        }
    }

    fn part_type(&self, module: &mut Module, part: Initializer) -> TypeId {
        match part {
            Initializer::Reloc(..) => self.types.of(Type::I32),
            _ => {
                let byte = self.types.of(Type::I8);
                module.types.array(byte, part.size().into())
            }
        }
    }

    fn initial_value(&self, module: &mut Module, variable: &pexe::Global) -> ConstantId {
        let parts = self.parts(variable).iter();
        let values = parts.map(|part| self.part_value(module, *part));
        match &values.collect::<Vec<_>>()[..] {
            &[only] => only,
            values => {
                let ty = self.variable_type(module, variable);
                module.constants.aggregate(ty, values)
            }
        }
    }

    fn part_value(&self, module: &mut Module, part: Initializer) -> ConstantId {
        match part {
            Initializer::Zero(_) => {
                let ty = self.part_type(module, part);
                module.zero(ty)
            }
            Initializer::Data(start, size) => {
                let start = start as usize;
                module.string(&self.program.data[start..start + size as usize])
            }
            Initializer::Reloc(address, addend) => {
                let index = match address {
                    Address::Function(id) => id.index(),
                    Address::Global(id) => self.functions.len() + id.index(),
                };
                let word = self.types.of(Type::I32);
                let kind = ConstantKind::Cast(CastOp::PtrToInt, self.addresses[index]);
                let base = module.constants.plain(word, kind);
                if addend == 0 {
                    return base;
                }
                let addend = module.int(32, addend as u32 as u64);
                let kind = ConstantKind::Binary(BinaryOp::Add, BinaryFlags::NONE, base, addend);
                module.constants.plain(word, kind)
            }
        }
    }

    /// The type of an intrinsic in LLVM.
    fn intrinsic_type(&self, module: &mut Module, intrinsic: Intrinsic) -> TypeId {
        let row = intrinsic.row();
        let pointers = pointers_of(intrinsic);
        let mut parameters = Vec::with_capacity(row.params.len());
        for (index, &ty) in row.params.iter().enumerate() {
            if pointers.parameters.contains(&index) {
                parameters.push(self.types.pointer);
            } else if !(states_alignment(intrinsic) && index == ALIGNMENT_ARGUMENT) {
                parameters.push(self.types.of(ty));
            }
        }
        let result = match pointers.result {
            true => self.types.pointer,
            false => self.types.of(row.result),
        };
        module.types.function(result, &parameters, false)
    }

    /// The type of a function with a signature.
    pub(super) fn function_type(&self, module: &mut Module, signature: &Signature) -> TypeId {
        self.types.function(module, signature)
    }
}

/// An alignment in LLVM.
pub(super) fn align(align: Alignment) -> Align {
    Align::new(align.bytes().into()).unwrap_or(Align::NATURAL)
}

/// The numbers of an intrinsic that are pointers in LLVM.
pub(super) struct Pointers {
    pub(super) result: bool,
    pub(super) parameters: &'static [usize],
}

/// Returns the pointers in the type of an intrinsic.
pub(super) fn pointers_of(intrinsic: Intrinsic) -> Pointers {
    use Intrinsic as I;
    let parameters: &[usize] = match intrinsic {
        I::Memcpy | I::Memmove => &[0, 1],
        I::Memset
        | I::Stackrestore
        | I::Setjmp
        | I::Longjmp
        | I::AtomicLoad(_)
        | I::AtomicCmpxchg(_) => &[0],
        I::AtomicStore(_) | I::AtomicRmw(_) | I::AtomicIsLockFree => &[1],
        _ => &[],
    };
    Pointers {
        result: matches!(intrinsic, I::Stacksave | I::ReadTp),
        parameters,
    }
}

/// Returns true for intrinsics with an argument that is the alignment.
pub(super) fn states_alignment(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(intrinsic, I::Memcpy | I::Memmove | I::Memset)
}

/// The name of an intrinsic in today's LLVM.
fn intrinsic_name(intrinsic: Intrinsic) -> &'static str {
    match intrinsic {
        Intrinsic::Memcpy => "llvm.memcpy.p0.p0.i32",
        Intrinsic::Memmove => "llvm.memmove.p0.p0.i32",
        Intrinsic::Memset => "llvm.memset.p0.i32",
        Intrinsic::Stacksave => "llvm.stacksave.p0",
        Intrinsic::Stackrestore => "llvm.stackrestore.p0",
        other => other.row().name,
    }
}
