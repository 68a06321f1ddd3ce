//! From a function block to a [`Function`].
//!
//! One [`BodyDecoder`] decodes many bodies and keeps its scratch memory. For
//! each record it decodes the construct, resolves types and values, checks the
//! construct's constraints and appends an instruction. What needs the whole
//! graph (phi operands, dominance) is checked at the end of the body, see
//! [`super::flow`]; the uses to look at are noted on the way, and most need no
//! note: those of values from the same block, from the entry block, of
//! parameters and constants are right by their order in the file.

use super::flow::{FlowChecker, Use};
use crate::construct::{
    ConstantConstruct, Instruction, PhiOperands, RelativeValues, SwitchCases, ValueBase, block_id,
};
use crate::error::{Error, ErrorKind, Place};
use crate::function::{Block, Constant, ConstantValue, Function};
use crate::ids::{BlockId, FuncId, ValueId};
use crate::inst::{Alignment, BinaryOp, CastOp, Inst, Predicate, Range};
use crate::module::Module;
use crate::types::{Type, TypeDef};
use pinnacle_bitstream::{BlockHeader, BlockInfo, Event, Reader, Record, Suspended};
use std::sync::Arc;

/// Where the body of a function stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawBody {
    /// The function that it defines.
    pub function: FuncId,
    /// The start of the function block.
    pub header: BlockHeader,
}

impl RawBody {
    /// The bytes of the file that the block's contents take.
    pub fn byte_range(&self) -> std::ops::Range<usize> {
        (self.header.body / 8) as usize..(self.header.end() / 8) as usize
    }
}

/// Decodes function bodies of one module.
#[derive(Debug)]
pub struct BodyDecoder<'m> {
    pub(super) module: &'m Module,
    reader: Option<Suspended>,
    flow: FlowChecker,

    function: FuncId,
    start: u64,
    result: Type,
    /// Number of function addresses; they come first in the value space.
    function_count: u32,
    /// Absolute index of the first parameter.
    first_local: u32,
    param_count: u32,
    /// Absolute index of the first instruction value; final after the
    /// constants.
    first_inst_value: u32,
    /// Absolute index of the next value.
    next_value: u32,
    /// Values from here on may need a dominance check; those before are
    /// constants, parameters, or of the entry block.
    checked_from: u32,
    /// First value and first instruction of the block being read.
    block_value: u32,
    block_inst: u32,
    /// What the count record says; 0 before it.
    expected_blocks: u32,
    /// More values than this cannot be defined by the records that are left.
    value_limit: u64,

    pub(super) constants: Vec<Constant>,
    /// Types by value, from `first_local`; `void` where not known. Longer
    /// than the values defined where there are forward declarations.
    pub(super) types: Vec<Type>,
    pub(super) insts: Vec<Inst>,
    pub(super) positions: Vec<u32>,
    pub(super) blocks: Vec<Block>,
    pub(super) pool: Vec<u32>,
    uses: Vec<Use>,
    /// The block of each instruction value.
    value_blocks: Vec<u32>,
    /// Forward declarations: the value, and where.
    declared: Vec<(u32, u64)>,
    cases: Vec<u64>,
}

