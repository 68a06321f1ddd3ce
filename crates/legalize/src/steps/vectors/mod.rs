//! Expands the vectors, and the operations on vectors, that PNaCl does not have.
//!
//! PNaCl has vectors of 128 bits (`<16 x i8>`, `<8 x i16>`, `<4 x i32>`, `<4 x float>`) and, for
//! the results of comparisons, `<4 x i1>`, `<8 x i1>` and `<16 x i1>`. It computes with them as
//! with numbers. It has no constant vectors and no `shufflevector`, and an element's index must be
//! constant.
//!
//! A vector of another type is split into its elements, and every instruction is repeated for each
//! element. Operations that PNaCl lacks for its own types are also done for each element, and the
//! results are combined.
//!
//! ```llvm
//! %sum = add <2 x i32> %a, %b
//! %r = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer
//! ```
//!
//! becomes
//!
//! ```llvm
//! %sum.0 = add i32 %a.0, %b.0
//! %sum.1 = add i32 %a.1, %b.1
//! %e = extractelement <4 x i32> %v, i32 0
//! %r.0 = insertelement <4 x i32> undef, i32 %e, i32 0
//! %r.1 = insertelement <4 x i32> %r.0, i32 %e, i32 1
//! ; ... and so on
//! ```
//!
//! Constant vectors are loaded from constant variables, and constant vectors of bits are built from
//! their elements. For phis this is done in the block that control comes from. Elements with an
//! index that is not constant are accessed through memory: an index that is too large then means
//! some element, never memory outside of the vector. Vectors are loaded and stored as a whole if
//! they have the alignment of their elements, and otherwise element by element. Elements that are
//! not whole bytes have no padding between them, so these vectors are loaded as one integer. A
//! `bitcast` between vectors of different elements goes through integers; between PNaCl's vectors
//! and 128-bit numbers it is left to `large-integers`.
//!
//! These intrinsics that exist only for vectors are expanded: reductions, masked loads and stores,
//! gathering, scattering, reversing, and inserting or extracting parts. Vectors of more than 128
//! elements, and scalable vectors, are errors.
//!
//! Relies on `signatures`, which passes vectors that PNaCl does not have in
//! memory, on `structs`, and on `intrinsics`, which computes functions of
//! vectors element by element.

mod casts;
mod elements;
mod flow;
mod functions;
mod memory;
mod shuffle;

use crate::Options;
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::layout::Layout;
use crate::memory::Room;
use crate::split_values::SplitValues;
use crate::vector_shapes::{Shape, shape_of};
use elements::Constants;
use flow::Edge;
use functions::Outcome;
use pinnacle_llvm::{
    BinaryOp, Body, Edit, Editor, GlobalId, Instruction, InstructionKind, LocalId, Module, Type,
    TypeId, Value,
};

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let is_vector = |index| matches!(module.types.get(index), Type::Vector { .. });
    if !(0..module.types.len()).map(TypeId::at).any(is_vector) {
        return;
    }
    let mut constants = Constants::default();
    let mut layout = Layout::of(module);
    for index in 0..module.globals().len() {
        let function = GlobalId::at(index);
        if !body_of(module, function).is_some_and(|body| has_vectors(module, body)) {
            continue;
        }
        if let Some(id) = module.as_function(function)
            && let Some(body) = &mut module.function_mut(id).body
        {
            // In blocks that are never reached a value may be made of itself.
            body.remove_unreachable_blocks();
        }
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let (room, edges) = plan(module, body, &mut layout);
        let mut step = Expander {
            constants: &mut constants,
            layout: &mut layout,
            parts: SplitValues::new(body.locals().len()),
            edges,
            room,
            frame: None,
            begun: false,
        };
        reporter.edit(module, function, |editor, instruction| {
            step.instruction(editor, instruction)
        });
    }
}

/// Returns true if a body has a vector anywhere.
fn has_vectors(module: &Module, body: &Body) -> bool {
    let is_one = |ty| matches!(module.types.get(ty), Type::Vector { .. });
    body.locals().iter().any(|local| is_one(local.ty))
        || body.instructions().iter().any(|instruction| {
            let mut found = false;
            body.for_each_operand(&instruction.kind, |value| {
                found |= module.type_of(body, value).is_some_and(is_one);
            });
            found
        })
}

