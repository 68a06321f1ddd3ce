//! From a built module to the program in memory.
//!
//! Numbers are given out here. Types are numbered in the order in which they are
//! first needed; constants are sorted by type, since a file writes the type once
//! for all that follow; instruction values are counted in the order of the
//! blocks. The bodies then go to the decoder of bodies, construct by construct.

use super::function::{FunctionBuilder, alignment, bad_alignment};
use super::instruction::Instruction;
use super::{Error, ModuleBuilder, Part, Value};
use crate::construct::{
    ConstantConstruct, Instruction as Construct, PhiOperands, RelativeValues, SwitchCases,
    ValueBase,
};
use crate::decode::{BodyDecoder, Program, check_declarations};
use crate::error::{Error as Found, ErrorKind};
use crate::function::{Function, ValueKind};
use crate::ids::{FuncId, GlobalId, TypeId, ValueId};
use crate::intrinsics;
use crate::module::{Address, FunctionDecl, Global, Initializer, Linkage, Module};
use crate::types::{Signature, Type, TypeDef};
use std::collections::HashMap;

/// Where a construct stands that comes from no file.
const NOWHERE: u64 = 0;

/// Numbers, makes and checks the module and the bodies of its functions.
pub(super) fn finish(builder: &ModuleBuilder) -> Result<Program, Error> {
    if let Some(error) = &builder.error {
        return Err(error.clone());
    }
    let mut types = Types::default();
    let mut module = declarations(builder, &mut types)?;
    for (index, global) in builder.globals.iter().enumerate() {
        add_global(builder, &mut module, index, global)?;
    }
    let mut bodies = Vec::with_capacity(module.bodies.len());
    for &id in &module.bodies {
        let Some(body) = builder.bodies.get(&id.0) else {
            let message = format!("function {id} has no body");
            return Err(Error::new(ErrorKind::BodyCount, message));
        };
        body.check()?;
        check_callees(builder, body)?;
        bodies.push(Body::new(&module, body, &mut types)?);
    }
    let ids = types.value_ids();
    module.types = types.list;
    check_declarations(&module)?;

    let mut decoder = BodyDecoder::new(&module, Default::default());
    let mut functions = Vec::with_capacity(bodies.len());
    for body in bodies {
        functions.push(body.finish(&mut decoder, &ids)?);
    }
    Ok(Program::new(module, functions)?)
}

fn declarations(builder: &ModuleBuilder, types: &mut Types) -> Result<Module, Error> {
    let mut module = Module::default();
    for (index, function) in (0..).zip(&builder.functions) {
        if function.signature.params.contains(&Type::Void) {
            let message = format!("a parameter of @f{index} is void");
            return Err(Error::new(ErrorKind::BadType, message));
        }
        let body = function.defined.then_some(module.bodies.len() as u32);
        module.bodies.extend(body.map(|_| FuncId(index)));
        let external = function.name.map(str::as_bytes);
        let own = builder.function_names.get(&index).map(Vec::as_slice);
        let name = external.or(own);
        check_name(ValueKind::Function(index), name)?;
        module.functions.push(FunctionDecl {
            ty: types.signature(&function.signature),
            linkage: match external {
                Some(_) => Linkage::External,
                None => Linkage::Internal,
            },
            declared: !function.defined,
            body,
            name: name.map(Box::from),
            intrinsic: external
                .and_then(intrinsics::lookup)
                .map(|row| row.intrinsic),
        });
    }
    let values = builder.functions.len() + builder.globals.len();
    if u32::try_from(values).is_err() {
        let message = format!("there are {values} functions and globals, expected less than 2**32");
        return Err(Error::new(ErrorKind::OperandRange, message));
    }
    Ok(module)
}

fn check_name(value: ValueKind, name: Option<&[u8]>) -> Result<(), Error> {
    match name {
        Some([]) => Err(Error::new(
            ErrorKind::BadSymbol,
            format!("the name of {value} is empty"),
        )),
        Some(name)
            if matches!(value, ValueKind::Global(_)) && name.starts_with(intrinsics::PREFIX) =>
        {
            Err(Error::new(
                ErrorKind::BadSymbol,
                format!(
                    "the global {value} is named \"{}\"; PNaCl has no intrinsic globals",
                    name.escape_ascii()
                ),
            ))
        }
        _ => Ok(()),
    }
}

