//! Builds function bodies.
//!
//! Blocks are declared with [`FunctionBuilder::block`] and filled one after the other:
//! [`start`](FunctionBuilder::start) begins the next one in the text. A value that is used before
//! its definition is declared with [`reserve`](FunctionBuilder::reserve) and defined with
//! [`define_last`](FunctionBuilder::define_last).

use crate::body::{Block, Body, Bundle, Call, Clause, Local};
use crate::ids::{
    AttributeListId, BlockId, CallId, ConstantId, GlobalId, InstructionId, List, LocalId,
    MetadataId, Name, TypeId,
};
use crate::instruction::{
    Align, Atomicity, BinaryFlags, BinaryOp, CastFlags, CastOp, FastMath, FloatPredicate, GepFlags,
    Instruction, InstructionKind, IntPredicate, TailKind, Value,
};
use crate::location::Location;
use crate::module::{CallingConvention, Module};
use crate::types::Type;

/// Builds the body of one function.
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    /// The module, whose tables grow while the body is built.
    pub module: &'m mut Module,
    function: GlobalId,
    body: Body,
    current: Option<BlockId>,
    /// Source location of the instructions that are appended.
    location: Option<Location>,
}

impl<'m> FunctionBuilder<'m> {
    /// Begins the body of a function, with its parameters.
    ///
    /// # Panics
    ///
    /// Panics if the global is not a function.
    #[must_use]
    pub fn new(module: &'m mut Module, function: GlobalId) -> Self {
        let ty = module.global(function).ty;
        let parameters = module
            .types
            .parameters(ty)
            .expect("functions have function types");
        let locals: Vec<_> = parameters
            .iter()
            .map(|&ty| Local {
                ty,
                name: Name::NONE,
            })
            .collect();
        let body = Body {
            parameter_count: locals.len(),
            locals,
            ..Body::default()
        };
        Self {
            module,
            function,
            body,
            current: None,
            location: None,
        }
    }

    /// Continues to build an existing body.
    pub(crate) fn of_body(module: &'m mut Module, function: GlobalId, body: Body) -> Self {
        Self {
            module,
            function,
            body,
            current: None,
            location: None,
        }
    }

    /// Returns the module, and the body built so far.
    pub(crate) fn into_parts(self) -> (&'m mut Module, Body) {
        (self.module, self.body)
    }

    /// The body, to be changed.
    pub(crate) fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// The number of instructions so far.
    pub(crate) fn instruction_count(&self) -> usize {
        self.body.instructions.len()
    }

    /// Appends an existing instruction. Its result, if any, must be a local of this body.
    pub fn push(&mut self, instruction: Instruction) {
        self.body.instructions.push(instruction);
    }

    /// Adds the source location of an instruction. Locations must be added in the order of the
    /// instructions.
    pub(crate) fn push_location(&mut self, id: InstructionId, location: Location) {
        self.body.locations.push((id, location));
    }

    /// Sets the source location of the instructions that are appended from now on.
    pub fn set_location(&mut self, location: Option<Location>) {
        self.location = location;
    }

    /// Appends an instruction with the current location.
    fn append(&mut self, kind: InstructionKind, result: Option<LocalId>) {
        if let Some(location) = self.location {
            let id = InstructionId::at(self.body.instructions.len());
            self.body.locations.push((id, location));
        }
        self.body.instructions.push(Instruction { kind, result });
    }

    /// Ends the body and sets it as the body of the function.
    ///
    /// # Panics
    ///
    /// Panics if the global is no longer a function.
    pub fn finish(mut self) {
        self.end_block();
        let function = self
            .module
            .as_function(self.function)
            .expect("it is a function");
        self.module.function_mut(function).body = Some(self.body);
    }

    /// The function whose body this is.
    #[must_use]
    pub fn function(&self) -> GlobalId {
        self.function
    }

