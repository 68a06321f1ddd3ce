//! Invalid modules in memory: the verifier finds errors and does not panic, whatever ids the
//! operands, blocks and types have.

use pinnacle_bytecode::Format;
use pinnacle_bytecode::model::{
    BlockId, Body, Case, ConstantId, GlobalId, Incoming, Inst, InstId, Module, TypeId, Value,
};
use pinnacle_bytecode::verify::{Options, verify};
use pinnacle_testing::bytecode::{Options as Generate, generate};
use pinnacle_testing::random::{Choices, Seeded};

/// Damages bodies: replaces some of their operands, blocks and types with others.
struct Damage {
    random: Seeded,
    one_in: u64,
    constants: usize,
    types: usize,
}

impl Damage {
    fn value(&mut self, body: &Body, value: Value) -> Value {
        if !self.random.one_in(self.one_in) {
            return value;
        }
        match self.random.index(3) {
            0 => Value::Constant(ConstantId(self.random.index(self.constants + 1) as u32)),
            1 => Value::Argument(self.random.index(6) as u32),
            _ => Value::Inst(InstId(self.random.index(body.inst_count() + 1) as u32)),
        }
    }

    fn values(&mut self, body: &Body, values: &[Value]) -> Vec<Value> {
        let mut values: Vec<_> = values
            .iter()
            .map(|&value| self.value(body, value))
            .collect();
        if self.random.one_in(self.one_in) {
            values.pop();
        }
        values
    }

    fn block(&mut self, body: &Body, block: BlockId) -> BlockId {
        if self.random.one_in(self.one_in) {
            return BlockId(self.random.index(body.block_count() + 1) as u32);
        }
        block
    }

    fn ty(&mut self, ty: TypeId) -> TypeId {
        if self.random.one_in(self.one_in * 4) {
            // An operand that does not exist hides all other errors, so it is rare.
            let beyond = usize::from(self.random.one_in(40));
            return TypeId(self.random.index(self.types + beyond) as u32);
        }
        ty
    }

    fn body(&mut self, old: &Body) -> Body {
        let mut new = Body::new();
        for block in old.blocks() {
            if !self.random.one_in(self.one_in * 4) {
                new.start_block();
            }
            for id in old.block_insts(block) {
                if self.random.one_in(self.one_in * 4) {
                    continue;
                }
                let inst = self.inst(old, &mut new, *old.inst(id));
                let result = self.ty(old.result_type(id));
                new.push(inst, result);
            }
        }
        new
    }