fn add_global(
    builder: &ModuleBuilder,
    module: &mut Module,
    index: usize,
    global: &super::Global,
) -> Result<(), Error> {
    let own = ValueKind::Global(index as u32);
    let fail = |kind, message: String| Err(Error::new(kind, format!("global {own}: {message}")));
    let name = builder.global_names.get(&(index as u32));
    check_name(own, name.map(Vec::as_slice))?;
    let Some(align) = alignment(global.align) else {
        return fail(ErrorKind::BadAlignment, bad_alignment(global.align));
    };
    if global.initializers.is_empty() {
        return fail(ErrorKind::InitializerCount, "it has no initialiser".into());
    }
    let start = module.initializers.len() as u32;
    for part in &global.initializers {
        let initializer = match part {
            Part::Zero(count) => Initializer::Zero(*count),
            Part::Data(bytes) => {
                let start = module.data.len();
                module.data.extend_from_slice(bytes);
                if bytes.is_empty() || u32::try_from(module.data.len()).is_err() {
                    let message = "a data initialiser is empty, or all together have 4 GiB";
                    return fail(ErrorKind::InitializerCount, message.into());
                }
                Initializer::Data(start as u32, bytes.len() as u32)
            }
            Part::Address(ValueKind::Function(index), addend)
                if (*index as usize) < builder.functions.len() =>
            {
                Initializer::Reloc(Address::Function(FuncId(*index)), *addend)
            }
            Part::Address(ValueKind::Global(index), addend)
                if (*index as usize) < builder.globals.len() =>
            {
                Initializer::Reloc(Address::Global(GlobalId(*index)), *addend)
            }
            Part::Address(other, _) => {
                let message = format!(
                    "a relocation is to {other}, which is no address of a function or global"
                );
                return fail(ErrorKind::UndefinedAddress, message);
            }
        };
        module.initializers.push(initializer);
    }
    let parts = &module.initializers[start as usize..];
    module.globals.push(Global {
        align,
        constant: global.constant,
        initializers: start..module.initializers.len() as u32,
        size: parts.iter().map(|part| u64::from(part.size())).sum(),
        name: name.map(|name| name.as_slice().into()),
    });
    Ok(())
}

/// What a call gives follows from its callee's handle, which must be one of this
/// module.
fn check_callees(builder: &ModuleBuilder, body: &FunctionBuilder) -> Result<(), Error> {
    for inst in &body.insts {
        let Instruction::Call { callee, .. } = inst else {
            continue;
        };
        let function = builder.functions.get(callee.index as usize);
        if function.is_none_or(|function| function.signature.result != callee.result) {
            return Err(Error::in_function(
                ErrorKind::BadCall,
                format!("a call is of {}, which is of another module", callee.id()),
                body.function(),
                None,
            ));
        }
    }
    Ok(())
}

/// The types block under construction.
#[derive(Default)]
struct Types {
    ids: HashMap<TypeDef, TypeId>,
    list: Vec<TypeDef>,
    /// Which value types are there: asked for every instruction.
    values: [bool; Type::ALL.len()],
}

/// The index of each value type.
type TypeIds = [u32; Type::ALL.len()];

impl Types {
    fn intern(&mut self, def: TypeDef) -> TypeId {
        if let Some(&id) = self.ids.get(&def) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(def.clone());
        self.ids.insert(def, id);
        id
    }

    /// Makes sure that a value type is there, and the types that it is made of.
    fn value(&mut self, ty: Type) {
        if std::mem::replace(&mut self.values[ty as usize], true) {
            return;
        }
        self.intern(TypeDef::Value(ty.element()));
        self.intern(TypeDef::Value(ty));
    }

    fn signature(&mut self, signature: &Signature) -> TypeId {
        self.value(signature.result);
        for &param in &signature.params {
            self.value(param);
        }
        self.intern(TypeDef::Function(signature.clone()))
    }

    /// One that is not there has an index that no type has.
    fn value_ids(&self) -> TypeIds {
        let id = |ty| {
            self.ids
                .get(&TypeDef::Value(ty))
                .map_or(u32::MAX, |id| id.0)
        };
        Type::ALL.map(id)
    }
}

/// One function body, numbered.
struct Body<'a> {
    body: &'a FunctionBuilder,
    functions: u32,
    globals: u32,
    first_local: u32,
    /// The constants in order, by their places in the builder.
    order: Vec<u32>,
    /// Absolute index of each constant.
    constants: Vec<u32>,
    /// Absolute index of each instruction's value.
    values: Vec<u32>,
}