    /// The body built so far.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// A parameter.
    ///
    /// # Panics
    ///
    /// Panics if the function has fewer.
    #[must_use]
    pub fn parameter(&self, number: usize) -> Value {
        assert!(
            number < self.body.parameter_count,
            "the function has this parameter"
        );
        Value::Local(LocalId::at(number))
    }

    /// Names a local value. Names must be unique in a function, together with
    /// those of blocks.
    pub fn set_name(&mut self, value: Value, name: &[u8]) {
        if let Value::Local(local) = value {
            self.body.locals[local.index()].name = self.body.names.add(name);
        }
    }

    /// Declares a block. An empty name means no name.
    pub fn block(&mut self, name: &[u8]) -> BlockId {
        let name = self.body.names.add(name);
        let nowhere = InstructionId(0);
        self.body.blocks.push(Block {
            name,
            start: nowhere,
            end: nowhere,
        });
        BlockId::at(self.body.blocks.len() - 1)
    }

    /// Begins a block, which follows the last one in the text.
    pub fn start(&mut self, block: BlockId) {
        self.end_block();
        let here = InstructionId::at(self.body.instructions.len());
        self.body.blocks[block.index()].start = here;
        self.body.order.push(block);
        self.current = Some(block);
    }

    /// The block that instructions go to.
    ///
    /// # Panics
    ///
    /// Panics if none was begun.
    #[must_use]
    pub fn current(&self) -> BlockId {
        self.current.expect("a block was begun")
    }

    fn end_block(&mut self) {
        if let Some(block) = self.current {
            let here = InstructionId::at(self.body.instructions.len());
            self.body.blocks[block.index()].end = here;
        }
    }

    /// Declares a local value that is defined later.
    pub fn reserve(&mut self, ty: TypeId) -> LocalId {
        self.body.locals.push(Local {
            ty,
            name: Name::NONE,
        });
        LocalId::at(self.body.locals.len() - 1)
    }

    /// Makes a reserved local the result of the last instruction. The local
    /// that was its result so far must not be used.
    ///
    /// # Panics
    ///
    /// Panics if there is no last instruction or if it has no result.
    pub fn define_last(&mut self, local: LocalId) {
        let last = self
            .body
            .instructions
            .last_mut()
            .expect("there is an instruction");
        assert!(last.result.is_some(), "the instruction has a result");
        last.result = Some(local);
    }

    /// Makes a reserved local a copy of a value of the same type, which must
    /// not be an aggregate.
    pub fn define_copy(&mut self, local: LocalId, value: Value) {
        let kind = InstructionKind::Cast {
            op: CastOp::BitCast,
            flags: CastFlags::NONE,
            value,
        };
        self.append(kind, Some(local));
    }

    /// Appends an instruction with a result.
    ///
    /// # Panics
    ///
    /// Panics if no block was begun.
    pub fn emit(&mut self, kind: InstructionKind, ty: TypeId) -> Value {
        assert!(self.current.is_some(), "a block was begun");
        let result = self.reserve(ty);
        self.append(kind, Some(result));
        Value::Local(result)
    }

    /// Appends an instruction without a result.
    ///
    /// # Panics
    ///
    /// Panics if no block was begun.
    pub fn emit_void(&mut self, kind: InstructionKind) {
        assert!(self.current.is_some(), "a block was begun");
        self.append(kind, None);
    }

    /// The type of a value.
    ///
    /// # Panics
    ///
    /// Panics if it is metadata or assembly, which have none.
    #[must_use]
    pub fn type_of(&self, value: Value) -> TypeId {
        self.module
            .type_of(&self.body, value)
            .expect("operands of instructions have types")
    }

    /// A list of values in the pool of the body.
    pub fn values(&mut self, values: &[Value]) -> List {
        List::push(&mut self.body.values, values)
    }

    /// A list of the edges of a phi.
    pub fn incoming(&mut self, edges: &[(Value, BlockId)]) -> List {
        List::push(&mut self.body.incoming, edges)
    }

    /// A list of cases of a switch.
    pub fn cases(&mut self, cases: &[(ConstantId, BlockId)]) -> List {
        List::push(&mut self.body.cases, cases)
    }

