//! Generates the code of one function.

use super::{Callable, Code, Maker, constant, fields};
use pinnacle_llvm::{
    Align, BinaryOp, CastOp, ConstantId, FloatPredicate, FunctionBuilder, GepFlags,
    InstructionKind, IntPredicate, Type, TypeId, Value,
};
use pinnacle_testing::random::Choices;

/// Maximum number of instructions of a function.
const MAX_INSTRUCTIONS: u64 = 24;

/// Generates the body of a function.
pub(super) fn define<C: Choices>(maker: &mut Maker<'_, C>, index: usize) {
    let Callable {
        id, result, params, ..
    } = maker.functions[index].clone();
    let catches = maker.choices.one_in(3);
    if catches {
        let personality = maker.module.address_of(maker.personality);
        let function = maker.module.as_function(id).expect("it is a function");
        maker.module.function_mut(function).personality = Some(personality);
    }
    let mut code = Code {
        b: FunctionBuilder::new(&mut maker.module, id),
        choices: maker.choices,
        types: &maker.types,
        functions: &maker.functions,
        places: &maker.places,
        values: Vec::new(),
    };
    let entry = code.b.block(b"");
    code.b.start(entry);
    for (number, ty) in params.into_iter().enumerate() {
        let value = code.b.parameter(number);
        code.values.push((value, ty));
    }
    for _ in 0..1 + code.choices.below(MAX_INSTRUCTIONS) {
        code.step(catches);
    }
    code.leave(result);
    code.b.finish();
}

impl<C: Choices> Code<'_, '_, C> {
    pub(super) fn any_type(&mut self) -> TypeId {
        *self.choices.pick(self.types)
    }

    /// Returns a value of a type.
    pub(super) fn value(&mut self, ty: TypeId) -> Value {
        let of_type = self.values.iter().filter(|(_, other)| *other == ty);
        let known: Vec<Value> = of_type.map(|&(value, _)| value).collect();
        if !known.is_empty() && !self.choices.one_in(4) {
            return known[known.len() - 1 - self.choices.small_index(known.len())];
        }
        if let Type::Pointer(_) = self.b.module.types.get(ty) {
            return self.address();
        }
        constant(self.b.module, self.choices, ty).into()
    }

    /// Returns the address of a global, or one near it.
    fn address(&mut self) -> Value {
        if self.choices.one_in(8) || self.places.is_empty() {
            let function = self.choices.pick(self.functions);
            return self.b.module.address_of(function.id).into();
        }
        let place = *self.choices.pick(self.places);
        let base = self.b.module.address_of(place);
        if !self.choices.one_in(3) {
            return base.into();
        }
        let types = &mut self.b.module.types;
        let (byte, pointer) = (types.integer(8), types.pointer());
        let offset = self.choices.below(8);
        let offset = self.b.module.int(32, offset);
        let constants = &mut self.b.module.constants;
        let operands = [base, offset];
        let near = constants.get_element_ptr(pointer, byte, GepFlags::NONE, &operands);
        near.into()
    }

    pub(super) fn int(&mut self, value: u64) -> Value {
        self.b.module.int(32, value).into()
    }

    pub(super) fn keep(&mut self, value: Value) {
        let ty = self.b.type_of(value);
        self.values.push((value, ty));
    }

    fn step(&mut self, catches: bool) {
        match self.choices.below(16) {
            0 | 1 => self.arithmetic(),
            2 => self.comparison(),
            3 => self.conversion(),
            4 | 5 => self.memory(),
            6 => self.parts(),
            7 => self.element_address(),
            8 => self.alloca(),
            9 => self.choice(),
            10 => self.repetition(),
            11 => self.switch(),
            12 | 13 => self.call(false),
            14 => self.call(catches),
            _ => self.lanes(),
        }
    }

    /// The element type of a vector, or the type itself.
    fn scalar(&self, ty: TypeId) -> Type {
        let types = &self.b.module.types;
        match types.get(ty) {
            Type::Vector { element, .. } => types.get(element),
            other => other,
        }
    }

    pub(super) fn arithmetic(&mut self) {
        use BinaryOp as O;
        let ty = self.any_type();
        let ops: &[BinaryOp] = match self.scalar(ty) {
            Type::Integer(_) => &[
                O::Add,
                O::Sub,
                O::Mul,
                O::UDiv,
                O::SRem,
                O::Shl,
                O::LShr,
                O::AShr,
                O::And,
                O::Xor,
            ],
            Type::Float | Type::Double => &[O::FAdd, O::FMul, O::FRem],
            _ => return self.selection(ty),
        };
        let op = *self.choices.pick(ops);
        let (left, right) = (self.value(ty), self.value(ty));
        let result = self.b.binary(op, left, right);
        self.keep(result);
    }

    pub(super) fn selection(&mut self, ty: TypeId) {
        let bit = self.b.module.types.integer(1);
        let [condition, yes, no] = [self.value(bit), self.value(ty), self.value(ty)];
        let result = self.b.select(condition, yes, no);
        self.keep(result);
    }

