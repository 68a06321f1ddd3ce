//! Bodies handed to the decoder of PNaCl's bodies, which makes functions of
//! them and applies all rules.

use super::Target;
use super::numbers::{Entry, Numbers, element_index, signed};
use super::plan::{self, Callee, Context, Size};
use super::types::{TypeIds, Types};
use crate::error::{Error, ErrorKind, Fault, body_of};
use crate::layout::Layout;
use pinnacle_llvm::{
    BlockId, Body, ConstantKind, GlobalId, Instruction, InstructionId, InstructionKind, Module,
    TailKind, Value,
};
use pinnacle_pexe::construct::{
    ConstantConstruct, Instruction as Construct, PhiOperands, RelativeValues, SwitchCases,
    ValueBase,
};
use pinnacle_pexe::decode::BodyDecoder;
use pinnacle_pexe::error::Error as Found;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{self, ValueId};
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::module::Module as Pexe;
use pinnacle_pexe::types::Type;

/// Where a construct stands that comes from no file.
const NOWHERE: u64 = 0;

/// Lowers one body after the other.
#[derive(Debug)]
pub(super) struct Lowerer<'p> {
    context: Context<'p>,
    ids: TypeIds,
    first_local: u32,
    layout: Layout,
    decoder: BodyDecoder<'p>,
    numbers: Numbers,
    scratch: Scratch,
}

/// Memory that is kept from body to body.
#[derive(Debug, Default)]
struct Scratch {
    constants: Vec<ConstantConstruct>,
    /// The operands of a list.
    list: Vec<u64>,
    /// The values that were declared ahead of their definition, by index.
    declared: Vec<bool>,
    /// What each instruction of the program was made from; none of those that
    /// come from none.
    origins: Vec<Option<InstructionId>>,
}

impl<'p> Lowerer<'p> {
    pub(super) fn new(
        module: &'p Module,
        pexe: &'p Pexe,
        types: &'p Types,
        ids: TypeIds,
        targets: &'p [Target],
        layout: Layout,
    ) -> Lowerer<'p> {
        let context = Context {
            module,
            types,
            targets,
            function_count: pexe.functions.len() as u32,
        };
        Lowerer {
            context,
            ids,
            first_local: pexe.global_values(),
            layout,
            decoder: BodyDecoder::new(pexe, Default::default()),
            numbers: Numbers::default(),
            scratch: Scratch::default(),
        }
    }

    /// Makes the function of a body.
    pub(super) fn function(&mut self, id: GlobalId) -> Result<Function, Error> {
        let module = self.context.module;
        let (Some(body), Target::Function(number)) =
            (body_of(module, id), self.context.targets[id.index()])
        else {
            let fault = Fault::new(ErrorKind::Internal, "a function is not there");
            return Err(Error::in_function(fault, module, id));
        };
        let numbered = self
            .numbers
            .number(&self.context, &mut self.layout, body, self.first_local);
        if let Err((at, fault)) = numbered {
            return Err(match at {
                Some(at) => Error::at(fault, module, id, body, at),
                None => Error::in_function(fault, module, id),
            });
        }
        let Lowerer {
            context,
            ids,
            layout,
            decoder,
            numbers,
            scratch,
            ..
        } = self;
        scratch.declared.clear();
        scratch.origins.clear();
        let feed = |decoder: &mut BodyDecoder<'p>| {
            Feed {
                context,
                ids,
                layout,
                decoder,
                numbers,
                scratch,
                body,
                origin: None,
            }
            .body()
        };
        decoder
            .decode_constructs(number, numbers.size(), feed)
            .map_err(|found| self.broken(&found, id, body))
    }

    /// The error of a body that breaks a rule of PNaCl: that of LLVM's rules
    /// which both have, or one that this crate should have kept.
    #[cold]
    fn broken(&self, found: &Found, id: GlobalId, body: &Body) -> Error {
        let fault = Fault::new(
            ErrorKind::Internal,
            format!(
                "PNaCl's rule {} is broken: {}",
                found.code(),
                found.message()
            ),
        );
        let place = found.place().map(|place| place.inst as usize);
        let origin = place.and_then(|inst| self.scratch.origins.get(inst).copied().flatten());
        match origin {
            Some(at) => Error::at(fault, self.context.module, id, body, at),
            None => Error::in_function(fault, self.context.module, id),
        }
    }
}

/// Hands over one body.
struct Feed<'a, 'p> {
    context: &'a Context<'p>,
    ids: &'a TypeIds,
    layout: &'a mut Layout,
    decoder: &'a mut BodyDecoder<'p>,
    numbers: &'a Numbers,
    scratch: &'a mut Scratch,
    body: &'a Body,
    /// The instruction at hand.
    origin: Option<InstructionId>,
}