    /// A list of blocks.
    pub fn block_list(&mut self, blocks: &[BlockId]) -> List {
        List::push(&mut self.body.block_lists, blocks)
    }

    /// A list of numbers for `extractvalue` and `insertvalue`.
    pub fn indices(&mut self, indices: &[u32]) -> List {
        List::push(&mut self.body.indices, indices)
    }

    /// A list of clauses of a landing pad.
    pub fn clauses(&mut self, clauses: &[Clause]) -> List {
        List::push(&mut self.body.clauses, clauses)
    }

    /// A list of operand bundles: tags and their values.
    pub fn bundles(&mut self, bundles: &[(&[u8], &[Value])]) -> List {
        let bundles: Vec<_> = bundles
            .iter()
            .map(|&(tag, values)| Bundle {
                tag: self.body.names.add_even_empty(tag),
                values: self.values(values),
            })
            .collect();
        List::push(&mut self.body.bundles, &bundles)
    }

    /// A call site, to be used by one instruction.
    pub fn add_call(&mut self, call: Call) -> CallId {
        self.body.calls.push(call);
        CallId::at(self.body.calls.len() - 1)
    }

    /// A call site with the C calling convention and no attributes or flags.
    pub fn call_site(&mut self, callee: Value, function_type: TypeId, arguments: &[Value]) -> Call {
        Call {
            callee,
            function_type,
            arguments: self.values(arguments),
            convention: CallingConvention::C,
            attributes: AttributeListId::EMPTY,
            address_space: 0,
            tail: TailKind::None,
            flags: FastMath::NONE,
            bundles: List::EMPTY,
        }
    }

    /// Attaches metadata to the last instruction.
    ///
    /// # Panics
    ///
    /// Panics if no instruction has been emitted.
    pub fn attach(&mut self, kind: &[u8], node: MetadataId) {
        let last = self
            .body
            .instructions
            .len()
            .checked_sub(1)
            .expect("there is an instruction");
        let kind = self.body.names.add(kind);
        self.body
            .attachments
            .push((InstructionId::at(last), kind, node));
    }