impl<'m> BodyDecoder<'m> {
    /// A decoder for the bodies of a module whose file defines these
    /// abbreviations.
    pub fn new(module: &'m Module, info: Arc<BlockInfo>) -> BodyDecoder<'m> {
        BodyDecoder {
            module,
            reader: Some(Reader::with_block_info(&[], 0, info).suspend()),
            flow: FlowChecker::default(),
            function: FuncId(0),
            start: 0,
            result: Type::Void,
            function_count: module.functions.len() as u32,
            first_local: module.global_values(),
            param_count: 0,
            first_inst_value: 0,
            next_value: 0,
            checked_from: 0,
            block_value: 0,
            block_inst: 0,
            expected_blocks: 0,
            value_limit: 0,
            constants: Vec::new(),
            types: Vec::new(),
            insts: Vec::new(),
            positions: Vec::new(),
            blocks: Vec::new(),
            pool: Vec::new(),
            uses: Vec::new(),
            value_blocks: Vec::new(),
            declared: Vec::new(),
            cases: Vec::new(),
        }
    }

    /// Decodes one body. `contents` are the bytes of [`RawBody::byte_range`].
    ///
    /// # Errors
    ///
    /// The first thing wrong with the body.
    pub fn decode(&mut self, contents: &[u8], body: &RawBody) -> Result<Function, Error> {
        self.begin(body);
        let suspended = self
            .reader
            .take()
            .expect("the reader is put back after each body");
        let mut reader = suspended.restart_in_block(contents, body.header);
        let read = self.read(&mut reader, &body.header);
        self.reader = Some(reader.suspend());
        match read.and_then(|()| self.check_whole()) {
            Ok(()) => Ok(self.finish()),
            Err(error) => {
                let place = Place {
                    block: BlockId(self.blocks.len() as u32),
                    inst: self.insts.len() as u32,
                };
                Err(match error.place() {
                    Some(_) => error,
                    None => error.in_function(self.function, Some(place)),
                })
            }
        }
    }

    fn begin(&mut self, body: &RawBody) {
        let signature = self.module.signature(body.function);
        self.function = body.function;
        self.start = body.header.position;
        self.result = signature.result;
        self.param_count = signature.params.len() as u32;
        self.types.clear();
        self.types.extend_from_slice(&signature.params);
        self.constants.clear();
        self.insts.clear();
        self.positions.clear();
        self.blocks.clear();
        self.pool.clear();
        self.uses.clear();
        self.value_blocks.clear();
        self.declared.clear();
        self.expected_blocks = 0;
        self.next_value = self.first_local + self.param_count;
        self.begin_instructions();
        // A record takes at least the two bits of an abbreviation index.
        self.value_limit = u64::from(self.next_value) + u64::from(body.header.length_words) * 16;
    }

    /// The parameters and constants are complete.
    fn begin_instructions(&mut self) {
        self.first_inst_value = self.next_value;
        self.checked_from = self.next_value;
        self.block_value = self.next_value;
        self.block_inst = 0;
    }

    fn read(&mut self, reader: &mut Reader<'_>, header: &BlockHeader) -> Result<(), Error> {
        loop {
            match next(reader, header)? {
                Event::Record => {
                    let record = reader.record();
                    self.instruction(&record)?;
                }
                Event::EnterBlock(inner) if inner.id == block_id::CONSTANTS => {
                    self.read_constants(reader, header, &inner)?;
                }
                Event::EnterBlock(inner) => {
                    return Err(Error::new(
                        ErrorKind::UnexpectedBlock,
                        inner.position,
                        format!(
                            "a function holds a block of kind {}",
                            block_id::name(inner.id)
                        ),
                    ));
                }
                Event::DefineAbbreviation => {}
                Event::ExitBlock | Event::End => return self.end(reader.position()),
            }
        }
    }

    fn read_constants(
        &mut self,
        reader: &mut Reader<'_>,
        function: &BlockHeader,
        header: &BlockHeader,
    ) -> Result<(), Error> {
        if self.expected_blocks == 0 || !self.insts.is_empty() || !self.declared.is_empty() {
            return Err(Error::new(
                ErrorKind::WrongOrder,
                header.position,
                "a constants block must stand between the count record and the instructions",
            ));
        }
        let mut ty = Type::Void;
        loop {
            match next(reader, function)? {
                Event::Record => {
                    let record = reader.record();
                    let value = match ConstantConstruct::decode(&record)? {
                        ConstantConstruct::SetType(id) => {
                            ty = self.value_type(&record, id)?;
                            continue;
                        }
                        ConstantConstruct::Undef => ConstantValue::Undef,
                        ConstantConstruct::Integer(value) => {
                            ConstantValue::Bits(integer_bits(&record, ty, value)?)
                        }
                        ConstantConstruct::Float(bits) => {
                            ConstantValue::Bits(float_bits(&record, ty, bits)?)
                        }
                    };
                    if ty == Type::Void {
                        return Err(no_constant_type(&record));
                    }
                    self.constants.push(Constant { ty, value });
                    self.types.push(ty);
                    self.next_value += 1;
                }
                Event::ExitBlock | Event::End => break,
                Event::DefineAbbreviation => {}
                Event::EnterBlock(inner) => {
                    return Err(Error::new(
                        ErrorKind::UnexpectedBlock,
                        inner.position,
                        format!(
                            "a constants block holds a block of kind {}",
                            block_id::name(inner.id)
                        ),
                    ));
                }
            }
        }
        self.begin_instructions();
        Ok(())
    }

    /// The end of the function block.
    fn end(&self, position: u64) -> Result<(), Error> {
        let expected = self.expected_blocks;
        if self.insts.len() as u32 > self.block_inst {
            return Err(Error::new(
                ErrorKind::BlockCount,
                position,
                format!(
                    "block {} does not end with a terminator",
                    BlockId(self.blocks.len() as u32)
                ),
            ));
        }
        if self.blocks.len() as u32 != expected || expected == 0 {
            return Err(Error::new(
                ErrorKind::BlockCount,
                position,
                format!(
                    "the function has {} blocks, its count record says {expected}",
                    self.blocks.len()
                ),
            ));
        }
        match self
            .declared
            .iter()
            .find(|(value, _)| *value >= self.next_value)
        {
            None => Ok(()),
            Some(&(value, position)) => Err(Error::new(
                ErrorKind::ForwardDeclaration,
                position,
                format!(
                    "{} is declared here but never defined",
                    self.name(ValueId(value))
                ),
            )),
        }
    }

    fn check_whole(&mut self) -> Result<(), Error> {
        self.types
            .truncate((self.next_value - self.first_local) as usize);
        let mut flow = std::mem::take(&mut self.flow);
        let result = flow.check(self, &self.uses, &self.value_blocks);
        self.flow = flow;
        result
    }

    fn finish(&self) -> Function {
        Function {
            id: self.function,
            first_local: self.first_local,
            function_count: self.function_count,
            param_count: self.param_count,
            constants: self.constants.as_slice().into(),
            local_types: self.types.as_slice().into(),
            insts: self.insts.as_slice().into(),
            blocks: self.blocks.as_slice().into(),
            pool: self.pool.as_slice().into(),
            position: self.start,
            inst_positions: self.positions.as_slice().into(),
        }
    }

    #[inline(always)]
    fn instruction(&mut self, record: &Record<'_>) -> Result<(), Error> {
        if self.blocks.len() as u32 >= self.expected_blocks {
            return self.outside_blocks(record);
        }
        match Instruction::decode(record, ValueBase(self.next_value))? {
            Instruction::Binary { op, lhs, rhs } => self.binary(record, op, lhs, rhs),
            Instruction::Cast { op, value, ty } => self.cast(record, op, value, ty),
            Instruction::Load { address, align, ty } => self.load(record, address, align, ty),
            Instruction::Store {
                address,
                value,
                align,
            } => self.store(record, address, value, align),
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => self.compare(record, predicate, lhs, rhs),
            Instruction::Select {
                then,
                otherwise,
                condition,
            } => self.select(record, then, otherwise, condition),
            Instruction::Phi { ty, incoming } => self.phi(record, ty, incoming),
            Instruction::Call { tail, callee, args } => self.call(record, tail, callee, args),
            Instruction::CallIndirect {
                tail,
                callee,
                ty,
                args,
            } => self.call_indirect(record, tail, callee, ty, args),
            Instruction::Alloca { size, align } => {
                self.expect_type(record, size, Type::I32, "the size of an alloca")?;
                self.define(record, Type::I32, Inst::Alloca { align, size })
            }
            Instruction::ExtractElement { vector, index } => {
                let ty = self.vector_access(record, vector, index)?;
                self.define(record, ty.element(), Inst::ExtractElement { vector, index })
            }
            Instruction::InsertElement {
                vector,
                element,
                index,
            } => {
                let ty = self.vector_access(record, vector, index)?;
                self.expect_type(record, element, ty.element(), "the element inserted")?;
                self.define(
                    record,
                    ty,
                    Inst::InsertElement {
                        vector,
                        element,
                        index,
                    },
                )
            }
            Instruction::Br { target } => {
                self.target(record, target)?;
                self.terminate(record, Inst::Br { target });
                Ok(())
            }
            Instruction::CondBr {
                condition,
                then,
                otherwise,
            } => {
                self.expect_type(record, condition, Type::I1, "the condition of a branch")?;
                self.target(record, then)?;
                self.target(record, otherwise)?;
                self.terminate(
                    record,
                    Inst::CondBr {
                        condition,
                        then,
                        otherwise,
                    },
                );
                Ok(())
            }
            Instruction::Switch {
                ty,
                value,
                default,
                cases,
            } => self.switch(record, ty, value, default, cases),
            Instruction::Ret { value } => self.ret(record, value),
            Instruction::Unreachable => {
                self.terminate(record, Inst::Unreachable);
                Ok(())
            }
            Instruction::ForwardType { value, ty } => self.forward_type(record, value, ty),
            Instruction::Blocks { .. } => Err(Error::new(
                ErrorKind::Duplicate,
                record.position,
                "a function has a second count record",
            )),
        }
    }

    /// A record before the count record or after the last block.
    #[cold]
    fn outside_blocks(&mut self, record: &Record<'_>) -> Result<(), Error> {
        if self.expected_blocks > 0 {
            return Err(Error::new(
                ErrorKind::BlockCount,
                record.position,
                format!(
                    "a record follows the last of the {} blocks that the count record announces",
                    self.expected_blocks
                ),
            ));
        }
        match Instruction::decode(record, ValueBase(self.next_value))? {
            Instruction::Blocks { count: 0 } => Err(Error::new(
                ErrorKind::BlockCount,
                record.position,
                "a function has no blocks, expected at least 1",
            )),
            Instruction::Blocks { count } => {
                self.expected_blocks = count;
                Ok(())
            }
            _ => Err(Error::new(
                ErrorKind::WrongOrder,
                record.position,
                "a function must begin with its count record",
            )),
        }
    }

    fn binary(
        &mut self,
        record: &Record<'_>,
        op: u64,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(record, lhs)?;
        let other = self.operand(record, rhs)?;
        if ty != other {
            return Err(self.operands_differ(record, "a binary operation", ty, other));
        }
        let element = ty.element();
        match BinaryOp::from_code(op, element.is_float()) {
            Some(op) if element != Type::I1 || op.is_bitwise() => {
                self.define(record, ty, Inst::Binary { op, lhs, rhs })
            }
            Some(op) => Err(type_mismatch(
                record,
                op.name(),
                ty,
                "integers wider than i1",
            )),
            None => Err(bad_binary(record, op, ty)),
        }
    }

    fn cast(
        &mut self,
        record: &Record<'_>,
        op: CastOp,
        value: ValueId,
        ty: u32,
    ) -> Result<(), Error> {
        let from = self.operand(record, value)?;
        let to = self.value_type(record, ty)?;
        if !op.is_legal(from, to) {
            return Err(Error::new(
                ErrorKind::TypeMismatch,
                record.position,
                format!("{} is not defined from {from} to {to}", op.name()),
            ));
        }
        self.define(record, to, Inst::Cast { op, ty: to, value })
    }

    fn compare(
        &mut self,
        record: &Record<'_>,
        predicate: Predicate,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(record, lhs)?;
        let other = self.operand(record, rhs)?;
        if ty != other {
            return Err(self.operands_differ(record, "a comparison", ty, other));
        }
        let element = ty.element();
        let fits = if predicate.is_integer() {
            element.is_integer() && element != Type::I1
        } else {
            element.is_float()
        };
        if !fits {
            return Err(bad_comparison(record, predicate, ty));
        }
        self.define(
            record,
            ty.comparison_result(),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            },
        )
    }

