//! Random function bodies.

use super::Generator;
use crate::random::Choices;
use pinnacle_bytecode::model::{
    BinaryOp, BlockId, Body, Case, Convention, FunctionId, Incoming, Inst, InstId, Linkage,
    ShiftOp, Type, TypeId, Value,
};

/// A function body under construction.
struct Frame {
    body: Body,
    result: TypeId,
    /// Values that every block of the function can use.
    everywhere: Vec<(Value, TypeId)>,
    /// Values that the rest of the current block can use.
    here: Vec<(Value, TypeId)>,
    /// The values that each block computes.
    of_blocks: Vec<Vec<(Value, TypeId)>>,
    phis: Vec<(InstId, BlockId)>,
}

/// The terminator of a block.
#[derive(Clone)]
enum Exit {
    Return,
    Unwind,
    Branch(BlockId),
    Condition(BlockId, BlockId),
    Switch(Vec<BlockId>),
    Invoke(BlockId, BlockId),
}

impl Exit {
    fn targets(&self) -> Vec<BlockId> {
        match *self {
            Exit::Return | Exit::Unwind => Vec::new(),
            Exit::Branch(target) => vec![target],
            Exit::Condition(first, second) | Exit::Invoke(first, second) => vec![first, second],
            Exit::Switch(ref targets) => targets.clone(),
        }
    }
}

impl Generator {
    /// Defines a function, or leaves it as a declaration.
    pub(super) fn body(&mut self, id: FunctionId) {
        if self.random.one_in(4) {
            return;
        }
        let Some((result, parameters, _)) = self.module.signature(id) else {
            return;
        };
        let parameters = parameters.to_vec();
        let mut frame = Frame {
            body: Body::new(),
            result,
            everywhere: Vec::new(),
            here: Vec::new(),
            of_blocks: Vec::new(),
            phis: Vec::new(),
        };
        for (index, &ty) in (0..).zip(&parameters) {
            frame.everywhere.push((Value::Argument(index), ty));
            let name = self.name();
            if !name.is_empty() {
                frame.body.name_argument(index, &name);
            }
        }
        let exits = self.exits();
        let mut edges = vec![Vec::new(); exits.len()];
        for (from, exit) in (0..).zip(&exits) {
            for target in exit.targets() {
                edges[target.index()].push(BlockId(from));
            }
        }
        for (exit, edges) in exits.iter().zip(&edges) {
            self.block(&mut frame, exit, edges);
        }
        self.fill_phis(&mut frame, &edges);
        if !self.plain_names && self.random.one_in(8) {
            let name = frame.body.names.add(b"a type of the function");
            let ty = *self.random.pick(&self.sized);
            frame.body.type_names.push((name, ty));
        }
        let function = &mut self.module.functions[id.index()];
        function.linkage = *self.random.pick(&[
            Linkage::External,
            Linkage::Weak,
            Linkage::Internal,
            Linkage::LinkOnce,
        ]);
        function.body = Some(Box::new(frame.body));
    }

    /// Draws the edges between blocks. The first block has no predecessors.
    fn exits(&mut self) -> Vec<Exit> {
        let count = 1 + self.random.index(self.size.blocks);
        (0..count)
            .map(|_| {
                if count == 1 {
                    return Exit::Return;
                }
                let mut target = || BlockId(1 + self.random.index(count - 1) as u32);
                let (first, second) = (target(), target());
                match self.random.index(7) {
                    0 => Exit::Return,
                    1 if self.random.one_in(4) => Exit::Unwind,
                    2 | 3 => Exit::Condition(first, second),
                    4 => Exit::Switch(
                        (0..1 + self.random.index(5))
                            .map(|_| BlockId(1 + self.random.index(count - 1) as u32))
                            .collect(),
                    ),
                    5 => Exit::Invoke(first, second),
                    _ => Exit::Branch(first),
                }
            })
            .collect()
    }

    fn block(&mut self, frame: &mut Frame, exit: &Exit, edges: &[BlockId]) {
        let block = frame.body.start_block();
        let name = self.name();
        if !name.is_empty() {
            frame.body.name_block(block, &name);
        }
        if !edges.is_empty() {
            for _ in 0..self.random.index(3) {
                let ty = *self.random.pick(&self.first_class);
                let incoming = frame.body.add_incoming(&[]);
                let id = self.push(frame, Inst::Phi { incoming }, ty);
                frame.phis.push((id, block));
            }
        }
        for _ in 0..self.random.index(self.size.insts + 1) {
            self.inst(frame);
        }
        self.exit(frame, exit);
        let values = std::mem::take(&mut frame.here);
        if block == BlockId(0) {
            frame.everywhere.extend(&values);
        }
        frame.of_blocks.push(values);
    }

    /// Adds an instruction. Its result can be used by the following ones.
    fn push(&mut self, frame: &mut Frame, inst: Inst, result: TypeId) -> InstId {
        let id = frame.body.push(inst, result);
        if result != TypeId::VOID {
            if !inst.is_terminator() {
                frame.here.push((Value::Inst(id), result));
            }
            let name = self.name();
            if !name.is_empty() {
                frame.body.name_inst(id, &name);
            }
        }
        id
    }

