//! From a built module to its records.
//!
//! Numbers are given out here. Types are interned in the order in which they
//! are first needed; constants are sorted by type, since the type is written
//! once for all that follow; instruction values are counted in file order.
//! Whether an operand is a forward reference, and so needs its type declared
//! first, follows from those numbers.

use super::function::{FunctionBuilder, Instruction, Value};
use super::{ModuleBuilder, Part};
use crate::records::{
    Block, CONSTANTS_BLOCK, FUNCTION_BLOCK, File, GLOBALS_BLOCK, Item, MODULE_BLOCK, Record,
    SYMTAB_BLOCK, TYPES_BLOCK,
};
use pinnacle_pexe::function::ValueKind;
use pinnacle_pexe::inst::{BinaryOp, CastOp};
use pinnacle_pexe::types::{Signature, Type, TypeDef};
use std::collections::HashMap;

/// Width of abbreviation indices in blocks without abbreviations.
const WIDTH: u32 = 2;

/// The module as a file without abbreviations.
pub(super) fn module(module: &ModuleBuilder) -> File {
    let mut types = Types::default();
    let declarations: Vec<Item> = module
        .functions
        .iter()
        .map(|function| {
            let ty = types.signature(&function.signature);
            let linkage = if function.name.is_some() { 0 } else { 3 };
            Record::new(8, [ty, 0, u64::from(!function.defined), linkage]).into()
        })
        .collect();
    let bodies: Vec<Item> = (0..)
        .zip(&module.functions)
        .filter(|(_, function)| function.defined)
        .map(|(index, _)| {
            let body = module.bodies.get(&index);
            let body = body.unwrap_or_else(|| panic!("function @f{index} has no body"));
            Body::new(module, body, &mut types).encode().into()
        })
        .collect();

    let mut items = vec![Record::new(1, [1]).into(), types.block().into()];
    items.extend(declarations);
    items.push(globals(module).into());
    items.push(symbol_table(module).into());
    items.extend(bodies);
    File::new(vec![Block::new(MODULE_BLOCK, WIDTH, items).into()])
}

/// The types block under construction.
#[derive(Default)]
struct Types {
    ids: HashMap<TypeDef, u64>,
    records: Vec<Item>,
}

impl Types {
    fn push(&mut self, def: TypeDef, record: Record) -> u64 {
        let id = self.records.len() as u64;
        self.records.push(record.into());
        self.ids.insert(def, id);
        id
    }

    /// The number of a value type.
    fn value(&mut self, ty: Type) -> u64 {
        if let Some(&id) = self.ids.get(&TypeDef::Value(ty)) {
            return id;
        }
        let record = match ty {
            Type::Void => Record::new(2, []),
            Type::Float => Record::new(3, []),
            Type::Double => Record::new(4, []),
            _ if ty.is_vector() => {
                let element = self.value(ty.element());
                Record::new(12, [u64::from(ty.lanes()), element])
            }
            _ => Record::new(7, [u64::from(ty.bits())]),
        };
        self.push(TypeDef::Value(ty), record)
    }

    /// The number of a function type.
    fn signature(&mut self, signature: &Signature) -> u64 {
        let def = TypeDef::Function(signature.clone());
        if let Some(&id) = self.ids.get(&def) {
            return id;
        }
        let mut operands = vec![0, self.value(signature.result)];
        operands.extend(signature.params.iter().map(|&param| self.value(param)));
        self.push(def, Record::new(21, operands))
    }

    fn block(self) -> Block {
        let mut items = vec![Record::new(1, [self.records.len() as u64]).into()];
        items.extend(self.records);
        Block::new(TYPES_BLOCK, WIDTH, items)
    }
}

fn globals(module: &ModuleBuilder) -> Block {
    let mut items: Vec<Item> = vec![Record::new(5, [module.globals.len() as u64]).into()];
    for global in &module.globals {
        items.push(Record::new(0, [alignment(global.align), u64::from(global.constant)]).into());
        if global.initializers.len() != 1 {
            items.push(Record::new(1, [global.initializers.len() as u64]).into());
        }
        items.extend(global.initializers.iter().map(|part| {
            Item::from(match part {
                Part::Zero(count) => Record::new(2, [u64::from(*count)]),
                Part::Data(bytes) => Record::new(3, bytes.iter().map(|&byte| u64::from(byte))),
                Part::Address(address, addend) => {
                    let base = module.address_index(*address);
                    let addend = (*addend != 0).then_some(u64::from(*addend as u32));
                    Record::new(4, std::iter::once(base).chain(addend))
                }
            })
        }));
    }
    Block::new(GLOBALS_BLOCK, WIDTH, items)
}