    fn select(
        &mut self,
        record: &Record<'_>,
        then: ValueId,
        otherwise: ValueId,
        condition: ValueId,
    ) -> Result<(), Error> {
        let ty = self.operand(record, then)?;
        let other = self.operand(record, otherwise)?;
        if ty != other {
            return Err(self.operands_differ(record, "a select", ty, other));
        }
        let condition_type = self.operand(record, condition)?;
        if condition_type != ty.comparison_result() {
            return Err(type_mismatch(
                record,
                "the condition of a select",
                condition_type,
                ty.comparison_result().name(),
            ));
        }
        self.define(
            record,
            ty,
            Inst::Select {
                condition,
                then,
                otherwise,
            },
        )
    }

    fn load(
        &mut self,
        record: &Record<'_>,
        address: ValueId,
        align: Alignment,
        ty: u32,
    ) -> Result<(), Error> {
        self.expect_type(record, address, Type::I32, "the address of a load")?;
        let ty = self.value_type(record, ty)?;
        check_access(record, "a load", ty, align)?;
        self.define(record, ty, Inst::Load { ty, align, address })
    }

    fn store(
        &mut self,
        record: &Record<'_>,
        address: ValueId,
        value: ValueId,
        align: Alignment,
    ) -> Result<(), Error> {
        self.expect_type(record, address, Type::I32, "the address of a store")?;
        let ty = self.operand(record, value)?;
        check_access(record, "a store", ty, align)?;
        self.push(
            record,
            Inst::Store {
                align,
                address,
                value,
            },
        );
        Ok(())
    }