/// Finds out how much memory elements need that are accessed by variable
/// numbers, and which constants come to phis.
fn plan(module: &Module, body: &Body, layout: &mut Layout) -> (Room, Vec<Edge>) {
    let mut room = Room::EMPTY;
    let mut edges = Vec::new();
    for instruction in body.instructions() {
        let vector = match instruction.kind {
            InstructionKind::ExtractElement { vector, .. } => vector,
            InstructionKind::InsertElement { operands } => match body.values(operands) {
                &[vector, ..] => vector,
                _ => continue,
            },
            InstructionKind::Phi { incoming, .. } => {
                for &(value, from) in body.incoming(incoming) {
                    if let Value::Constant(constant) = value
                        && let Ok(Some(Shape { legal: true, .. })) =
                            shape_of(module, module.constants.get(constant).ty)
                    {
                        edges.push(Edge {
                            from,
                            constant,
                            local: None,
                        });
                    }
                }
                continue;
            }
            InstructionKind::Call(id) => {
                if functions::needs_memory(module, body.call(id).callee) {
                    room.share(memory::SPARE);
                }
                continue;
            }
            _ => continue,
        };
        if let Some(ty) = module.type_of(body, vector)
            && let Ok(Some(shape)) = shape_of(module, ty)
            && let Some(needed) = memory::room_of(module, layout, shape)
        {
            room.share(needed);
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.constant));
    edges.dedup_by_key(|edge| (edge.from, edge.constant));
    (room, edges)
}

struct Expander<'s> {
    constants: &'s mut Constants,
    layout: &'s mut Layout,
    parts: SplitValues,
    /// Indexed by block and constant.
    edges: Vec<Edge>,
    room: Room,
    frame: Option<Value>,
    begun: bool,
}

