//! The rules for intrinsics, which are recognised by name.

use super::Context;
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantKind, FunctionId, Module, Type, TypeId, Value};

/// A function provided by the target or the language. Functions with other names that begin with
/// `llvm.` are ordinary functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Intrinsic {
    arguments: usize,
    rule: Rule,
}

/// Requirements beyond the number of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Nothing,
    /// The calling function must take variable arguments.
    InVarargs,
    /// Returns a pointer and takes a constant integer.
    FrameAddress,
    /// The second argument is a constant.
    SecondConstant,
    /// Both arguments are floating-point numbers of the same type. The result is a `bool`.
    Unordered,
    /// All arguments and the result, if there is one, are integers.
    Port,
    /// The argument is a pointer to the result's type.
    ReadAddress,
    /// The second argument is a pointer to the first one's type.
    WriteAddress,
}

const INTRINSICS: &[(&str, usize, Rule)] = &[
    ("llvm.va_start", 0, Rule::InVarargs),
    ("llvm.va_end", 1, Rule::Nothing),
    ("llvm.va_copy", 1, Rule::Nothing),
    ("llvm.returnaddress", 1, Rule::FrameAddress),
    ("llvm.frameaddress", 1, Rule::FrameAddress),
    ("llvm.setjmp", 1, Rule::Nothing),
    ("llvm.longjmp", 2, Rule::Nothing),
    ("llvm.sigsetjmp", 2, Rule::Nothing),
    ("llvm.siglongjmp", 2, Rule::Nothing),
    ("llvm.gcroot", 2, Rule::SecondConstant),
    ("llvm.gcread", 2, Rule::Nothing),
    ("llvm.gcwrite", 3, Rule::Nothing),
    ("llvm.dbg.stoppoint", 4, Rule::Nothing),
    ("llvm.dbg.region.start", 1, Rule::Nothing),
    ("llvm.dbg.region.end", 1, Rule::Nothing),
    ("llvm.dbg.func.start", 1, Rule::Nothing),
    ("llvm.dbg.declare", 1, Rule::Nothing),
    ("llvm.memcpy", 4, Rule::Nothing),
    ("llvm.memmove", 4, Rule::Nothing),
    ("llvm.memset", 4, Rule::Nothing),
    ("llvm.isunordered", 2, Rule::Unordered),
    ("llvm.readport", 1, Rule::Port),
    ("llvm.writeport", 2, Rule::Port),
    ("llvm.readio", 1, Rule::ReadAddress),
    ("llvm.writeio", 2, Rule::WriteAddress),
];

/// The intrinsics among the functions of a module.
pub(super) fn find(module: &Module) -> Vec<Option<Intrinsic>> {
    let by_name = |name: &[u8]| {
        if !name.starts_with(b"llvm.") {
            return None;
        }
        let &(_, arguments, rule) = INTRINSICS
            .iter()
            .find(|(known, _, _)| known.as_bytes() == name)?;
        Some(Intrinsic { arguments, rule })
    };
    module
        .functions
        .iter()
        .map(|function| by_name(module.names.get(function.name)))
        .collect()
}

impl Context<'_> {
    /// The intrinsic whose address an operand is, if it is one.
    pub(super) fn intrinsic(&self, value: Value) -> Option<(FunctionId, Intrinsic)> {
        let Value::Constant(id) = value else {
            return None;
        };
        if id.index() >= self.module.constants.len() {
            return None;
        }
        match self.module.constants.get(id).kind {
            ConstantKind::Function(id) => {
                let intrinsic = self.intrinsics.get(id.index()).copied().flatten()?;
                Some((id, intrinsic))
            }
            _ => None,
        }
    }

    /// Checks a call of an intrinsic, whose arguments fit the function's type.
    pub(super) fn intrinsic_call(
        &self,
        caller: FunctionId,
        (callee, intrinsic): (FunctionId, Intrinsic),
        arguments: &[Value],
    ) -> Result<(), Error> {
        let Some((result, parameters, varargs)) = self.module.signature(callee) else {
            return Ok(());
        };
        let count = intrinsic.arguments;
        if parameters.len() > count || (parameters.len() < count && !varargs) {
            let found = parameters.len();
            return Err(
                self.bad_intrinsic(callee, &format!("takes {count} arguments, found {found}"))
            );
        }
        let types = &self.module.types;
        let is_number = |value: &Value| {
            matches!(value, Value::Constant(id)
                if matches!(self.module.constants.get(*id).kind, ConstantKind::Int(_)))
        };
        let demand = match intrinsic.rule {
            Rule::Nothing => None,
            Rule::InVarargs => {
                let around = self.module.signature(caller);
                let fits = around.is_some_and(|(_, _, varargs)| varargs);
                (!fits).then_some("is allowed only in functions with variable arguments")
            }
            Rule::FrameAddress => {
                if !matches!(types.get(result), Type::Pointer { .. }) {
                    Some("gives a pointer")
                } else {
                    let fits = arguments.first().is_some_and(is_number);
                    (!fits).then_some("takes a plain number")
                }
            }
            Rule::SecondConstant => {
                let fits = matches!(arguments.get(1), Some(Value::Constant(_)));
                (!fits).then_some("takes a constant as its second argument")
            }
            Rule::Unordered => {
                let fits = result == TypeId::BOOL
                    && matches!(parameters, [a, b] if a == b && a.is_floating());
                (!fits).then_some(
                    "takes two floating-point numbers of the same type and returns a bool",
                )
            }
            Rule::Port => {
                let mut all = parameters.iter();
                let fits = all.all(|ty| ty.is_integer())
                    && (result == TypeId::VOID || result.is_integer());
                (!fits).then_some("takes and returns integers")
            }
            Rule::ReadAddress => {
                let fits = matches!(parameters, [address]
                    if types.pointee(*address) == Some(result));
                (!fits).then_some("takes the address of a value of its result type")
            }
            Rule::WriteAddress => {
                let fits = matches!(parameters, [value, address]
                    if types.pointee(*address) == Some(*value));
                (!fits).then_some("takes a value and an address for it")
            }
        };
        match demand {
            Some(demand) => Err(self.bad_intrinsic(callee, demand)),
            None => Ok(()),
        }
    }

    #[cold]
    pub(super) fn bad_intrinsic(&self, callee: FunctionId, demand: &str) -> Error {
        let name = self.module.functions[callee.index()].name;
        let name = String::from_utf8_lossy(self.module.names.get(name));
        Error::new(ErrorKind::BadIntrinsic, format!("%{name} {demand}"))
    }
}