    fn phi(
        &mut self,
        record: &Record<'_>,
        ty: u32,
        incoming: PhiOperands<'_>,
    ) -> Result<(), Error> {
        let ty = self.value_type(record, ty)?;
        let follows = self.insts.len() as u32 > self.block_inst
            && !matches!(self.insts.last(), Some(Inst::Phi { .. }));
        if follows {
            return Err(Error::new(
                ErrorKind::BadPhi,
                record.position,
                "a phi follows an instruction of its block that is none",
            ));
        }
        let expected = self.expected_blocks;
        let start = self.pool.len() as u32;
        let inst = self.insts.len() as u32;
        for pair in incoming.iter(record) {
            let (value, block) = pair?;
            let found = self.operand_type(record, value)?;
            if found != ty {
                return Err(type_mismatch(
                    record,
                    "an operand of a phi",
                    found,
                    ty.name(),
                ));
            }
            if block.0 >= expected {
                return Err(Error::new(
                    ErrorKind::BadPhi,
                    record.position,
                    format!("a phi names block {block}, the function has {expected} blocks"),
                ));
            }
            if value.0 >= self.checked_from {
                self.uses.push(Use {
                    value,
                    inst,
                    block,
                    at_end: true,
                });
            }
            self.pool.push(value.0);
            self.pool.push(block.0);
        }
        let incoming = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        self.define(record, ty, Inst::Phi { ty, incoming })
    }