impl Feed<'_, '_> {
    fn body(&mut self) -> Result<(), Found> {
        let numbers = self.numbers;
        let entered = u32::from(numbers.enters_entry());
        let count = numbers.block_order().len() as u32 + entered;
        self.decoder.take_blocks(NOWHERE, count)?;
        numbers.constants(self.ids, &mut self.scratch.constants);
        self.decoder
            .take_constants(NOWHERE, &self.scratch.constants)?;
        if numbers.enters_entry() {
            let target = ids::BlockId(1);
            self.take(Construct::Br { target })?;
        }
        for &block in numbers.block_order() {
            let range = self.body.block(block);
            for at in range.start.index()..range.end.index() {
                self.origin = Some(InstructionId::at(at));
                self.instruction(&self.body.instructions()[at])?;
            }
        }
        Ok(())
    }

    #[inline]
    fn take(&mut self, construct: Construct<'_>) -> Result<(), Found> {
        self.scratch.origins.push(self.origin);
        self.decoder.take(NOWHERE, construct)
    }

    fn take_binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Result<(), Found> {
        self.scratch.origins.push(self.origin);
        self.decoder.take_binary(NOWHERE, op, lhs, rhs)
    }

    /// The value that the last instruction has defined.
    fn last(&self) -> ValueId {
        ValueId(self.decoder.next_value().wrapping_sub(1))
    }

    /// The index of a value; declares its type if it is defined later.
    #[inline]
    fn value(&mut self, value: Value) -> Result<ValueId, Found> {
        let id = self.numbers.value(value);
        if id >= self.decoder.next_value() {
            self.declare(value, id)?;
        }
        Ok(ValueId(id))
    }

    #[inline(never)]
    fn declare(&mut self, value: Value, id: u32) -> Result<(), Found> {
        let first = self.decoder.next_value();
        let Ok(ty) = self.context.type_of(self.body, value) else {
            return Ok(());
        };
        if id == u32::MAX {
            // The decoder will say that there is no such value.
            return Ok(());
        }
        let _ = first;
        let place = id as usize;
        if self.scratch.declared.len() <= place {
            self.scratch.declared.resize(place + 1, false);
        }
        if std::mem::replace(&mut self.scratch.declared[place], true) {
            return Ok(());
        }
        let declaration = Construct::ForwardType {
            value: ValueId(id),
            ty: self.ids[ty as usize],
        };
        self.decoder.take(NOWHERE, declaration)
    }

    fn target(&self, block: BlockId) -> ids::BlockId {
        ids::BlockId(self.numbers.block(block).unwrap_or(u32::MAX))
    }

    /// The type of a value that has one, as was found when it was numbered.
    fn type_of(&self, value: Value) -> Type {
        self.context.type_of(self.body, value).unwrap_or(Type::Void)
    }

    fn result_type(&self, instruction: &Instruction) -> Type {
        instruction
            .result
            .map_or(Type::Void, |result| self.type_of(Value::Local(result)))
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), Found> {
        use InstructionKind as K;
        let body = self.body;
        let construct = match instruction.kind {
            K::Return(value) => Construct::Ret {
                value: match value {
                    Some(value) => Some(self.value(value)?),
                    None => None,
                },
            },
            K::Branch(target) => Construct::Br {
                target: self.target(target),
            },
            K::ConditionalBranch {
                condition,
                if_true,
                if_false,
            } => Construct::CondBr {
                condition: self.value(condition)?,
                if_true: self.target(if_true),
                if_false: self.target(if_false),
            },
            K::Switch {
                value,
                default,
                cases,
            } => return self.switch(value, default, body.cases(cases)),
            K::Unreachable => Construct::Unreachable,
            K::Negate { value, .. } => {
                let ty = self.type_of(value);
                let bits = plan::negative_zero(ty);
                let zero = ValueId(self.numbers.added(Entry { ty, bits }));
                let value = self.value(value)?;
                return self.take_binary(BinaryOp::FSub, zero, value);
            }
            K::Binary { op, lhs, rhs, .. } | K::FloatBinary { op, lhs, rhs, .. } => {
                let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
                return self.take_binary(plan::binary(op), lhs, rhs);
            }
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => Construct::Compare {
                predicate: plan::int_predicate(predicate),
                lhs: self.value(lhs)?,
                rhs: self.value(rhs)?,
            },
            K::FloatCompare {
                predicate,
                lhs,
                rhs,
                ..
            } => Construct::Compare {
                predicate: plan::float_predicate(predicate),
                lhs: self.value(lhs)?,
                rhs: self.value(rhs)?,
            },
            K::Cast { op, value, .. } => {
                let (from, to) = (self.type_of(value), self.result_type(instruction));
                let Some(op) = self.context.cast(op, from, to) else {
                    return Ok(());
                };
                Construct::Cast {
                    op,
                    value: self.value(value)?,
                    ty: self.ids[to as usize],
                }
            }
            K::Select { operands, .. } => {
                let &[condition, if_true, if_false] = body.values(operands) else {
                    return Ok(());
                };
                Construct::Select {
                    if_true: self.value(if_true)?,
                    if_false: self.value(if_false)?,
                    condition: self.value(condition)?,
                }
            }
            K::Phi { incoming, .. } => {
                let ty = self.result_type(instruction);
                return self.phi(ty, body.incoming(incoming));
            }
            K::Alloca {
                allocated,
                count,
                align,
                ..
            } => {
                let context = *self.context;
                let planned = context.alloca(self.layout, body, allocated, count, align);
                let Ok(alloca) = planned else { return Ok(()) };
                let size = match alloca.size {
                    Size::Constant(size) => ValueId(self.numbers.added_i32(size)),
                    Size::Dynamic {
                        count,
                        cast,
                        element,
                    } => {
                        let mut size = self.value(count)?;
                        if let Some(op) = cast {
                            let ty = self.ids[Type::I32 as usize];
                            let value = size;
                            self.take(Construct::Cast { op, value, ty })?;
                            size = self.last();
                        }
                        if element != 1 {
                            let element = ValueId(self.numbers.added_i32(element));
                            self.take_binary(BinaryOp::Mul, size, element)?;
                            size = self.last();
                        }
                        size
                    }
                };
                let align = alloca.align;
                Construct::Alloca { size, align }
            }
            K::Load { pointer, align, .. } => {
                let ty = self.result_type(instruction);
                Construct::Load {
                    address: self.value(pointer)?,
                    align: plan::access_alignment(ty, align),
                    ty: self.ids[ty as usize],
                }
            }
            K::Store {
                value,
                pointer,
                align,
                ..
            } => Construct::Store {
                address: self.value(pointer)?,
                align: plan::access_alignment(self.type_of(value), align),
                value: self.value(value)?,
            },
            K::ExtractElement { vector, index } => Construct::ExtractElement {
                vector: self.value(vector)?,
                index: self.element_index(index),
            },
            K::InsertElement { operands } => {
                let &[vector, element, index] = body.values(operands) else {
                    return Ok(());
                };
                Construct::InsertElement {
                    vector: self.value(vector)?,
                    element: self.value(element)?,
                    index: self.element_index(index),
                }
            }
            K::Call(call) => return self.call(call),
            // Numbering has refused the others.
            _ => return Ok(()),
        };
        self.take(construct)
    }