impl<'a> Body<'a> {
    fn new(module: &Module, body: &'a FunctionBuilder, types: &mut Types) -> Result<Self, Error> {
        let first_local = module.global_values();
        let most = body.params.len() + body.constants.len() + body.insts.len();
        if u32::try_from(first_local as usize + most).is_err() {
            return Err(Error::in_function(
                ErrorKind::OperandRange,
                format!("the body has {most} values, expected less than 2**32 in all"),
                body.function(),
                None,
            ));
        }
        let mut next = first_local + body.params.len() as u32;
        let mut order: Vec<u32> = (0..body.constants.len() as u32).collect();
        order.sort_by_key(|&index| body.constants[index as usize].0);
        let mut constants = vec![0; order.len()];
        for &index in &order {
            types.value(body.constants[index as usize].0);
            constants[index as usize] = next;
            next += 1;
        }
        let mut values = vec![0; body.insts.len()];
        for &inst in body.blocks.iter().flatten() {
            let ty = body.insts[inst as usize].result_type();
            values[inst as usize] = next;
            if ty != Type::Void {
                // It may be used before its definition, and then is declared.
                types.value(ty);
                next += 1;
            }
        }
        for &inst in body.blocks.iter().flatten() {
            match &body.insts[inst as usize] {
                Instruction::CallIndirect { result, .. } => types.value(*result),
                Instruction::Switch { value, .. } => types.value(value.ty()),
                _ => {}
            }
        }
        Ok(Body {
            body,
            functions: module.functions.len() as u32,
            globals: module.globals.len() as u32,
            first_local,
            order,
            constants,
            values,
        })
    }

    /// Hands the body over to the decoder, which makes the function.
    fn finish(self, decoder: &mut BodyDecoder<'_>, types: &TypeIds) -> Result<Function, Error> {
        let size = (self.body.insts.len() + self.body.constants.len()) as u32;
        let feed = |decoder: &mut BodyDecoder<'_>| {
            decoder.take_blocks(NOWHERE, self.body.blocks.len() as u32)?;
            self.feed_constants(decoder, types)?;
            let mut feed = Feed {
                body: &self,
                decoder,
                types,
                declared: Vec::new(),
                list: Vec::new(),
            };
            let blocks = self.body.blocks.iter().flatten();
            blocks
                .map(|&inst| &self.body.insts[inst as usize])
                .try_for_each(|inst| feed.instruction(inst))
        };
        Ok(decoder.decode_constructs(self.body.function(), size, feed)?)
    }

    fn feed_constants(&self, decoder: &mut BodyDecoder<'_>, types: &TypeIds) -> Result<(), Found> {
        let mut constructs = Vec::with_capacity(2 * self.order.len());
        let mut current = None;
        for &index in &self.order {
            let (ty, bits) = self.body.constants[index as usize];
            if current != Some(ty) {
                constructs.push(ConstantConstruct::SetType(types[ty as usize]));
                current = Some(ty);
            }
            constructs.push(match bits {
                None => ConstantConstruct::Undef,
                Some(bits) if ty.is_float() => ConstantConstruct::Float(bits),
                // Of a wrong type if it is not an integer, as will be said.
                Some(bits) => ConstantConstruct::Integer(signed(ty, bits)),
            });
        }
        decoder.take_constants(NOWHERE, &constructs)
    }

    /// The absolute index of a value; none that exists for one of another
    /// module.
    fn value(&self, value: Value) -> ValueId {
        let none = u32::MAX;
        ValueId(match value.kind() {
            ValueKind::Function(index) if index < self.functions => index,
            ValueKind::Global(index) if index < self.globals => self.functions + index,
            ValueKind::Function(_) | ValueKind::Global(_) => none,
            ValueKind::Param(index) => self.first_local + index,
            ValueKind::Constant(index) => self.constants[index as usize],
            ValueKind::Inst(index) => self.values[index as usize],
        })
    }
}

/// Hands over instructions.
struct Feed<'a, 'd, 'm> {
    body: &'a Body<'a>,
    decoder: &'d mut BodyDecoder<'m>,
    types: &'a TypeIds,
    /// Which instructions' values were declared ahead of their definition;
    /// empty until one is.
    declared: Vec<bool>,
    /// The operands of a list.
    list: Vec<u64>,
}