    fn call(
        &mut self,
        record: &Record<'_>,
        tail: bool,
        callee: ValueId,
        args: RelativeValues<'_>,
    ) -> Result<(), Error> {
        if callee.0 >= self.function_count {
            return Err(self.not_a_function(record, callee));
        }
        let module = self.module;
        let function = FuncId(callee.0);
        let signature = module.signature(function);
        if signature.params.len() != args.len() {
            return Err(Error::new(
                ErrorKind::BadCall,
                record.position,
                format!(
                    "a call of {function} has {} arguments, its type {signature} takes {}",
                    args.len(),
                    signature.params.len()
                ),
            ));
        }
        let start = self.pool.len() as u32;
        for (value, &param) in args.iter(record).zip(&signature.params) {
            let value = value?;
            let found = self.operand(record, value)?;
            if found != param {
                return Err(Error::new(
                    ErrorKind::BadCall,
                    record.position,
                    format!(
                        "argument {} of a call of {function} has type {found}, expected {param}",
                        self.pool.len() as u32 - start
                    ),
                ));
            }
            self.pool.push(value.0);
        }
        let args = Range {
            start,
            len: signature.params.len() as u32,
        };
        if let Some(intrinsic) = module.functions[function.index()].intrinsic {
            super::intrinsic_call::check(self, record, intrinsic, args)?;
        }
        let has_result = signature.result != Type::Void;
        let inst = Inst::Call {
            tail,
            has_result,
            callee: function,
            args,
        };
        if has_result {
            self.define(record, signature.result, inst)
        } else {
            self.push(record, inst);
            Ok(())
        }
    }

    fn call_indirect(
        &mut self,
        record: &Record<'_>,
        tail: bool,
        callee: ValueId,
        ty: u32,
        args: RelativeValues<'_>,
    ) -> Result<(), Error> {
        self.expect_type(record, callee, Type::I32, "the address of an indirect call")?;
        let ty = match self.module.types.get(ty as usize) {
            Some(TypeDef::Value(Type::Void)) => Type::Void,
            _ => self.value_type(record, ty)?,
        };
        if ty != Type::Void && !ty.is_argument() {
            return Err(bad_indirect(record, "returns", ty));
        }
        let start = self.pool.len() as u32;
        self.pool.push(callee.0);
        for value in args.iter(record) {
            let value = value?;
            let found = self.operand(record, value)?;
            if !found.is_argument() {
                return Err(bad_indirect(record, "passes", found));
            }
            self.pool.push(value.0);
        }
        let operands = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        let inst = Inst::CallIndirect { tail, ty, operands };
        if ty == Type::Void {
            self.push(record, inst);
            Ok(())
        } else {
            self.define(record, ty, inst)
        }
    }

    fn vector_access(
        &mut self,
        record: &Record<'_>,
        vector: ValueId,
        index: ValueId,
    ) -> Result<Type, Error> {
        let ty = self.operand(record, vector)?;
        if !ty.is_vector() {
            return Err(type_mismatch(
                record,
                "the vector of an element access",
                ty,
                "a vector",
            ));
        }
        self.expect_type(record, index, Type::I32, "the index of a vector element")?;
        match self.constant(index) {
            Some(Constant {
                value: ConstantValue::Bits(lane),
                ..
            }) if lane < u64::from(ty.lanes()) => Ok(ty),
            Some(Constant {
                value: ConstantValue::Bits(lane),
                ..
            }) => Err(Error::new(
                ErrorKind::VectorIndex,
                record.position,
                format!("element {lane} of a vector {ty} is accessed"),
            )),
            _ => Err(Error::new(
                ErrorKind::VectorIndex,
                record.position,
                format!(
                    "the index of a vector element is {}, expected a constant",
                    self.name(index)
                ),
            )),
        }
    }

    fn switch(
        &mut self,
        record: &Record<'_>,
        ty: u32,
        value: ValueId,
        default: BlockId,
        cases: SwitchCases<'_>,
    ) -> Result<(), Error> {
        let bad = |message: String| Err(Error::new(ErrorKind::BadSwitch, record.position, message));
        let ty = self.value_type(record, ty)?;
        let found = self.operand(record, value)?;
        if found != ty {
            return bad(format!(
                "the selector of a switch has type {found}, the record says {ty}"
            ));
        }
        if !ty.is_integer() || ty == Type::I1 {
            return bad(format!(
                "a switch is on type {ty}, expected an integer wider than i1"
            ));
        }
        self.target(record, default)?;
        let start = self.pool.len() as u32;
        self.pool.push(default.0);
        self.cases.clear();
        for case in cases.iter(record) {
            let (selector, block) = case?;
            let Some(bits) = cut(ty, selector) else {
                return bad(format!(
                    "case {selector} of a switch does not fit its type {ty}"
                ));
            };
            self.target(record, block)?;
            self.cases.push(bits);
            self.pool
                .extend([bits as u32, (bits >> 32) as u32, block.0]);
        }
        self.cases.sort_unstable();
        if let Some(pair) = self.cases.windows(2).find(|pair| pair[0] == pair[1]) {
            return bad(format!("a switch has case {} twice", pair[0]));
        }
        let cases = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        self.terminate(record, Inst::Switch { value, cases });
        Ok(())
    }