fn symbol_table(module: &ModuleBuilder) -> Block {
    let entries = (0..)
        .zip(&module.functions)
        .filter_map(|(index, function)| {
            let name = function.name.as_ref()?;
            let characters = name.bytes().map(u64::from);
            Some(Record::new(1, std::iter::once(index).chain(characters)).into())
        });
    Block::new(SYMTAB_BLOCK, WIDTH, entries.collect())
}

impl ModuleBuilder {
    /// The absolute index of a function or a global.
    fn address_index(&self, address: ValueKind) -> u64 {
        match address {
            ValueKind::Function(index) => u64::from(index),
            ValueKind::Global(index) => self.functions.len() as u64 + u64::from(index),
            local => unreachable!("{local} is not an address"),
        }
    }
}

/// The number for an alignment: one more than its logarithm.
fn alignment(bytes: u32) -> u64 {
    assert!(bytes.is_power_of_two(), "{bytes} is not an alignment");
    u64::from(bytes.trailing_zeros()) + 1
}

/// A signed number with its sign as the lowest bit.
fn sign_rotate(number: i64) -> u64 {
    let magnitude = number.unsigned_abs() << 1;
    magnitude | u64::from(number < 0)
}

/// The literal of a type that has the given bits, with its sign rotated.
fn integer_literal(ty: Type, bits: u64) -> u64 {
    let unused = 64 - ty.bits();
    sign_rotate(((bits << unused) as i64) >> unused)
}

fn binary_code(op: BinaryOp) -> u64 {
    let code = (0..=12).find(|&code| {
        [false, true]
            .iter()
            .any(|&float| BinaryOp::from_code(code, float) == Some(op))
    });
    code.expect("every operation has a number")
}

fn cast_code(op: CastOp) -> u64 {
    let code = (0..=11).find(|&code| CastOp::from_code(code) == Some(op));
    code.expect("every conversion has a number")
}

/// One function body being encoded.
struct Body<'a> {
    module: &'a ModuleBuilder,
    body: &'a FunctionBuilder,
    types: &'a mut Types,
    /// Absolute index of each constant.
    constants: Vec<u64>,
    /// Absolute index of each instruction's value.
    values: Vec<u64>,
    /// Absolute index of the next value.
    next: u64,
    items: Vec<Item>,
    /// Values whose type has been declared ahead of their definition.
    declared: Vec<u64>,
}

impl<'a> Body<'a> {
    fn new(module: &'a ModuleBuilder, body: &'a FunctionBuilder, types: &'a mut Types) -> Self {
        let locals = module.functions.len() + module.globals.len();
        Body {
            module,
            body,
            types,
            constants: vec![0; body.constants.len()],
            values: vec![0; body.insts.len()],
            next: (locals + body.params.len()) as u64,
            items: Vec::new(),
            declared: Vec::new(),
        }
    }

    fn encode(mut self) -> Block {
        self.items
            .push(Record::new(1, [self.body.blocks.len() as u64]).into());
        self.encode_constants();
        let order: Vec<u32> = self.body.blocks.iter().flatten().copied().collect();
        let mut next = self.next;
        for &inst in &order {
            self.values[inst as usize] = next;
            next += self.value_count(inst);
        }
        for &inst in &order {
            let record = self.record(&self.body.insts[inst as usize]);
            self.items.push(record.into());
            self.next += self.value_count(inst);
        }
        Block::new(FUNCTION_BLOCK, WIDTH, self.items)
    }

    /// How many values an instruction defines: one or none.
    fn value_count(&self, inst: u32) -> u64 {
        u64::from(self.body.insts[inst as usize].result_type() != Type::Void)
    }

    fn encode_constants(&mut self) {
        if self.body.constants.is_empty() {
            return;
        }
        let mut order: Vec<usize> = (0..self.body.constants.len()).collect();
        order.sort_by_key(|&index| self.body.constants[index].0);
        let mut items = Vec::new();
        let mut current = None;
        for index in order {
            let (ty, bits) = self.body.constants[index];
            if current != Some(ty) {
                items.push(Record::new(1, [self.types.value(ty)]).into());
                current = Some(ty);
            }
            items.push(Item::from(match bits {
                None => Record::new(3, []),
                Some(bits) if ty.is_float() => Record::new(6, [bits]),
                Some(bits) => Record::new(4, [integer_literal(ty, bits)]),
            }));
            self.constants[index] = self.next;
            self.next += 1;
        }
        self.items
            .push(Block::new(CONSTANTS_BLOCK, WIDTH, items).into());
    }