impl Feed<'_, '_, '_> {
    /// The number of a value; declares its type if it is defined later.
    fn value(&mut self, value: Value) -> Result<ValueId, Found> {
        let id = self.body.value(value);
        if let ValueKind::Inst(index) = value.kind()
            && id.0 >= self.decoder.next_value()
        {
            self.declare(index, id)?;
        }
        Ok(id)
    }

    fn declare(&mut self, inst: u32, id: ValueId) -> Result<(), Found> {
        let insts = &self.body.body.insts;
        self.declared.resize(insts.len(), false);
        if std::mem::replace(&mut self.declared[inst as usize], true) {
            return Ok(());
        }
        // The instruction's own type; a handle may say anything.
        let ty = self.ty(insts[inst as usize].result_type());
        let declaration = Construct::ForwardType { value: id, ty };
        self.decoder.take(NOWHERE, declaration)
    }

    fn ty(&self, ty: Type) -> u32 {
        self.types[ty as usize]
    }

    fn values(&mut self, values: &[Value]) -> Result<ValueBase, Found> {
        let base = ValueBase(self.decoder.next_value());
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        for &value in values {
            list.push(base.relative(self.value(value)?));
        }
        self.list = list;
        Ok(base)
    }

    fn instruction(&mut self, inst: &Instruction) -> Result<(), Found> {
        let pool = &self.body.body.pool;
        let construct = match *inst {
            Instruction::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
                return self.decoder.take_binary(NOWHERE, op, lhs, rhs);
            }
            Instruction::Cast { op, value, ty } => Construct::Cast {
                op,
                value: self.value(value)?,
                ty: self.ty(ty),
            },
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => Construct::Compare {
                predicate,
                lhs: self.value(lhs)?,
                rhs: self.value(rhs)?,
            },
            Instruction::Select {
                condition,
                if_true,
                if_false,
            } => Construct::Select {
                if_true: self.value(if_true)?,
                if_false: self.value(if_false)?,
                condition: self.value(condition)?,
            },
            Instruction::Extract { vector, index } => Construct::ExtractElement {
                vector: self.value(vector)?,
                index: self.value(index)?,
            },
            Instruction::Insert {
                vector,
                element,
                index,
            } => Construct::InsertElement {
                vector: self.value(vector)?,
                element: self.value(element)?,
                index: self.value(index)?,
            },
            Instruction::Load { ty, align, address } => Construct::Load {
                address: self.value(address)?,
                align,
                ty: self.ty(ty),
            },
            Instruction::Store {
                align,
                address,
                value,
            } => Construct::Store {
                address: self.value(address)?,
                value: self.value(value)?,
                align,
            },
            Instruction::Alloca { size, align } => Construct::Alloca {
                size: self.value(size)?,
                align,
            },
            Instruction::Phi { ty, ref incoming } => return self.phi(ty, incoming),
            Instruction::Call {
                callee,
                ref args,
                tail,
            } => {
                let base = self.values(&pool[args.start as usize..args.end as usize])?;
                let call = Construct::Call {
                    tail,
                    callee: self.body.value(callee.address()),
                    args: RelativeValues::new(&self.list, base),
                };
                return self.decoder.take(NOWHERE, call);
            }
            Instruction::CallIndirect {
                result,
                address,
                ref args,
                tail,
            } => {
                let callee = self.value(address)?;
                let base = self.values(&pool[args.start as usize..args.end as usize])?;
                let call = Construct::CallIndirect {
                    tail,
                    callee,
                    ty: self.ty(result),
                    args: RelativeValues::new(&self.list, base),
                };
                return self.decoder.take(NOWHERE, call);
            }
            Instruction::Return(None) => Construct::Ret { value: None },
            Instruction::Return(Some(value)) => Construct::Ret {
                value: Some(self.value(value)?),
            },
            Instruction::Branch(target) => Construct::Br { target },
            Instruction::BranchIf {
                condition,
                if_true,
                if_false,
            } => Construct::CondBr {
                condition: self.value(condition)?,
                if_true,
                if_false,
            },
            Instruction::Switch {
                value,
                default,
                ref cases,
            } => {
                let ty = value.ty();
                let value = self.value(value)?;
                self.list.clear();
                for &(selector, target) in cases {
                    let operands = SwitchCases::operands(signed(ty, selector as u64), target);
                    self.list.extend(operands);
                }
                let switch = Construct::Switch {
                    ty: self.ty(ty),
                    value,
                    default,
                    cases: SwitchCases::new(&self.list),
                };
                return self.decoder.take(NOWHERE, switch);
            }
            Instruction::Unreachable => Construct::Unreachable,
        };
        self.decoder.take(NOWHERE, construct)
    }

    fn phi(&mut self, ty: Type, incoming: &[(Value, crate::BlockId)]) -> Result<(), Found> {
        let base = ValueBase(self.decoder.next_value());
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        for &(value, block) in incoming {
            list.extend([base.relative_in_phi(self.value(value)?), u64::from(block.0)]);
        }
        let phi = Construct::Phi {
            ty: self.ty(ty),
            incoming: PhiOperands::new(&list, base),
        };
        let taken = self.decoder.take(NOWHERE, phi);
        self.list = list;
        taken
    }
}

/// An integer with its sign: bits above the type's width do not count.
fn signed(ty: Type, bits: u64) -> i64 {
    let unused = u64::BITS.saturating_sub(ty.bits()) % u64::BITS;
    (bits << unused) as i64 >> unused
}
