//! Replaces integers that PNaCl does not have by lists of integers that it has.
//!
//! The rewrite of each instruction is written once, over the parts of its operands; see [`Form`].
//! An odd integer is one part of the next size, and a large one is several parts of 64 bits. A step
//! selects the integers to replace.

mod arithmetic;
mod form;
mod instructions;

use crate::emit::check_width;
use crate::error::{ErrorKind, Fault, Reporter, Rewrite, body_of};
use crate::memory::Room;
use crate::mentions::{IsOne, any_type, in_body, in_instruction};
use crate::parts::{Operand, Parts, SplitValues};
use crate::passing::{Changed, FunctionTypes, Passing};
use form::Form;
use pinnacle_llvm::{
    AttributeListId, AttributeSetId, BinaryOp, Body, CastOp, ConstantKind, Edit, Editor,
    FunctionBuilder, Instruction, InstructionKind as K, LocalId, Module, TypeId, TypeTable, Value,
};

/// Maximum number of operations on several parts that a module may expand to.
const MAX_OPERATIONS: u64 = 1 << 19;

/// Replaces the integers of these types in a module.
pub(crate) fn replace(module: &mut Module, reporter: &mut Reporter, is_one: IsOne) {
    if !any_type(module, is_one) {
        return;
    }
    let mut types = FunctionTypes::new(is_one, passing);
    let mut operations = 0;
    for function in module.global_ids() {
        let Some(id) = module.as_function(function) else {
            continue;
        };
        let old = module.global(function).ty;
        let changed = types.change(module, function);
        let Some(changed) = reporter.checked(module, function, changed) else {
            continue;
        };
        let attributes = module.function(id).attributes;
        module.function_mut(id).attributes = split_attributes(module, attributes, old);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if in_body(module, body, is_one) {
            let mut splitter = Splitter {
                is_one,
                types: &mut types,
                changed,
                room: room(module, body, is_one),
                frame: None,
                operations,
                parts: Parts::new(body.locals().len()),
            };
            reporter.rewrite(module, function, &mut splitter);
            operations = splitter.operations;
        }
    }
}

/// One part is passed as itself. Several parts become several parameters, or a result in memory.
fn passing(types: &mut TypeTable, ty: TypeId) -> Result<Passing, Fault> {
    let form = Form::of(types, ty).ok_or_else(unexpected)?;
    check_width(form.width)?;
    let unit = types.integer(form.unit);
    Ok(match form.count() {
        1 => Passing::As(unit),
        count => Passing::Split(unit, count),
    })
}

/// Returns the attributes of a function or call of this type whose parameters are split.
fn split_attributes(module: &mut Module, list: AttributeListId, old: TypeId) -> AttributeListId {
    let types = &module.types;
    let count = |ty: TypeId| Form::of(types, ty).map_or(1, Form::count);
    let parameters = types.parameters(old).unwrap_or_default();
    let in_memory = types.result(old).is_some_and(|ty| count(ty) > 1);
    if !in_memory && parameters.iter().all(|&ty| count(ty) == 1) {
        return list;
    }
    let whole = module.attributes.get(list);
    let none = AttributeSetId::EMPTY;
    let mut sets = vec![none; usize::from(in_memory)];
    for (number, &parameter) in parameters.iter().enumerate() {
        match count(parameter) {
            1 => sets.push(module.attributes.parameter(list, number)),
            several => sets.extend(std::iter::repeat_n(none, several)),
        }
    }
    let result = if in_memory { none } else { whole.result };
    module.attributes.list(whole.function, result, &sets)
}

/// Returns the form of a value, if it is replaced.
fn form_of(module: &Module, body: &Body, value: Value, is_one: IsOne) -> Option<Form> {
    let ty = module.type_of(body, value)?;
    let form = Form::of(&module.types, ty)?;
    is_one(&module.types, ty).then_some(form)
}

/// The room in a function's frame for results of calls, and for vectors that are converted to
/// numbers.
fn room(module: &Module, body: &Body, is_one: IsOne) -> Room {
    let mut room = Room::EMPTY;
    let form = |value| form_of(module, body, value, is_one).filter(|form| form.count() > 1);
    for it in body.instructions() {
        let result = it.result.and_then(|local| form(local.into()));
        let form = match it.kind {
            K::Call(_) => result,
            K::Cast {
                op: CastOp::BitCast,
                value,
                ..
            } => result.or(form(value)),
            _ => None,
        };
        if let Some(form) = form {
            room.share(Room {
                size: (form.filled().width / 8).into(),
                align: 16,
            });
        }
    }
    room
}

/// The rewrite of a function.
struct Splitter<'s> {
    /// The predicate for the types that are replaced.
    is_one: IsOne,
    types: &'s mut FunctionTypes,
    /// The function's parameters and result that are replaced.
    changed: Changed,
    /// The size of its room in the frame.
    room: Room,
    /// The address of that room.
    frame: Option<Value>,
    /// Number of operations on several parts in the module so far.
    operations: u64,
    parts: Parts,
}