    fn ret(&mut self, record: &Record<'_>, value: Option<ValueId>) -> Result<(), Error> {
        let found = match value {
            Some(value) => self.operand(record, value)?,
            None => Type::Void,
        };
        if found != self.result {
            return Err(Error::new(
                ErrorKind::BadReturn,
                record.position,
                format!(
                    "a return of {found} in a function that returns {}",
                    self.result
                ),
            ));
        }
        self.terminate(
            record,
            value.map_or(Inst::RetVoid, |value| Inst::Ret { value }),
        );
        Ok(())
    }

    fn forward_type(&mut self, record: &Record<'_>, value: ValueId, ty: u32) -> Result<(), Error> {
        let bad = |message: String| {
            Err(Error::new(
                ErrorKind::ForwardDeclaration,
                record.position,
                message,
            ))
        };
        let ty = self.value_type(record, ty)?;
        if value.0 < self.next_value {
            return bad(format!(
                "{} is declared, but it is already defined",
                self.name(value)
            ));
        }
        if u64::from(value.0) >= self.value_limit {
            return bad(format!(
                "{} is declared, but the function is too small to have so many values",
                self.name(value)
            ));
        }
        let local = (value.0 - self.first_local) as usize;
        if local >= self.types.len() {
            self.types.resize(local + 1, Type::Void);
        }
        if self.types[local] != Type::Void {
            return bad(format!("{} is declared twice", self.name(value)));
        }
        self.types[local] = ty;
        self.declared.push((value.0, record.position));
        Ok(())
    }

    /// A branch target: any block but the first.
    #[inline]
    fn target(&self, record: &Record<'_>, block: BlockId) -> Result<(), Error> {
        // Block 0 wraps to the greatest number, so one comparison serves.
        let expected = self.expected_blocks;
        if block.0.wrapping_sub(1) < expected.wrapping_sub(1) {
            return Ok(());
        }
        Err(bad_target(record, block, expected))
    }

    /// The type of an operand; notes the use if it needs a dominance check.
    #[inline(always)]
    fn operand(&mut self, record: &Record<'_>, value: ValueId) -> Result<Type, Error> {
        let ty = self.operand_type(record, value)?;
        let ValueId(id) = value;
        let same_block = id >= self.block_value && id < self.next_value;
        if id >= self.checked_from && !same_block {
            let inst = self.insts.len() as u32;
            let block = BlockId(self.blocks.len() as u32);
            self.uses.push(Use {
                value,
                inst,
                block,
                at_end: false,
            });
        }
        Ok(ty)
    }

    #[inline(always)]
    fn operand_type(&self, record: &Record<'_>, value: ValueId) -> Result<Type, Error> {
        let Some(local) = value.0.checked_sub(self.first_local) else {
            return self.address_operand(record, value);
        };
        match self.types.get(local as usize) {
            Some(&ty) if ty != Type::Void => Ok(ty),
            _ => Err(self.undefined_value(record, value)),
        }
    }

    /// The address of a function or global as an operand. Intrinsics have no
    /// address.
    fn address_operand(&self, record: &Record<'_>, value: ValueId) -> Result<Type, Error> {
        match self.module.functions.get(value.0 as usize) {
            Some(function) if function.intrinsic.is_some() => Err(Error::new(
                ErrorKind::BadCall,
                record.position,
                format!("the address of intrinsic {} is taken", self.name(value)),
            )),
            _ => Ok(Type::I32),
        }
    }

    #[inline]
    fn expect_type(
        &mut self,
        record: &Record<'_>,
        value: ValueId,
        expected: Type,
        what: &str,
    ) -> Result<(), Error> {
        let found = self.operand(record, value)?;
        if found == expected {
            return Ok(());
        }
        Err(type_mismatch(record, what, found, expected.name()))
    }

    /// The type of an index of the types block, which must be one that values
    /// can have.
    #[inline]
    fn value_type(&self, record: &Record<'_>, id: u32) -> Result<Type, Error> {
        match self.module.types.get(id as usize) {
            Some(&TypeDef::Value(ty)) if ty != Type::Void => Ok(ty),
            other => Err(bad_value_type(record, id, other)),
        }
    }

    /// The constant that a value is, if it is one.
    pub(super) fn constant(&self, value: ValueId) -> Option<Constant> {
        let index = value.0.checked_sub(self.first_local + self.param_count)?;
        self.constants.get(index as usize).copied()
    }

    #[inline(always)]
    fn push(&mut self, record: &Record<'_>, inst: Inst) {
        self.insts.push(inst);
        self.positions.push((record.position - self.start) as u32);
    }