    fn comparison(&mut self) {
        let ty = self.any_type();
        let (left, right) = (self.value(ty), self.value(ty));
        let result = match self.scalar(ty) {
            Type::Float | Type::Double => {
                let predicate = *self.choices.pick(FloatPredicate::ALL);
                self.b.float_compare(predicate, left, right)
            }
            Type::Integer(_) | Type::Pointer(_) => {
                let predicate = *self.choices.pick(IntPredicate::ALL);
                self.b.int_compare(predicate, left, right)
            }
            _ => self.b.emit(InstructionKind::Freeze(left), ty),
        };
        self.keep(result);
    }

    fn conversion(&mut self) {
        use CastOp as O;
        let (from, to) = (self.any_type(), self.any_type());
        let types = &self.b.module.types;
        let op = match (types.get(from), types.get(to)) {
            (Type::Integer(from), Type::Integer(to)) if from < to => {
                *self.choices.pick(&[O::ZExt, O::SExt])
            }
            (Type::Integer(from), Type::Integer(to)) if from > to => O::Trunc,
            (Type::Integer(_), Type::Float | Type::Double) => {
                *self.choices.pick(&[O::UIToFP, O::SIToFP])
            }
            (Type::Float | Type::Double, Type::Integer(_)) => {
                *self.choices.pick(&[O::FPToUI, O::FPToSI])
            }
            (Type::Float, Type::Double) => O::FPExt,
            (Type::Double, Type::Float) => O::FPTrunc,
            (Type::Pointer(_), Type::Integer(_)) => O::PtrToInt,
            (Type::Integer(_), Type::Pointer(_)) => O::IntToPtr,
            _ => return self.selection(from),
        };
        let value = self.value(from);
        let result = self.b.cast(op, value, to);
        self.keep(result);
    }

    pub(super) fn memory(&mut self) {
        let ty = self.any_type();
        let pointer = self.b.module.types.pointer();
        let address = self.value(pointer);
        let volatile = self.choices.one_in(4);
        if self.choices.one_in(2) {
            let value = self.value(ty);
            return self.b.store(value, address, volatile);
        }
        let value = self.b.load(ty, address, volatile);
        self.keep(value);
    }

    /// Reads or writes a part of a structure.
    fn parts(&mut self) {
        let ty = self.any_type();
        let fields = fields(self.b.module, ty);
        if fields.is_empty() {
            return self.selection(ty);
        }
        let index = self.choices.index(fields.len());
        let aggregate = self.value(ty);
        let result = if self.choices.one_in(2) {
            let indices = self.b.indices(&[index as u32]);
            let kind = InstructionKind::ExtractValue { aggregate, indices };
            self.b.emit(kind, fields[index])
        } else {
            let element = self.value(fields[index]);
            let indices = self.b.indices(&[index as u32]);
            let kind = InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            };
            self.b.emit(kind, ty)
        };
        self.keep(result);
    }

    fn element_address(&mut self) {
        let source = self.any_type();
        let types = &mut self.b.module.types;
        let (pointer, int) = (types.pointer(), types.integer(32));
        let (base, first) = (self.value(pointer), self.value(int));
        let mut indices = vec![first];
        let parts = fields(self.b.module, source);
        if !parts.is_empty() {
            let index = self.choices.below(parts.len() as u64);
            indices.push(self.int(index));
        }
        let result = self.b.get_element_ptr(source, base, &indices);
        self.keep(result);
    }

    fn alloca(&mut self) {
        let ty = self.any_type();
        let int = self.b.module.types.integer(32);
        let count = match self.choices.one_in(3) {
            true => Some(self.value(int)),
            false => None,
        };
        let align = Align::new(1 << self.choices.below(5)).unwrap_or(Align::NATURAL);
        let result = self.b.alloca(ty, count, align);
        self.keep(result);
    }

    /// Reads or writes elements of vectors.
    fn lanes(&mut self) {
        let ty = self.any_type();
        let Type::Vector {
            element, length, ..
        } = self.b.module.types.get(ty)
        else {
            return self.selection(ty);
        };
        let vector = self.value(ty);
        let index = self.choices.below(u64::from(length));
        let index = self.int(index);
        let result = match self.choices.below(3) {
            0 => {
                let kind = InstructionKind::ExtractElement { vector, index };
                self.b.emit(kind, element)
            }
            1 => {
                let value = self.value(element);
                let operands = self.b.values(&[vector, value, index]);
                self.b.emit(InstructionKind::InsertElement { operands }, ty)
            }
            _ => self.shuffle(vector, ty, length),
        };
        self.keep(result);
    }

    fn shuffle(&mut self, lhs: Value, ty: TypeId, length: u32) -> Value {
        let rhs = self.value(ty);
        let module = &mut *self.b.module;
        let int = module.types.integer(32);
        let mask_type = module.types.vector(int, length, false);
        let mut lanes: Vec<ConstantId> = Vec::new();
        for _ in 0..length {
            let lane = self.choices.below(2 * u64::from(length));
            lanes.push(module.int(32, lane));
        }
        let mask = module.constants.aggregate(mask_type, &lanes);
        let kind = InstructionKind::ShuffleVector { lhs, rhs, mask };
        self.b.emit(kind, ty)
    }

    fn leave(&mut self, result: TypeId) {
        if self.choices.one_in(8) {
            return self.b.unreachable();
        }
        let value = match self.b.module.types.get(result) {
            Type::Void => None,
            _ => Some(self.value(result)),
        };
        self.b.ret(value);
    }
}