impl Rewrite for Splitter<'_> {
    /// Allocates room in the frame, and collects the parts of the parameters.
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        self.frame = self.room.frame(&mut editor.build);
        for (local, number) in std::mem::take(&mut self.changed.displaced) {
            let build = &editor.build;
            let form = self.form(build, local.into()).ok_or_else(unexpected)?;
            let parameters = number..number + form.count();
            let parameters = parameters.map(|number| build.parameter(number));
            let parameters: Vec<Value> = parameters.collect();
            if let &[part] = &parameters[..] {
                editor.replace(local, part);
            }
            self.parts.define(editor, local, parameters);
        }
        Ok(())
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let build = &editor.build;
        if !in_instruction(build.module, build.body(), &it, self.is_one) {
            return Ok(Edit::Keep);
        }
        let result = it.result.and_then(|local| self.form(build, local.into()));
        result.map_or(Ok(()), |form| check_width(form.width))?;
        self.charge(build, &it, result)?;
        match (result, it.result) {
            (Some(form), Some(local)) => {
                let parts = self.result(editor, it, form)?;
                self.define(editor, local, parts)?;
                Ok(Edit::Drop)
            }
            _ => self.use_parts(editor, it),
        }
    }
}

impl SplitValues for Splitter<'_> {
    fn operand(
        &mut self,
        editor: &mut Editor<'_>,
        value: Value,
        _: TypeId,
    ) -> Result<Operand, Fault> {
        let build = &mut editor.build;
        match self.form(build, value) {
            Some(_) => Ok(Operand::Split(self.parts_of(build, value)?.0)),
            None => Ok(Operand::Same(value)),
        }
    }
}

impl Splitter<'_> {
    /// Returns the form of a value, if it is replaced.
    fn form(&self, build: &FunctionBuilder<'_>, value: Value) -> Option<Form> {
        form_of(build.module, build.body(), value, self.is_one)
    }

    /// Returns the parts of a number that is replaced, and its form.
    fn parts_of(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        value: Value,
    ) -> Result<(Vec<Value>, Form), Fault> {
        let form = self.form(build, value).ok_or_else(unexpected)?;
        check_width(form.width)?;
        let id = match value {
            Value::Local(local) => {
                let unit = build.module.types.integer(form.unit);
                let types = std::iter::repeat_n(unit, form.count());
                return Ok((self.parts.of_local(build, local, types).to_vec(), form));
            }
            Value::Constant(id) => id,
            Value::InlineAsm(_) | Value::Metadata(_) => return Err(unexpected()),
        };
        let words = match build.module.constants.get(id).kind {
            ConstantKind::Bits(bits) => vec![bits],
            ConstantKind::WideBits(words) => build.module.constants.words(words).to_vec(),
            // Any number without bits beyond the width will do.
            ConstantKind::Undef | ConstantKind::Zero => Vec::new(),
            _ => {
                return Err(ErrorKind::BadConstant.fault(format!(
                    "a constant of type i{} is not a number",
                    form.width
                )));
            }
        };
        let words = words.into_iter().chain(std::iter::repeat(0));
        let words = words.take(form.count());
        let parts = words.map(|word| build.module.int(form.unit, word).into());
        Ok((parts.collect(), form))
    }

    /// Defines the parts of a local. Copies hide constants, which later replacements would
    /// otherwise fold.
    fn define(
        &mut self,
        editor: &mut Editor<'_>,
        local: LocalId,
        parts: Vec<Value>,
    ) -> Result<(), Fault> {
        let (stand_ins, _) = self.parts_of(&mut editor.build, local.into())?;
        if let &[stand_in] = &stand_ins[..] {
            // The part has the name of the number, also for debuggers.
            editor.replace(local, stand_in);
        }
        for (stand_in, part) in stand_ins.into_iter().zip(parts) {
            if let Value::Local(stand_in) = stand_in {
                editor.replace(stand_in, part);
            }
        }
        Ok(())
    }

    /// Adds the cost of an instruction to the number of operations. Numbers of one part cost
    /// nothing, because their instructions are not repeated.
    fn charge(
        &mut self,
        build: &FunctionBuilder<'_>,
        it: &Instruction,
        result: Option<Form>,
    ) -> Result<(), Fault> {
        let body = build.body();
        let mut parts = result.map_or(1, Form::count) as u64;
        if result.is_none() {
            body.for_each_operand(&it.kind, |value| {
                parts = parts.max(self.form(build, value).map_or(1, Form::count) as u64);
            });
        }
        if parts == 1 {
            return Ok(());
        }
        self.operations += match it.kind {
            K::Binary {
                op: BinaryOp::Mul, ..
            } => parts * parts,
            K::Phi { incoming, .. } => parts + parts * incoming.len() as u64 / 32,
            K::Switch { cases, .. } => cases.len() as u64,
            K::Call(id) => body.call(id).arguments.len() as u64,
            _ if result.is_some() || matches!(it.kind, K::IntCompare { .. }) => parts,
            _ => 1,
        };
        if self.operations <= MAX_OPERATIONS {
            return Ok(());
        }
        Err(ErrorKind::TooLarge
            .fault("the program has too much arithmetic on integers of more than 64 bits"))
    }
}

#[cold]
fn unexpected() -> Fault {
    ErrorKind::BadInstruction.fault("a number is used in an invalid way")
}