    fn absolute(&self, value: Value) -> u64 {
        match value.kind() {
            ValueKind::Param(index) => {
                let globals = self.module.functions.len() + self.module.globals.len();
                globals as u64 + u64::from(index)
            }
            ValueKind::Constant(index) => self.constants[index as usize],
            ValueKind::Inst(index) => {
                assert_ne!(value.ty(), Type::Void, "a procedure has no value");
                self.values[index as usize]
            }
            address => self.module.address_index(address),
        }
    }

    /// The relative index of an operand, wrapped to 32 bits if the value is
    /// defined later.
    fn operand(&mut self, value: Value) -> u64 {
        let index = self.use_of(value);
        u64::from((self.next as u32).wrapping_sub(index as u32))
    }

    /// The absolute index of an operand. If its definition comes later, its
    /// type is declared, once.
    fn use_of(&mut self, value: Value) -> u64 {
        let index = self.absolute(value);
        if index >= self.next && !self.declared.contains(&index) {
            let ty = self.types.value(value.ty());
            self.items.push(Record::new(43, [index, ty]).into());
            self.declared.push(index);
        }
        index
    }

    fn operands(&mut self, values: &[Value]) -> Vec<u64> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    fn record(&mut self, inst: &Instruction) -> Record {
        match inst {
            Instruction::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.operand(*lhs), self.operand(*rhs));
                Record::new(2, [lhs, rhs, binary_code(*op)])
            }
            Instruction::Cast { op, value, ty } => {
                let value = self.operand(*value);
                Record::new(3, [value, self.types.value(*ty), cast_code(*op)])
            }
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                let (lhs, rhs) = (self.operand(*lhs), self.operand(*rhs));
                Record::new(28, [lhs, rhs, *predicate as u64])
            }
            Instruction::Select {
                condition,
                then,
                otherwise,
            } => Record::new(29, self.operands(&[*then, *otherwise, *condition])),
            Instruction::Extract { vector, index } => {
                Record::new(6, self.operands(&[*vector, *index]))
            }
            Instruction::Insert {
                vector,
                element,
                index,
            } => Record::new(7, self.operands(&[*vector, *element, *index])),
            Instruction::Load { ty, align, address } => {
                let address = self.operand(*address);
                Record::new(20, [address, alignment(*align), self.types.value(*ty)])
            }
            Instruction::Store {
                align,
                address,
                value,
            } => {
                let (address, value) = (self.operand(*address), self.operand(*value));
                Record::new(24, [address, value, alignment(*align)])
            }
            Instruction::Alloca { size, align } => {
                let size = self.operand(*size);
                Record::new(19, [size, alignment(*align)])
            }
            Instruction::Phi { ty, incoming } => self.phi(*ty, incoming),
            Instruction::Call { callee, args, tail } => {
                let mut operands = vec![u64::from(*tail), self.operand(callee.address())];
                operands.extend(self.operands(args));
                Record::new(34, operands)
            }
            Instruction::CallIndirect {
                result,
                address,
                args,
                tail,
            } => {
                let address = self.operand(*address);
                let mut operands = vec![u64::from(*tail), address, self.types.value(*result)];
                operands.extend(self.operands(args));
                Record::new(44, operands)
            }
            Instruction::Return(None) => Record::new(10, []),
            Instruction::Return(Some(value)) => Record::new(10, [self.operand(*value)]),
            Instruction::Branch(target) => Record::new(11, [u64::from(target.0)]),
            Instruction::BranchIf {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.operand(*condition);
                Record::new(11, [u64::from(then.0), u64::from(otherwise.0), condition])
            }
            Instruction::Switch {
                value,
                default,
                cases,
            } => {
                let mut operands = vec![
                    self.types.value(value.ty()),
                    self.operand(*value),
                    u64::from(default.0),
                    cases.len() as u64,
                ];
                for (selector, target) in cases {
                    let selector = integer_literal(value.ty(), *selector as u64);
                    operands.extend([1, 1, selector, u64::from(target.0)]);
                }
                Record::new(12, operands)
            }
            Instruction::Unreachable => Record::new(15, []),
        }
    }

    /// The operands of a phi are signed instead of wrapped.
    fn phi(&mut self, ty: Type, incoming: &[(Value, pinnacle_pexe::BlockId)]) -> Record {
        let mut operands = vec![self.types.value(ty)];
        for &(value, block) in incoming {
            let relative = self.next as i64 - self.use_of(value) as i64;
            operands.extend([sign_rotate(relative), u64::from(block.0)]);
        }
        Record::new(16, operands)
    }
}