    /// Appends an instruction that defines the next value.
    #[inline(always)]
    fn define(&mut self, record: &Record<'_>, ty: Type, inst: Inst) -> Result<(), Error> {
        let local = (self.next_value - self.first_local) as usize;
        if local == self.types.len() {
            self.types.push(ty);
        } else if self.types[local] == Type::Void {
            self.types[local] = ty;
        } else if self.types[local] != ty {
            return Err(self.declared_otherwise(record, ty));
        }
        self.next_value += 1;
        self.push(record, inst);
        Ok(())
    }

    fn terminate(&mut self, record: &Record<'_>, inst: Inst) {
        self.push(record, inst);
        let block = self.blocks.len() as u32;
        self.blocks.push(Block {
            first_inst: self.block_inst,
            len: self.insts.len() as u32 - self.block_inst,
            first_value: self.block_value,
        });
        self.value_blocks
            .resize((self.next_value - self.first_inst_value) as usize, block);
        if block == 0 {
            self.checked_from = self.next_value;
        }
        self.block_inst = self.insts.len() as u32;
        self.block_value = self.next_value;
    }

    /// Absolute index of the first instruction value.
    pub(super) fn first_inst_value(&self) -> u32 {
        self.first_inst_value
    }

    /// The manual's name of a value.
    pub(super) fn name(&self, value: ValueId) -> String {
        let ValueId(id) = value;
        let first_constant = self.first_local + self.param_count;
        if id < self.function_count {
            format!("@f{id}")
        } else if id < self.first_local {
            format!("@g{}", id - self.function_count)
        } else if id < first_constant {
            format!("%p{}", id - self.first_local)
        } else if id < self.first_inst_value {
            format!("%c{}", id - first_constant)
        } else {
            format!("%v{}", id - self.first_inst_value)
        }
    }

    /// The error of a use, found after the body was read.
    #[cold]
    pub(super) fn error_at(&self, kind: ErrorKind, inst: u32, message: String) -> Error {
        let block = self
            .blocks
            .partition_point(|block| block.first_inst <= inst)
            - 1;
        let position = self.start + u64::from(self.positions[inst as usize]);
        let place = Place {
            block: BlockId(block as u32),
            inst,
        };
        Error::new(kind, position, message).in_function(self.function, Some(place))
    }

    #[cold]
    fn undefined_value(&self, record: &Record<'_>, value: ValueId) -> Error {
        // A negative distance wraps; what it names then is beyond any value.
        let message = if u64::from(value.0) < self.value_limit {
            format!(
                "{} is used but not defined or declared yet",
                self.name(value)
            )
        } else {
            format!(
                "an operand refers to a value that does not exist; the next value is {}",
                self.name(ValueId(self.next_value))
            )
        };
        Error::new(ErrorKind::UndefinedValue, record.position, message)
    }

    #[cold]
    fn declared_otherwise(&self, record: &Record<'_>, ty: Type) -> Error {
        let local = (self.next_value - self.first_local) as usize;
        Error::new(
            ErrorKind::ForwardDeclaration,
            record.position,
            format!(
                "{} has type {ty}, but was declared as {}",
                self.name(ValueId(self.next_value)),
                self.types[local]
            ),
        )
    }

    #[cold]
    fn operands_differ(&self, record: &Record<'_>, what: &str, lhs: Type, rhs: Type) -> Error {
        Error::new(
            ErrorKind::TypeMismatch,
            record.position,
            format!("{what} has operands of types {lhs} and {rhs}, expected the same"),
        )
    }

    #[cold]
    fn not_a_function(&self, record: &Record<'_>, callee: ValueId) -> Error {
        let found = if callee.0 < self.next_value {
            self.name(callee)
        } else {
            "a value that does not exist".into()
        };
        Error::new(
            ErrorKind::BadCall,
            record.position,
            format!("a direct call is of {found}, expected a function address"),
        )
    }
}

/// The next event in a body. A body lies wholly in the bytes, so their end is
/// an end that the length word gave wrongly.
#[inline(always)]
fn next(reader: &mut Reader<'_>, function: &BlockHeader) -> Result<Event, Error> {
    reader.next().map_err(|error| beyond_block(error, function))
}

#[cold]
fn beyond_block(error: pinnacle_bitstream::Error, function: &BlockHeader) -> Error {
    if error.kind() != pinnacle_bitstream::ErrorKind::EndOfStream {
        return error.into();
    }
    Error::new(
        ErrorKind::Container(pinnacle_bitstream::ErrorKind::WrongBlockLength),
        function.position,
        format!(
            "a function block does not end within the {} words that its length word gives",
            function.length_words
        ),
    )
}