impl Expander<'_> {
    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
    ) -> Result<Edit, Fault> {
        if !std::mem::replace(&mut self.begun, true) {
            if self.room.size > 0 {
                self.frame = Some(self.room.alloca(&mut editor.build));
            }
            for edge in &mut self.edges {
                let ty = editor.build.module.constants.get(edge.constant).ty;
                edge.local = Some(editor.build.reserve(ty));
            }
        }
        if instruction.kind.is_terminator() {
            self.leave_block(editor)?;
        }
        if !concerns_vectors(editor, instruction) {
            return Ok(Edit::Keep);
        }
        let result = match instruction.result {
            Some(local) => {
                let ty = editor.build.body().local(local).ty;
                shape_of(editor.build.module, ty)?.map(|shape| (local, ty, shape))
            }
            None => None,
        };
        match result {
            Some((local, ty, shape)) => self.vector(editor, instruction, local, ty, shape),
            None => self.scalar(editor, instruction),
        }
    }

    /// An instruction without a vector as its result.
    fn scalar(&mut self, editor: &mut Editor<'_>, instruction: Instruction) -> Result<Edit, Fault> {
        use InstructionKind as K;
        let kind = instruction.kind;
        match (kind, instruction.result) {
            (
                K::Store {
                    value,
                    pointer,
                    align,
                    ..
                },
                _,
            ) => {
                let (_, shape) = self.typed(editor, value)?;
                if memory::is_direct(editor.build.module, shape, align) {
                    return self.keep(editor, instruction);
                }
                self.store(editor, value, shape, pointer, align)?;
            }
            (K::ExtractElement { vector, index }, Some(result)) => {
                let (_, shape) = self.typed(editor, vector)?;
                match elements::number_of(editor.build.module, index) {
                    Some(number) if number < u64::from(shape.length) && shape.legal => {
                        return self.keep(editor, instruction);
                    }
                    Some(number) if number < u64::from(shape.length) => {
                        let element = self.element(editor, vector, shape, number as u32)?;
                        editor.replace(result, element);
                    }
                    Some(_) => {
                        let undefined = elements::undefined(editor, shape.element);
                        editor.replace(result, undefined);
                    }
                    None => {
                        let element = self.extract_variable(editor, vector, shape, index)?;
                        editor.replace(result, element);
                    }
                }
            }
            (K::Cast { op, value, .. }, Some(result)) => {
                let (_, shape) = self.typed(editor, value)?;
                if shape.legal && !shape.bits {
                    // A number of 128 bits, which is a matter of integers.
                    return self.keep(editor, instruction);
                }
                let ty = editor.build.body().local(result).ty;
                let scalar = self.bit_cast_to_scalar(editor, op, value, ty)?;
                editor.replace(result, scalar);
            }
            (K::Call(_), result) => {
                let Some(function) = functions::of_call(editor, kind) else {
                    return self.keep(editor, instruction);
                };
                match (self.function(editor, kind, function, None)?, result) {
                    (Outcome::Value(value), Some(result)) => editor.replace(result, value),
                    (Outcome::Nothing, None) => {}
                    _ => return Err(functions::not_known(editor, kind)),
                }
            }
            (K::Return(_), _) => return self.keep(editor, instruction),
            _ => return Err(not_possible()),
        }
        Ok(Edit::Drop)
    }

    /// An instruction that gives a vector.
    fn vector(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        result: LocalId,
        ty: TypeId,
        shape: Shape,
    ) -> Result<Edit, Fault> {
        use InstructionKind as K;
        let kind = instruction.kind;
        let first = match kind {
            K::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
                if shape.legal && (bitwise || !shape.bits) {
                    return self.keep(editor, instruction);
                }
                self.each(editor, shape, [lhs, rhs], |[lhs, rhs]| K::Binary {
                    op,
                    flags,
                    lhs,
                    rhs,
                })?
            }
            K::FloatBinary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                if shape.legal {
                    return self.keep(editor, instruction);
                }
                self.each(editor, shape, [lhs, rhs], |[lhs, rhs]| K::FloatBinary {
                    op,
                    flags,
                    lhs,
                    rhs,
                })?
            }
            K::Negate { value, flags } => {
                self.each(editor, shape, [value], |[value]| K::Negate { flags, value })?
            }
            K::Freeze(value) => {
                if shape.legal {
                    return self.keep(editor, instruction);
                }
                self.each(editor, shape, [value], |[value]| K::Freeze(value))?
            }
            K::IntCompare { .. } | K::FloatCompare { .. } => {
                match self.compare(editor, kind, shape)? {
                    Some(first) => first,
                    None => return self.keep(editor, instruction),
                }
            }
            K::Select { flags, operands } => {
                let &[condition, if_true, if_false] = editor.build.body().values(operands) else {
                    return Err(not_possible());
                };
                return self.select(
                    editor,
                    instruction,
                    (result, ty, shape),
                    flags,
                    [condition, if_true, if_false],
                );
            }
            K::Cast { op, value, .. } => match self.cast(editor, instruction, shape, op, value)? {
                Some(first) => first,
                None => return self.keep(editor, instruction),
            },
            K::Phi { incoming, .. } => {
                self.phi(editor, (result, ty, shape), incoming)?;
                return Ok(Edit::Drop);
            }
            K::Load { pointer, align, .. } => {
                if memory::is_direct(editor.build.module, shape, align) {
                    return Ok(Edit::Keep);
                }
                self.load(editor, ty, shape, pointer, align)?
            }
            K::InsertElement { operands } => {
                let &[vector, element, index] = editor.build.body().values(operands) else {
                    return Err(not_possible());
                };
                let result = (result, ty, shape);
                return self.insert(editor, instruction, result, [vector, element, index]);
            }
            K::ShuffleVector { lhs, rhs, mask } => {
                return self.shuffle(editor, (result, ty, shape), [lhs, rhs], mask);
            }
            K::GetElementPtr { .. } => self.address(editor, kind, shape)?,
            K::Call(_) => {
                let Some(function) = functions::of_call(editor, kind) else {
                    if !shape.legal {
                        return Err(not_possible());
                    }
                    return self.keep(editor, instruction);
                };
                match self.function(editor, kind, function, Some(shape))? {
                    Outcome::Elements(first) => first,
                    _ => return Err(functions::not_known(editor, kind)),
                }
            }
            _ => return Err(not_possible()),
        };
        self.finish(editor, (result, ty, shape), first);
        Ok(Edit::Drop)
    }

    /// A comparison for each element; none if PNaCl has it.
    fn compare(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        shape: Shape,
    ) -> Result<Option<usize>, Fault> {
        use InstructionKind as K;
        let (K::IntCompare { lhs, rhs, .. } | K::FloatCompare { lhs, rhs, .. }) = kind else {
            return Err(not_possible());
        };
        let (_, operands) = self.typed(editor, lhs)?;
        if shape.legal && operands.legal && !operands.bits {
            return Ok(None);
        }
        let first = self.each(editor, shape, [lhs, rhs], |[lhs, rhs]| match kind {
            K::FloatCompare {
                predicate, flags, ..
            } => K::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            },
            K::IntCompare { predicate, .. } => K::IntCompare {
                predicate,
                lhs,
                rhs,
            },
            other => other,
        })?;
        Ok(Some(first))
    }

    /// A vector with one element replaced.
    fn insert(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        result @ (_, _, shape): (LocalId, TypeId, Shape),
        [vector, element, index]: [Value; 3],
    ) -> Result<Edit, Fault> {
        let first = match elements::number_of(editor.build.module, index) {
            Some(number) if number < u64::from(shape.length) && shape.legal => {
                return self.keep(editor, instruction);
            }
            Some(number) if number < u64::from(shape.length) => {
                let from = self.elements(editor, vector, shape)?;
                let first = self.parts.len();
                self.parts.repeat(from, shape.length as usize);
                self.parts.set(first + number as usize, element);
                first
            }
            Some(_) => self.all_undefined(editor, shape),
            None => {
                self.insert_variable(editor, result, vector, element, index)?;
                return Ok(Edit::Drop);
            }
        };
        self.finish(editor, result, first);
        Ok(Edit::Drop)
    }

    /// Makes an instruction for each element of its operands. Operands that are not vectors are the
    /// same for all.
    fn each<const N: usize>(
        &mut self,
        editor: &mut Editor<'_>,
        shape: Shape,
        operands: [Value; N],
        make: impl Fn([Value; N]) -> InstructionKind,
    ) -> Result<usize, Fault> {
        let mut sources = [None; N];
        for (source, &operand) in sources.iter_mut().zip(&operands) {
            let ty = editor.build.type_of(operand);
            if let Some(of_operand) = shape_of(editor.build.module, ty)? {
                if of_operand.length != shape.length {
                    return Err(not_possible());
                }
                *source = Some(self.elements(editor, operand, of_operand)?);
            }
        }
        let first = self.parts.len();
        for number in 0..shape.length as usize {
            let mut values = operands;
            for (value, source) in values.iter_mut().zip(sources) {
                if let Some(source) = source {
                    *value = self.parts.get(source + number);
                }
            }
            let value = editor.build.emit(make(values), shape.element);
            self.parts.push(value);
        }
        Ok(first)
    }

    /// Addresses in a vector.
    fn address(
        &mut self,
        editor: &mut Editor<'_>,
        kind: InstructionKind,
        shape: Shape,
    ) -> Result<usize, Fault> {
        let InstructionKind::GetElementPtr {
            source,
            flags,
            operands,
        } = kind
        else {
            return Err(not_possible());
        };
        let operands = editor.build.body().values(operands).to_vec();
        let mut places = Vec::with_capacity(operands.len());
        for &operand in &operands {
            let ty = editor.build.type_of(operand);
            places.push(match shape_of(editor.build.module, ty)? {
                Some(of_operand) if of_operand.length == shape.length => {
                    Some(self.elements(editor, operand, of_operand)?)
                }
                Some(_) => return Err(not_possible()),
                None => None,
            });
        }
        let first = self.parts.len();
        let mut values = operands.clone();
        for number in 0..shape.length as usize {
            for (value, place) in values.iter_mut().zip(&places) {
                if let Some(place) = place {
                    *value = self.parts.get(place + number);
                }
            }
            let operands = editor.build.values(&values);
            let one = InstructionKind::GetElementPtr {
                source,
                flags,
                operands,
            };
            let value = editor.build.emit(one, shape.element);
            self.parts.push(value);
        }
        Ok(first)
    }
}

/// Returns true if an instruction takes or returns a vector.
fn concerns_vectors(editor: &Editor<'_>, instruction: Instruction) -> bool {
    let build = &editor.build;
    let is_one = |ty| matches!(build.module.types.get(ty), Type::Vector { .. });
    if let Some(result) = instruction.result
        && is_one(build.body().local(result).ty)
    {
        return true;
    }
    if matches!(instruction.kind, InstructionKind::Phi { .. }) {
        return false;
    }
    let mut found = false;
    build.body().for_each_operand(&instruction.kind, |value| {
        let ty = build.module.type_of(build.body(), value);
        found |= ty.is_some_and(is_one);
    });
    found
}

#[cold]
fn not_possible() -> Fault {
    Fault::new(
        ErrorKind::BadInstruction,
        "this instruction has no replacement for these vectors",
    )
}