    fn inst(&mut self, old: &Body, new: &mut Body, inst: Inst) -> Inst {
        match inst {
            Inst::Ret { value } => Inst::Ret {
                value: value.map(|value| self.value(old, value)),
            },
            Inst::Br { target } => Inst::Br {
                target: self.block(old, target),
            },
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => Inst::CondBr {
                condition: self.value(old, condition),
                if_true: self.block(old, if_true),
                if_false: self.block(old, if_false),
            },
            Inst::Switch {
                value,
                default,
                cases,
            } => {
                let cases: Vec<_> = old
                    .cases(cases)
                    .iter()
                    .map(|case| Case {
                        value: self.value(old, case.value),
                        target: self.block(old, case.target),
                    })
                    .collect();
                Inst::Switch {
                    value: self.value(old, value),
                    default: self.block(old, default),
                    cases: new.add_cases(&cases),
                }
            }
            Inst::Invoke {
                callee,
                arguments,
                normal,
                unwind,
                convention,
            } => Inst::Invoke {
                convention,
                callee: self.value(old, callee),
                arguments: new.add_values(&self.values(old, old.values(arguments))),
                normal: self.block(old, normal),
                unwind: self.block(old, unwind),
            },
            Inst::Call {
                callee,
                arguments,
                convention,
                tail,
            } => Inst::Call {
                convention,
                tail,
                callee: self.value(old, callee),
                arguments: new.add_values(&self.values(old, old.values(arguments))),
            },
            Inst::GetElementPtr { pointer, indices } => Inst::GetElementPtr {
                pointer: self.value(old, pointer),
                indices: new.add_values(&self.values(old, old.values(indices))),
            },
            Inst::Phi { incoming } => {
                let incoming: Vec<_> = old
                    .incoming(incoming)
                    .iter()
                    .map(|entry| Incoming {
                        value: self.value(old, entry.value),
                        block: self.block(old, entry.block),
                    })
                    .collect();
                Inst::Phi {
                    incoming: new.add_incoming(&incoming),
                }
            }
            Inst::Unwind | Inst::Unreachable => inst,
            Inst::Binary { op, lhs, rhs } => Inst::Binary {
                op,
                lhs: self.value(old, lhs),
                rhs: self.value(old, rhs),
            },
            Inst::Shift { op, value, amount } => Inst::Shift {
                op,
                value: self.value(old, value),
                amount: self.value(old, amount),
            },
            Inst::Malloc { count, alignment } => Inst::Malloc {
                alignment,
                count: self.value(old, count),
            },
            Inst::Alloca { count, alignment } => Inst::Alloca {
                alignment,
                count: self.value(old, count),
            },
            Inst::Free { pointer } => Inst::Free {
                pointer: self.value(old, pointer),
            },
            Inst::Load { pointer, volatile } => Inst::Load {
                pointer: self.value(old, pointer),
                volatile,
            },
            Inst::Store {
                value,
                pointer,
                volatile,
            } => Inst::Store {
                value: self.value(old, value),
                pointer: self.value(old, pointer),
                volatile,
            },
            Inst::Cast { value } => Inst::Cast {
                value: self.value(old, value),
            },
            Inst::VaNext { list, argument } => Inst::VaNext {
                list: self.value(old, list),
                argument: self.ty(argument),
            },
            Inst::VaArg { list } => Inst::VaArg {
                list: self.value(old, list),
            },
            Inst::VaFetch { list } => Inst::VaFetch {
                list: self.value(old, list),
            },
            Inst::Vector { op, operands } => Inst::Vector {
                op,
                operands: new.add_values(&self.values(old, old.values(operands))),
            },
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => Inst::Select {
                condition: self.value(old, condition),
                if_true: self.value(old, if_true),
                if_false: self.value(old, if_false),
            },
        }
    }

    fn module(&mut self, module: &mut Module) {
        self.constants = module.constants.len();
        self.types = module.types.len();
        for index in 0..module.globals.len() {
            let global = &mut module.globals[index];
            global.address_type = self.ty(global.address_type);
            if self.random.one_in(self.one_in * 4) {
                let constant = self.random.index(self.constants + 1) as u32;
                global.initializer = Some(ConstantId(constant));
            }
        }
        for function in &mut module.functions {
            function.address_type = self.ty(function.address_type);
            if let Some(body) = &mut function.body {
                **body = self.body(body);
            }
        }
        if self.random.one_in(self.one_in * 4) {
            let ty = module.types.pointer_to(TypeId::INT);
            module.constants.global(ty, GlobalId(1000));
        }
    }
}

#[test]
fn modules_that_are_wrong_in_any_way_give_errors() {
    let mut found = 0;
    for seed in 0..600 {
        let mut module = generate(&Generate {
            seed,
            format: Format::Llvm13,
            plain_names: true,
        });
        let mut random = Seeded::new(seed);
        let one_in = *random.pick(&[3, 10, 30, 100]);
        let mut damage = Damage {
            random,
            one_in,
            constants: 0,
            types: 0,
        };
        damage.module(&mut module);
        let alone = verify(&module, &Options { jobs: 1 });
        assert!(
            alone == verify(&module, &Options { jobs: 2 }),
            "seed {seed}"
        );
        if let Err(errors) = alone {
            assert!(!errors.list().is_empty() && !errors.to_string().is_empty());
            found += 1;
        }
    }
    assert!(found > 300, "only {found} modules were found to be wrong");
}