    fn element_index(&self, index: Value) -> ValueId {
        let index = element_index(self.context, index);
        ValueId(index.map_or(u32::MAX, |index| self.numbers.added_i32(index)))
    }

    fn switch(
        &mut self,
        value: Value,
        default: BlockId,
        cases: &[(pinnacle_llvm::ConstantId, BlockId)],
    ) -> Result<(), Found> {
        let ty = self.type_of(value);
        let value = self.value(value)?;
        let mut list = std::mem::take(&mut self.scratch.list);
        list.clear();
        for &(case, target) in cases {
            let ConstantKind::Bits(bits) = self.context.module.constants.get(case).kind else {
                continue;
            };
            list.extend(SwitchCases::operands(signed(ty, bits), self.target(target)));
        }
        let taken = self.take(Construct::Switch {
            ty: self.ids[ty as usize],
            value,
            default: self.target(default),
            cases: SwitchCases::new(&list),
        });
        self.scratch.list = list;
        taken
    }

    fn phi(&mut self, ty: Type, incoming: &[(Value, BlockId)]) -> Result<(), Found> {
        let base = ValueBase(self.decoder.next_value());
        let mut list = std::mem::take(&mut self.scratch.list);
        list.clear();
        for &(value, block) in incoming {
            // Edges from blocks that are not reached are left out.
            if let Some(block) = self.numbers.block(block) {
                let value = self.value(value)?;
                list.extend([base.relative_in_phi(value), u64::from(block)]);
            }
        }
        let taken = self.take(Construct::Phi {
            ty: self.ids[ty as usize],
            incoming: PhiOperands::new(&list, base),
        });
        self.scratch.list = list;
        taken
    }

    fn call(&mut self, call: pinnacle_llvm::CallId) -> Result<(), Found> {
        let call = self.body.call(call);
        let Ok(callee) = self.context.callee(&call) else {
            return Ok(());
        };
        let address = match callee {
            Callee::Address(_) => Some(self.value(call.callee)?),
            _ => None,
        };
        let arguments = self.body.values(call.arguments);
        let base = ValueBase(self.decoder.next_value());
        let mut list = std::mem::take(&mut self.scratch.list);
        list.clear();
        for &argument in arguments {
            let value = self.value(argument)?;
            list.push(base.relative(value));
        }
        if let Callee::Intrinsic(_, row) = callee
            && plan::lacks_alignment(row, arguments.len())
            && let Some(before_last) = list.len().checked_sub(1)
        {
            let one = ValueId(self.numbers.added_i32(1));
            list.insert(before_last, base.relative(one));
        }
        let tail = matches!(call.tail, TailKind::Tail | TailKind::MustTail);
        let args = RelativeValues::new(&list, base);
        let taken = match (callee, address) {
            (Callee::Function(id) | Callee::Intrinsic(id, _), _) => self.take(Construct::Call {
                tail,
                callee: ValueId(id.0),
                args,
            }),
            (Callee::Address(result), Some(callee)) => self.take(Construct::CallIndirect {
                tail,
                callee,
                ty: self.ids[result as usize],
                args,
            }),
            (Callee::Address(_), None) => Ok(()),
        };
        self.scratch.list = list;
        taken
    }
}