    /// An operation on two numbers of the same type, without flags.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        let kind = InstructionKind::binary(op, BinaryFlags::NONE, lhs, rhs);
        self.emit(kind, ty)
    }

    /// A conversion to a type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: TypeId) -> Value {
        self.emit(
            InstructionKind::Cast {
                op,
                flags: CastFlags::NONE,
                value,
            },
            ty,
        )
    }

    /// The type of the result of comparing values of this type: `i1`, or a vector of it.
    fn truth_type(&mut self, operand: Value) -> TypeId {
        let bit = self.module.types.integer(1);
        match self.module.types.get(self.type_of(operand)) {
            Type::Vector {
                length, scalable, ..
            } => self.module.types.vector(bit, length, scalable),
            _ => bit,
        }
    }

    /// A comparison of integers or pointers.
    pub fn int_compare(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Value {
        let ty = self.truth_type(lhs);
        self.emit(
            InstructionKind::IntCompare {
                predicate,
                lhs,
                rhs,
            },
            ty,
        )
    }

    /// A comparison of floating-point numbers.
    pub fn float_compare(&mut self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Value {
        let ty = self.truth_type(lhs);
        let flags = FastMath::NONE;
        self.emit(
            InstructionKind::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            },
            ty,
        )
    }

    /// A choice between two values.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.type_of(if_true);
        let operands = self.values(&[condition, if_true, if_false]);
        self.emit(
            InstructionKind::Select {
                flags: FastMath::NONE,
                operands,
            },
            ty,
        )
    }

    /// Returns a value that depends on the block that control came from.
    pub fn phi(&mut self, ty: TypeId, edges: &[(Value, BlockId)]) -> Value {
        let incoming = self.incoming(edges);
        self.emit(
            InstructionKind::Phi {
                flags: FastMath::NONE,
                incoming,
            },
            ty,
        )
    }

    /// Allocates memory on the stack: `count` times the size of the type.
    pub fn alloca(&mut self, allocated: TypeId, count: Option<Value>, align: Align) -> Value {
        let ty = self.module.types.pointer();
        let kind = InstructionKind::Alloca {
            allocated,
            count,
            align,
            in_alloca: false,
            swift_error: false,
        };
        self.emit(kind, ty)
    }

    /// Loads a value, at the natural alignment of its type.
    pub fn load(&mut self, ty: TypeId, pointer: Value, volatile: bool) -> Value {
        let (align, atomicity) = (Align::NATURAL, Atomicity::NONE);
        self.emit(
            InstructionKind::Load {
                pointer,
                align,
                volatile,
                atomicity,
            },
            ty,
        )
    }

    /// Stores a value, at the natural alignment of its type.
    pub fn store(&mut self, value: Value, pointer: Value, volatile: bool) {
        let (align, atomicity) = (Align::NATURAL, Atomicity::NONE);
        self.emit_void(InstructionKind::Store {
            value,
            pointer,
            align,
            volatile,
            atomicity,
        });
    }

    /// An address within an object that `base` points to.
    pub fn get_element_ptr(&mut self, source: TypeId, base: Value, indices: &[Value]) -> Value {
        let ty = self.type_of(base);
        let mut all = Vec::with_capacity(indices.len() + 1);
        all.push(base);
        all.extend_from_slice(indices);
        let operands = self.values(&all);
        self.emit(
            InstructionKind::GetElementPtr {
                source,
                flags: GepFlags::NONE,
                operands,
            },
            ty,
        )
    }

    /// Calls a function by a type. Returns the result, if there is one.
    ///
    /// # Panics
    ///
    /// Panics if the type is not a function type.
    pub fn call(
        &mut self,
        callee: Value,
        function_type: TypeId,
        arguments: &[Value],
    ) -> Option<Value> {
        let call = self.call_site(callee, function_type, arguments);
        let call = self.add_call(call);
        self.emit_call(InstructionKind::Call(call), function_type)
    }

    /// Calls a function and continues at one of two blocks.
    ///
    /// # Panics
    ///
    /// Panics if the type is not that of a function.
    pub fn invoke(
        &mut self,
        callee: Value,
        function_type: TypeId,
        arguments: &[Value],
        normal: BlockId,
        unwind: BlockId,
    ) -> Option<Value> {
        let call = self.call_site(callee, function_type, arguments);
        let call = self.add_call(call);
        self.emit_call(
            InstructionKind::Invoke {
                call,
                normal,
                unwind,
            },
            function_type,
        )
    }

    fn emit_call(&mut self, kind: InstructionKind, function_type: TypeId) -> Option<Value> {
        let result = self
            .module
            .types
            .result(function_type)
            .expect("calls have function types");
        if self.module.types.get(result) == Type::Void {
            self.emit_void(kind);
            None
        } else {
            Some(self.emit(kind, result))
        }
    }

    /// Returns from the function.
    pub fn ret(&mut self, value: Option<Value>) {
        self.emit_void(InstructionKind::Return(value));
    }

    /// Branches to a block.
    pub fn branch(&mut self, target: BlockId) {
        self.emit_void(InstructionKind::Branch(target));
    }

    /// Branches to one of two blocks.
    pub fn branch_if(&mut self, condition: Value, if_true: BlockId, if_false: BlockId) {
        self.emit_void(InstructionKind::ConditionalBranch {
            condition,
            if_true,
            if_false,
        });
    }

    /// Branches to the block of the matching case, or to the default.
    pub fn switch(&mut self, value: Value, default: BlockId, cases: &[(ConstantId, BlockId)]) {
        let cases = self.cases(cases);
        self.emit_void(InstructionKind::Switch {
            value,
            default,
            cases,
        });
    }

    /// Marks a point that control never reaches.
    pub fn unreachable(&mut self) {
        self.emit_void(InstructionKind::Unreachable);
    }
}
