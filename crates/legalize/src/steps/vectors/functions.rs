//! Intrinsics that exist only for vectors.

use super::memory::stride_of;
use super::{Expander, elements, not_possible};
use crate::error::{ErrorKind, Fault, name_of};
use crate::memory::{Place, address, global_of, is_intrinsic};
use crate::vector_shapes::{Shape, shape_of};
use pinnacle_llvm::{
    BinaryOp, Editor, FloatPredicate, InstructionKind, IntPredicate, Module, Type, Value,
};

/// The operation of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// Combines all elements, and a start value if there is one.
    Reduce(BinaryOp),
    Choose(IntPredicate),
    ChooseFloat(FloatPredicate),
    /// Replaces a range of elements by those of a smaller vector.
    Insert,
    /// Extracts a range of elements.
    Extract,
    Reverse,
    /// The vector 0, 1, 2, ...
    Count,
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    Unknown,
}

/// The kind of result of a function.
pub(super) enum Outcome {
    Nothing,
    Value(Value),
    /// The elements of a vector.
    Elements(Vec<Value>),
}

/// Names between `llvm.` and the types.
const TABLE: &[(&[u8], Function)] = &[
    (b"masked.gather", Function::Gather),
    (b"masked.load", Function::MaskedLoad),
    (b"masked.scatter", Function::Scatter),
    (b"masked.store", Function::MaskedStore),
    (b"stepvector", Function::Count),
    (b"vector.extract", Function::Extract),
    (b"vector.insert", Function::Insert),
    (b"vector.reduce.add", Function::Reduce(BinaryOp::Add)),
    (b"vector.reduce.and", Function::Reduce(BinaryOp::And)),
    (b"vector.reduce.fadd", Function::Reduce(BinaryOp::FAdd)),
    (
        b"vector.reduce.fmax",
        Function::ChooseFloat(FloatPredicate::Ogt),
    ),
    (
        b"vector.reduce.fmin",
        Function::ChooseFloat(FloatPredicate::Olt),
    ),
    (b"vector.reduce.fmul", Function::Reduce(BinaryOp::FMul)),
    (b"vector.reduce.mul", Function::Reduce(BinaryOp::Mul)),
    (b"vector.reduce.or", Function::Reduce(BinaryOp::Or)),
    (b"vector.reduce.smax", Function::Choose(IntPredicate::Sgt)),
    (b"vector.reduce.smin", Function::Choose(IntPredicate::Slt)),
    (b"vector.reduce.umax", Function::Choose(IntPredicate::Ugt)),
    (b"vector.reduce.umin", Function::Choose(IntPredicate::Ult)),
    (b"vector.reduce.xor", Function::Reduce(BinaryOp::Xor)),
    (b"vector.reverse", Function::Reverse),
];