/// The bits of an integer as a type holds it, if it fits: as a signed or as an
/// unsigned number.
fn cut(ty: Type, value: i64) -> Option<u64> {
    let bits = ty.bits();
    if bits == 64 {
        return Some(value as u64);
    }
    let least = -(1i64 << (bits - 1));
    let greatest = (1i64 << bits) - 1;
    (least..=greatest)
        .contains(&value)
        .then_some(value as u64 & greatest as u64)
}

fn integer_bits(record: &Record<'_>, ty: Type, value: i64) -> Result<u64, Error> {
    let bad = |message: String| Error::new(ErrorKind::BadConstant, record.position, message);
    match ty {
        Type::Void => Err(no_constant_type(record)),
        _ if !ty.is_integer() => Err(bad(format!("an integer constant has type {ty}"))),
        _ => cut(ty, value)
            .ok_or_else(|| bad(format!("the constant {value} does not fit type {ty}"))),
    }
}

fn float_bits(record: &Record<'_>, ty: Type, bits: u64) -> Result<u64, Error> {
    let bad = |message: String| Err(Error::new(ErrorKind::BadConstant, record.position, message));
    match ty {
        Type::Void => Err(no_constant_type(record)),
        Type::Double => Ok(bits),
        Type::Float if bits <= u64::from(u32::MAX) => Ok(bits),
        Type::Float => bad(format!(
            "a float constant has the bits {bits:#x}, more than 32"
        )),
        _ => bad(format!("a floating point constant has type {ty}")),
    }
}

/// Whether a type may be loaded and stored, with an alignment that it may
/// have ("Memory Blocks and Alignment").
#[inline]
fn check_access(record: &Record<'_>, what: &str, ty: Type, align: Alignment) -> Result<(), Error> {
    let (one, natural) = match ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::V16I8 => (true, 1),
        Type::Float => (true, 4),
        Type::Double => (true, 8),
        Type::V8I16 => (false, 2),
        Type::V4I32 | Type::V4Float => (false, 4),
        _ => {
            return Err(type_mismatch(
                record,
                what,
                ty,
                "a type that memory can hold",
            ));
        }
    };
    if align.bytes() == natural || one && align.bytes() == 1 {
        return Ok(());
    }
    Err(bad_alignment(record, what, ty, align, one, natural))
}

#[cold]
fn bad_alignment(
    record: &Record<'_>,
    what: &str,
    ty: Type,
    align: Alignment,
    one: bool,
    natural: u32,
) -> Error {
    let expected = if one && natural != 1 {
        format!("1 or {natural}")
    } else {
        natural.to_string()
    };
    Error::new(
        ErrorKind::BadAlignment,
        record.position,
        format!("{what} of {ty} has alignment {align}, expected {expected}"),
    )
}

#[cold]
fn type_mismatch(record: &Record<'_>, what: &str, found: Type, expected: &str) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        record.position,
        format!("{what} has type {found}, expected {expected}"),
    )
}

#[cold]
fn bad_binary(record: &Record<'_>, op: u64, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadOperation,
        record.position,
        format!("binary operation number {op} does not exist on type {ty}"),
    )
}

#[cold]
fn bad_comparison(record: &Record<'_>, predicate: Predicate, ty: Type) -> Error {
    if ty.element() == Type::I1 || !(ty.element().is_integer() || ty.element().is_float()) {
        return type_mismatch(
            record,
            "an operand of a comparison",
            ty,
            "wider integers or floats",
        );
    }
    Error::new(
        ErrorKind::BadOperation,
        record.position,
        format!(
            "comparison number {} ({} {}) does not exist on type {ty}",
            predicate as u8,
            if predicate.is_integer() {
                "icmp"
            } else {
                "fcmp"
            },
            predicate.name()
        ),
    )
}

#[cold]
fn bad_target(record: &Record<'_>, block: BlockId, expected: u32) -> Error {
    let message = if block.0 == 0 {
        "a branch goes to the entry block %b0".into()
    } else {
        format!("a branch goes to block {block}, the function has {expected} blocks")
    };
    Error::new(ErrorKind::BadBranch, record.position, message)
}

#[cold]
fn bad_indirect(record: &Record<'_>, what: &str, ty: Type) -> Error {
    Error::new(
        ErrorKind::BadCall,
        record.position,
        format!("an indirect call {what} type {ty}, which no function may"),
    )
}

#[cold]
fn no_constant_type(record: &Record<'_>) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        record.position,
        "a constant stands before the record that sets its type",
    )
}

#[cold]
fn bad_value_type(record: &Record<'_>, id: u32, found: Option<&TypeDef>) -> Error {
    match found {
        Some(found) => Error::new(
            ErrorKind::TypeMismatch,
            record.position,
            format!("type @t{id} is {found}, which no value can have"),
        ),
        None => Error::new(
            ErrorKind::UndefinedType,
            record.position,
            format!("type @t{id} is not defined"),
        ),
    }
}