    /// Returns a value of a type that can be used here.
    fn value(&mut self, frame: &Frame, ty: TypeId) -> Value {
        for values in [&frame.here, &frame.everywhere] {
            for _ in 0..4 {
                if let Some(&(value, found)) = values.get(self.random.index(values.len()))
                    && found == ty
                {
                    return value;
                }
            }
        }
        Value::Constant(self.constant(ty, 3))
    }

    /// Returns any value that can be used here, with its type.
    fn any_value(&mut self, frame: &Frame) -> (Value, TypeId) {
        let values = [&frame.here, &frame.everywhere][self.random.index(2)];
        match values.get(self.random.index(values.len())) {
            Some(&found) => found,
            None => {
                let ty = *self.random.pick(&self.first_class);
                (Value::Constant(self.constant(ty, 3)), ty)
            }
        }
    }

    /// Returns a pointer that can be used here, with its pointee type.
    fn any_pointer(&mut self, frame: &Frame) -> (Value, TypeId) {
        for _ in 0..4 {
            let (value, ty) = self.any_value(frame);
            if let Some(pointee) = self.module.types.pointee(ty) {
                return (value, pointee);
            }
        }
        if !self.addresses.is_empty() && !self.random.one_in(4) {
            let address = *self.random.pick(&self.addresses);
            let ty = self.module.constants.type_of(address);
            if let Some(pointee) = self.module.types.pointee(ty) {
                return (Value::Constant(address), pointee);
            }
        }
        let pointee = *self.random.pick(&self.sized);
        let ty = self.module.types.pointer_to(pointee);
        (self.value(frame, ty), pointee)
    }

    fn inst(&mut self, frame: &mut Frame) {
        match self.random.index(16) {
            0..3 => self.arithmetic(frame),
            3 => {
                let (lhs, ty) = self.any_value(frame);
                let rhs = self.value(frame, ty);
                let op = *self.random.pick(&BinaryOp::ALL[8..]);
                self.push(frame, Inst::Binary { op, lhs, rhs }, TypeId::BOOL);
            }
            4 | 5 => self.allocation(frame),
            6 | 7 => self.access(frame),
            8 | 9 => self.address(frame),
            10 | 11 => {
                let (value, _) = self.any_value(frame);
                let ty = *self.random.pick(&self.first_class);
                self.push(frame, Inst::Cast { value }, ty);
            }
            12 | 13 => {
                if let Some((callee, arguments, result)) = self.call(frame) {
                    self.push(
                        frame,
                        Inst::Call {
                            callee,
                            arguments,
                            convention: Convention::C,
                            tail: false,
                        },
                        result,
                    );
                }
            }
            // LLVM 1.9 does not have these operations.
            14 if !self.features.split_division() => {
                let (list, ty) = self.any_value(frame);
                let argument = *self.random.pick(&self.first_class);
                match self.random.one_in(2) {
                    true => self.push(frame, Inst::VaNext { list, argument }, ty),
                    false => self.push(frame, Inst::VaArg { list }, argument),
                };
            }
            _ => {
                let (value, ty) = self.any_value(frame);
                if self.features.select() {
                    let select = Inst::Select {
                        condition: self.value(frame, TypeId::BOOL),
                        if_true: value,
                        if_false: self.value(frame, ty),
                    };
                    self.push(frame, select, ty);
                }
            }
        }
    }

    fn arithmetic(&mut self, frame: &mut Frame) {
        let (lhs, ty) = self.any_value(frame);
        if ty.is_integer() && self.random.one_in(4) {
            let shift = Inst::Shift {
                op: *self.random.pick(&[ShiftOp::Shl, ShiftOp::Shr]),
                value: lhs,
                amount: self.value(frame, TypeId::UBYTE),
            };
            self.push(frame, shift, ty);
        } else if ty.is_integer() || ty.is_floating() || ty == TypeId::BOOL {
            let rhs = self.value(frame, ty);
            let op = self.operator(ty);
            self.push(frame, Inst::Binary { op, lhs, rhs }, ty);
        }
    }

    fn allocation(&mut self, frame: &mut Frame) {
        let value_type = *self.random.pick(&self.sized);
        let ty = self.module.types.pointer_to(value_type);
        let count = match self.random.one_in(2) {
            true => Value::Constant(self.module.constants.int(TypeId::UINT, 1)),
            false => self.value(frame, TypeId::UINT),
        };
        let inst = match self.random.one_in(2) {
            true => Inst::Malloc {
                count,
                alignment: 0,
            },
            false => Inst::Alloca {
                count,
                alignment: 0,
            },
        };
        self.push(frame, inst, ty);
    }