/// Returns the operation of a callee, if it is an intrinsic that exists only for vectors.
fn of_callee(module: &Module, callee: Value) -> Option<Function> {
    let global = global_of(module, callee)?;
    if !is_intrinsic(module, global) {
        return None;
    }
    let name = module.names.get(module.global(global).name);
    let name = name.strip_prefix(b"llvm.")?;
    let name = name.strip_prefix(b"experimental.").unwrap_or(name);
    let known = TABLE.iter().find(|(known, _)| {
        name.strip_prefix(*known)
            .is_some_and(|rest| rest.first().is_none_or(|&byte| byte == b'.'))
    });
    match known {
        Some(&(_, function)) => Some(function),
        None => [&b"vector."[..], b"masked.", b"get.active.lane.mask"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
            .then_some(Function::Unknown),
    }
}

pub(super) fn of_call(editor: &Editor<'_>, kind: InstructionKind) -> Option<Function> {
    let build = &editor.build;
    of_callee(build.module, build.body().call(kind.call()?).callee)
}

/// Returns true if a function needs memory for itself.
pub(super) fn needs_memory(module: &Module, callee: Value) -> bool {
    matches!(
        of_callee(module, callee),
        Some(Function::MaskedLoad | Function::MaskedStore | Function::Gather | Function::Scatter)
    )
}

#[cold]
pub(super) fn not_known(editor: &Editor<'_>, kind: InstructionKind) -> Fault {
    let build = &editor.build;
    let callee = kind.call().map(|id| build.body().call(id).callee);
    let name = callee
        .and_then(|callee| global_of(build.module, callee))
        .map(|global| name_of(build.module, global))
        .unwrap_or_default();
    ErrorKind::BadIntrinsic.fault(format!(
        "`{name}` has no known replacement for these vectors"
    ))
}

impl Expander<'_> {
    /// Computes the result of a function; `shape` is the result's.
    pub(super) fn function(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        function: Function,
        shape: Option<Shape>,
    ) -> Result<Outcome, Fault> {
        let Some(id) = kind.call() else {
            return Err(not_possible());
        };
        let call = editor.build.body().call(id);
        let arguments = editor.build.body().values(call.arguments).to_vec();
        match (function, shape, &arguments[..]) {
            (Function::Reduce(op), None, &[ref start @ .., vector]) if start.len() < 2 => {
                let start = start.first().copied();
                self.reduce(editor, start, vector, |editor, lhs, rhs| {
                    editor.build.binary(op, lhs, rhs)
                })
            }
            (Function::Choose(predicate), None, &[vector]) => {
                self.reduce(editor, None, vector, |editor, lhs, rhs| {
                    let build = &mut editor.build;
                    let condition = build.int_compare(predicate, lhs, rhs);
                    build.select(condition, lhs, rhs)
                })
            }
            (Function::ChooseFloat(predicate), None, &[vector]) => {
                // If one operand is a NaN, the result is the other one.
                self.reduce(editor, None, vector, |editor, lhs, rhs| {
                    let build = &mut editor.build;
                    let better = build.float_compare(predicate, lhs, rhs);
                    let alone = build.float_compare(FloatPredicate::Uno, rhs, rhs);
                    let condition = build.binary(BinaryOp::Or, better, alone);
                    build.select(condition, lhs, rhs)
                })
            }
            (Function::Extract, Some(shape), &[vector, place]) => {
                let (_, whole) = self.typed(editor, vector)?;
                let place = self.part(editor, place, whole, shape)?;
                let elements = self.elements(editor, vector, whole)?;
                let end = place + shape.length as usize;
                Ok(Outcome::Elements(elements[place..end].to_vec()))
            }
            (Function::Insert, Some(shape), &[vector, part, place]) => {
                let (_, inserted) = self.typed(editor, part)?;
                let place = self.part(editor, place, shape, inserted)?;
                let part = self.elements(editor, part, inserted)?;
                let mut elements = self.elements(editor, vector, shape)?;
                elements[place..place + part.len()].copy_from_slice(&part);
                Ok(Outcome::Elements(elements))
            }
            (Function::Reverse, Some(shape), &[vector]) => {
                let mut elements = self.elements(editor, vector, shape)?;
                elements.reverse();
                Ok(Outcome::Elements(elements))
            }
            (Function::Count, Some(shape), &[]) => {
                let Type::Integer(width @ ..=64) = editor.build.module.types.get(shape.element)
                else {
                    return Err(not_known(editor, kind));
                };
                let module = &mut *editor.build.module;
                let numbers = (0..shape.length.into()).map(|it| module.int(width, it).into());
                Ok(Outcome::Elements(numbers.collect()))
            }
            (Function::MaskedLoad | Function::Gather, Some(shape), &[from, align, mask, other]) => {
                let other = self.elements(editor, other, shape)?;
                self.masked_load(editor, (from, align, mask), other, shape)
            }
            (Function::MaskedStore | Function::Scatter, None, &[value, to, align, mask]) => {
                self.masked_store(editor, value, (to, align, mask))
            }
            _ => Err(not_known(editor, kind)),
        }
    }

    fn reduce(
        &mut self,
        editor: &mut Editor<'_>,
        start: Option<Value>,
        vector: Value,
        combine: impl Fn(&mut Editor<'_>, Value, Value) -> Value,
    ) -> Result<Outcome, Fault> {
        let (_, shape) = self.typed(editor, vector)?;
        let mut sum = start;
        for element in self.elements(editor, vector, shape)? {
            sum = Some(match sum {
                Some(sum) => combine(editor, sum, element),
                None => element,
            });
        }
        sum.map(Outcome::Value).ok_or_else(not_possible)
    }

    /// Address of a part of a vector.
    fn part(
        &self,
        editor: &Editor<'_>,
        place: Value,
        whole: Shape,
        part: Shape,
    ) -> Result<usize, Fault> {
        let place = elements::number_of(editor.build.module, place);
        let place = place.filter(|&place| {
            let end = place.checked_add(part.length.into());
            part.element == whole.element && end.is_some_and(|end| end <= whole.length.into())
        });
        place
            .and_then(|place| usize::try_from(place).ok())
            .ok_or_else(not_possible)
    }

    /// The addresses of elements, their mask bits, and their alignment.
    fn masked(
        &mut self,
        editor: &mut Editor<'_>,
        (place, align, mask): (Value, Value, Value),
        shape: Shape,
    ) -> Result<(Vec<Value>, Vec<Value>, u64), Fault> {
        let stride = stride_of(editor.build.module, shape).filter(|&stride| stride <= 16);
        let stride = stride.ok_or_else(not_possible)?;
        let (_, of_mask) = self.typed(editor, mask)?;
        if of_mask.length != shape.length || !of_mask.bits {
            return Err(not_possible());
        }
        let mask = self.elements(editor, mask, of_mask)?;
        let ty = editor.build.type_of(place);
        let align = elements::number_of(editor.build.module, align);
        let align = align.filter(|align| align.is_power_of_two()).unwrap_or(1);
        let places = match shape_of(editor.build.module, ty)? {
            Some(of_place) if of_place.length != shape.length => return Err(not_possible()),
            Some(of_place) => self.elements(editor, place, of_place)?,
            None => (0..u64::from(shape.length))
                .map(|number| address(&mut editor.build, place, number * stride))
                .collect(),
        };
        Ok((places, mask, align.min(1 << stride.trailing_zeros())))
    }

    /// Loads the elements that the mask selects. The others are loaded from spare memory that
    /// always exists.
    fn masked_load(
        &mut self,
        editor: &mut Editor<'_>,
        access: (Value, Value, Value),
        mut elements: Vec<Value>,
        shape: Shape,
    ) -> Result<Outcome, Fault> {
        let spare = self.frame.ok_or_else(not_possible)?;
        let (places, mask, align) = self.masked(editor, access, shape)?;
        for ((&place, &wanted), element) in places.iter().zip(&mask).zip(&mut elements) {
            let place = editor.build.select(wanted, place, spare);
            let found = Place::new(place, align).load(&mut editor.build, shape.element);
            *element = editor.build.select(wanted, found, *element);
        }
        Ok(Outcome::Elements(elements))
    }

    fn masked_store(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        access: (Value, Value, Value),
    ) -> Result<Outcome, Fault> {
        let spare = self.frame.ok_or_else(not_possible)?;
        let (_, shape) = self.typed(editor, value)?;
        let elements = self.elements(editor, value, shape)?;
        let (places, mask, align) = self.masked(editor, access, shape)?;
        for ((&place, &wanted), &element) in places.iter().zip(&mask).zip(&elements) {
            let place = editor.build.select(wanted, place, spare);
            Place::new(place, align).store(&mut editor.build, element);
        }
        Ok(Outcome::Nothing)
    }
}
