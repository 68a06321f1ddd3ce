//! Replaces addresses of elements by arithmetic.
//!
//! PNaCl has no types in memory, so a `getelementptr` becomes a sum: the base, each index times the
//! size of its elements, and one constant for all known parts. The constant comes last, so that
//! engines can use it as the offset of the load or store.
//!
//! ```text
//! %1 = getelementptr { i32, [4 x i16] }, ptr %p, i32 %i, i32 1, i32 2
//! ```
//! becomes
//! ```text
//! %2 = ptrtoint ptr %p to i32
//! %3 = mul i32 %i, 12
//! %4 = add i32 %2, %3
//! %5 = add i32 %4, 8
//! %1 = inttoptr i32 %5 to ptr
//! ```
//!
//! The address of an element within another element begins with the outer sum and combines both
//! constants. A multiplication by a power of two becomes a shift.
//!
//! Relies on `vectors`: there are no vectors of pointers.

use crate::Options;
use crate::error::{ErrorKind, Fault, Reporter};
use crate::layout::Layout;
use pinnacle_llvm::{
    BinaryOp, Body, CastOp, ConstantKind, Edit, Editor, Instruction, InstructionKind, List,
    LocalId, Module, Type, TypeId, Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let integer = module.types.integer(32);
    let mut expander = Expander {
        layout: Layout::of(module),
        integer,
        sums: Vec::new(),
    };
    let wanted = |_: &Module, body: &Body| {
        let is_one = |instruction: &Instruction| {
            matches!(instruction.kind, InstructionKind::GetElementPtr { .. })
        };
        body.instructions().iter().any(is_one)
    };
    let mut function = None;
    reporter.edit_all(module, wanted, |editor, instruction| {
        if function != Some(editor.build.function()) {
            function = Some(editor.build.function());
            expander.sums.clear();
        }
        match (instruction.kind, instruction.result) {
            (
                InstructionKind::GetElementPtr {
                    source, operands, ..
                },
                Some(result),
            ) => expander.expand(editor, source, operands, result),
            _ => Ok(Edit::Keep),
        }
    });
}

struct Expander {
    layout: Layout,
    integer: TypeId,
    /// For each local, the sum without its constant part, and the constant part.
    sums: Vec<Option<(Value, u32)>>,
}

impl Expander {
    fn expand(
        &mut self,
        editor: &mut Editor<'_>,
        source: TypeId,
        operands: List,
        result: LocalId,
    ) -> Result<Edit, Fault> {
        let pointer = editor.build.body().local(result).ty;
        if !matches!(editor.build.module.types.get(pointer), Type::Pointer(_)) {
            return Ok(Edit::Keep);
        }
        let count = operands.len();
        let Some(&base) = editor.build.body().values(operands).first() else {
            return Ok(Edit::Keep);
        };
        let base = editor.current_value(base);
        let (mut sum, mut constant) = match base {
            Value::Local(local) => match self.sums.get(local.index()) {
                Some(&Some((sum, constant))) => (Some(sum), constant),
                _ => (None, 0),
            },
            _ => (None, 0),
        };
        let (first_sum, first_constant) = (sum, constant);
        let mut ty = source;
        for place in 1..count {
            let index = editor.build.body().values(operands)[place];
            let number = self.number(editor, index);
            let types = &editor.build.module.types;
            let (scale, part) = match types.get(ty) {
                _ if place == 1 => (self.layout.size(types, ty), ty),
                Type::Array { element, .. } | Type::Vector { element, .. } => {
                    (self.layout.size(types, element), element)
                }
                _ => {
                    let field = number.and_then(|number| self.layout.part(types, ty, number));
                    let (offset, field) = field.ok_or_else(no_part)?;
                    constant = constant.wrapping_add(offset as u32);
                    ty = field;
                    continue;
                }
            };
            ty = part;
            let scale = scale.ok_or_else(no_part)? as u32;
            if let Some(number) = number {
                constant = constant.wrapping_add((number as u32).wrapping_mul(scale));
            } else if scale != 0 {
                let term = self.term(editor, index, scale)?;
                let before = match sum {
                    Some(sum) => sum,
                    None => editor.build.cast(CastOp::PtrToInt, base, self.integer),
                };
                sum = Some(editor.build.binary(BinaryOp::Add, before, term));
            }
        }
        let is_base = sum == first_sum && constant == first_constant;
        if is_base && editor.build.type_of(base) == pointer {
            return Ok(Edit::Value(base));
        }
        let sum = match sum {
            Some(sum) => sum,
            None => editor.build.cast(CastOp::PtrToInt, base, self.integer),
        };
        if self.sums.len() <= result.index() {
            self.sums.resize(result.index() + 1, None);
        }
        self.sums[result.index()] = Some((sum, constant));
        let mut address = sum;
        if constant != 0 {
            let constant = Value::Constant(editor.build.module.int(32, constant.into()));
            address = editor.build.binary(BinaryOp::Add, sum, constant);
        }
        editor.build.cast(CastOp::IntToPtr, address, pointer);
        editor.define(result);
        Ok(Edit::Drop)
    }

    /// Returns the value of a constant index, sign-extended.
    fn number(&self, editor: &Editor<'_>, index: Value) -> Option<u64> {
        let Value::Constant(constant) = index else {
            return None;
        };
        let module = &*editor.build.module;
        let constant = module.constants.get(constant);
        let Type::Integer(width) = module.types.get(constant.ty) else {
            return None;
        };
        match constant.kind {
            ConstantKind::Bits(bits) => {
                let unused = 64 - width.clamp(1, 64);
                Some(((bits << unused) as i64 >> unused) as u64)
            }
            // Any element will do.
            ConstantKind::Undef | ConstantKind::Poison => Some(0),
            ConstantKind::WideBits(words) => module.constants.words(words).first().copied(),
            _ => None,
        }
    }

    /// Emits an index, truncated or extended to 32 bits, times a size.
    fn term(&self, editor: &mut Editor<'_>, index: Value, scale: u32) -> Result<Value, Fault> {
        let ty = editor.build.type_of(index);
        let index = match editor.build.module.types.get(ty) {
            Type::Integer(32) => index,
            Type::Integer(width) if width < 32 => {
                editor.build.cast(CastOp::SExt, index, self.integer)
            }
            Type::Integer(_) => editor.build.cast(CastOp::Trunc, index, self.integer),
            _ => {
                return Err(ErrorKind::BadType.fault("an index is not an integer"));
            }
        };
        let (op, by) = match scale {
            1 => return Ok(index),
            scale if scale.is_power_of_two() => (BinaryOp::Shl, scale.trailing_zeros()),
            scale => (BinaryOp::Mul, scale),
        };
        let by = Value::Constant(editor.build.module.int(32, by.into()));
        Ok(editor.build.binary(op, index, by))
    }
}

#[cold]
fn no_part() -> Fault {
    ErrorKind::BadType
        .fault("the index selects an element that does not exist, or whose type has no size")
}