    fn access(&mut self, frame: &mut Frame) {
        let (pointer, ty) = self.any_pointer(frame);
        if !self.module.types.is_first_class(ty) {
            self.push(frame, Inst::Free { pointer }, TypeId::VOID);
            return;
        }
        let volatile = self.random.one_in(4);
        if self.random.one_in(2) {
            self.push(frame, Inst::Load { pointer, volatile }, ty);
        } else {
            let value = self.value(frame, ty);
            let store = Inst::Store {
                value,
                pointer,
                volatile,
            };
            self.push(frame, store, TypeId::VOID);
        }
    }

    fn address(&mut self, frame: &mut Frame) {
        let (pointer, mut at) = self.any_pointer(frame);
        let element_type = self.element_index_type();
        let mut indices = vec![self.value(frame, element_type)];
        while !self.random.one_in(4) {
            let Some((index, part)) = self.part_index(at) else {
                break;
            };
            let is_array = matches!(self.module.types.get(at), Type::Array { .. });
            indices.push(match is_array && self.random.one_in(2) {
                true => {
                    let ty = self.element_index_type();
                    self.value(frame, ty)
                }
                false => Value::Constant(index),
            });
            at = part;
        }
        if self.random.one_in(20) {
            return;
        }
        let ty = self.module.types.pointer_to(at);
        let indices = frame.body.add_values(&indices);
        self.push(frame, Inst::GetElementPtr { pointer, indices }, ty);
    }

    /// Returns a function to call, its arguments, and its result type.
    fn call(
        &mut self,
        frame: &mut Frame,
    ) -> Option<(Value, pinnacle_bytecode::model::List<Value>, TypeId)> {
        let (callee, ty) = self.any_pointer(frame);
        let Type::Function {
            result,
            parameters,
            varargs,
        } = self.module.types.get(ty)
        else {
            return None;
        };
        let parameters = self.module.types.list(parameters).to_vec();
        let mut arguments: Vec<_> = parameters
            .into_iter()
            .map(|ty| self.value(frame, ty))
            .collect();
        if varargs {
            let count = self.random.index(4);
            arguments.extend((0..count).map(|_| self.any_value(frame).0));
        }
        Some((callee, frame.body.add_values(&arguments), result))
    }

    /// Appends the terminator of a block.
    fn exit(&mut self, frame: &mut Frame, exit: &Exit) {
        let inst = match *exit {
            Exit::Return if frame.result == TypeId::VOID => Inst::Ret { value: None },
            Exit::Return => Inst::Ret {
                value: Some(self.value(frame, frame.result)),
            },
            Exit::Unwind => Inst::Unwind,
            Exit::Branch(target) => Inst::Br { target },
            Exit::Condition(if_true, if_false) => Inst::CondBr {
                condition: self.value(frame, TypeId::BOOL),
                if_true,
                if_false,
            },
            Exit::Switch(ref targets) => self.switch(frame, targets),
            Exit::Invoke(normal, unwind) => return self.invoke(frame, normal, unwind),
        };
        self.push(frame, inst, TypeId::VOID);
    }

    fn switch(&mut self, frame: &mut Frame, targets: &[BlockId]) -> Inst {
        let integers = [TypeId::UBYTE, TypeId::INT, TypeId::UINT, TypeId::LONG];
        let ty = *self.random.pick(&integers);
        let values = self.different_numbers(ty, targets.len());
        let cases: Vec<_> = (values.into_iter().zip(&targets[1..]))
            .map(|(value, &target)| Case {
                value: Value::Constant(value),
                target,
            })
            .collect();
        Inst::Switch {
            value: self.value(frame, ty),
            default: targets[0],
            cases: frame.body.add_cases(&cases),
        }
    }

    fn invoke(&mut self, frame: &mut Frame, normal: BlockId, unwind: BlockId) {
        let called = (0..20).find_map(|_| self.call(frame));
        let (callee, arguments, result) = called.unwrap_or_else(|| {
            // Every module contains this type, a function without parameters that returns nothing.
            let procedure = self.module.types.function(TypeId::VOID, &[], false);
            let ty = self.module.types.pointer_to(procedure);
            let callee = self.value(frame, ty);
            (callee, frame.body.add_values(&[]), TypeId::VOID)
        });
        let invoke = Inst::Invoke {
            callee,
            arguments,
            normal,
            unwind,
            convention: Convention::C,
        };
        self.push(frame, invoke, result);
    }

    /// Sets the operands of phis, once all blocks exist.
    fn fill_phis(&mut self, frame: &mut Frame, edges: &[Vec<BlockId>]) {
        for (id, block) in std::mem::take(&mut frame.phis) {
            let ty = frame.body.result_type(id);
            let mut incoming: Vec<Incoming> = Vec::new();
            for &from in &edges[block.index()] {
                let same = incoming.iter().find(|other| other.block == from);
                let value = match same {
                    Some(other) => other.value,
                    None => {
                        frame.here = frame.of_blocks[from.index()].clone();
                        self.value(frame, ty)
                    }
                };
                incoming.push(Incoming { value, block: from });
            }
            let incoming = frame.body.add_incoming(&incoming);
            frame.body.replace(id, Inst::Phi { incoming });
        }
    }
}
