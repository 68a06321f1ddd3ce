//! `invoke` and `unwind` of LLVM 2.x: an invoke went to an ordinary block, and
//! `unwind` went to the nearest invoke among the callers.
//!
//! An invoke gets a landing block, which catches everything, releases what was
//! thrown and goes on to where the invoke went. `unwind` is a call of a function
//! of the module that throws, and aborts if nobody catches it.

use super::BodyReader;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Result, bad};
use crate::body::{Block, Clause};
use crate::builder::FunctionBuilder;
use crate::constants::ConstantKind;
use crate::ids::{BlockId, GlobalId, InstructionId, List, Name, TypeId};
use crate::instruction::{InstructionKind, Value};
use crate::module::Module;

/// The function that throws.
pub(super) const RAISE: &str = "llvm1.unwind";

/// The class of what it throws.
const EXCEPTION_CLASS: u64 = u64::from_be_bytes(*b"LLVM2.x\0");

/// Intrinsics of before LLVM 3.0 that no single call stands for today, by the
/// beginnings of their names.
const REFUSED: [&str; 7] = [
    "llvm.eh.exception",
    "llvm.eh.selector",
    "llvm.eh.resume",
    "llvm.atomic.",
    "llvm.memory.barrier",
    "llvm.part.select.",
    "llvm.part.set.",
];

/// Words for the header of an exception, enough on every machine.
const EXCEPTION_WORDS: u64 = 8;

impl BodyReader<'_> {
    /// `unwind`: a call that does not return.
    pub(super) fn unwind_record(&mut self) -> Result<()> {
        let types = &mut self.module.alone()?.0.types;
        let nothing = types.void();
        let function = types.function(nothing, &[], false);
        let call = self.call_of(RAISE, function, &[])?;
        self.emit(InstructionKind::Call(call))?;
        self.emit(InstructionKind::Unreachable)
    }

    /// Gives invokes of LLVM 2.x landing blocks.
    pub(super) fn add_landings(&mut self) -> Result<()> {
        if !self.types.are_old() {
            return Ok(());
        }
        for index in 0..self.body.blocks.len() {
            let end = self.body.blocks[index].end.index();
            let Some(last) = end.checked_sub(1) else {
                continue;
            };
            if let InstructionKind::Invoke {
                call,
                normal,
                unwind,
            } = self.body.instructions[last].kind
            {
                let landing = self.landing(unwind)?;
                self.body.instructions[last].kind = InstructionKind::Invoke {
                    call,
                    normal,
                    unwind: landing,
                };
                self.move_edge(BlockId::at(index), unwind, landing);
            }
        }
        Ok(())
    }

    /// A block that catches everything and goes on to another one.
    fn landing(&mut self, target: BlockId) -> Result<BlockId> {
        let start = InstructionId::at(self.body.instructions.len());
        let module = self.module.alone()?.0;
        let (pointer, word, nothing) = (
            module.types.pointer(),
            module.types.integer(32),
            module.types.void(),
        );
        let caught = module.types.literal_struct(&[pointer, word], false);
        let personality = module.types.function(word, &[], true);
        let release = module.types.function(nothing, &[pointer], false);
        let null = module.null();
        let personality = self.address_of("__gxx_personality_v0", personality)?;
        self.personality.get_or_insert(personality);
        let clauses = List::push(&mut self.body.clauses, &[Clause::Catch(null.into())]);
        let kind = InstructionKind::LandingPad {
            cleanup: false,
            clauses,
        };
        let aggregate = self.emit_extra(kind, caught).into();
        let indices = List::push(&mut self.body.indices, &[0]);
        let kind = InstructionKind::ExtractValue { aggregate, indices };
        let exception = self.emit_extra(kind, pointer).into();
        let call = self.call_of("_Unwind_DeleteException", release, &[exception])?;
        self.emit(InstructionKind::Call(call))?;
        // Not by `push`, which ends blocks in the order of the text.
        self.body
            .instructions
            .push(crate::instruction::Instruction {
                kind: InstructionKind::Branch(target),
                result: None,
            });
        let landing = BlockId::at(self.body.blocks.len());
        self.body.blocks.push(Block {
            name: Name::NONE,
            start,
            end: InstructionId::at(self.body.instructions.len()),
        });
        self.body.order.push(landing);
        self.block_start = self.body.instructions.len();
        Ok(landing)
    }

    /// Lets phis have one edge from another block. An invoke may go to one block
    /// either way; then the other edge stays.
    fn move_edge(&mut self, from: BlockId, to: BlockId, landing: BlockId) {
        let body = &mut self.body;
        let block = body.blocks[to.index()];
        for index in block.start.index()..block.end.index() {
            if let InstructionKind::Phi { incoming, .. } = &mut body.instructions[index].kind {
                let edges = incoming.of_mut(&mut body.incoming);
                let edge = edges.iter_mut().rev().find(|(_, block)| *block == from);
                if let Some(edge) = edge {
                    edge.1 = landing;
                }
            }
        }
    }

    /// That a call is of no intrinsic of before LLVM 3.0 that is not upgraded. What
    /// those for exceptions say belongs into landing pads where the invokes lead.
    pub(super) fn is_upgraded(&self, callee: Value) -> Result<()> {
        if !self.types.are_old() {
            return Ok(());
        }
        let Value::Constant(callee) = callee else {
            return Ok(());
        };
        let ConstantKind::Global(global) = self.module.constants.get(callee).kind else {
            return Ok(());
        };
        let name = self.module.names.get(self.module.global(global).name);
        for start in REFUSED {
            if name.starts_with(start.as_bytes()) {
                let message = format!("a function calls {start}, of before LLVM 3.0");
                return Err(bad(ErrorKind::Unsupported, message));
            }
        }
        Ok(())
    }
}

/// Gives the function that throws a body.
pub(super) fn define(module: &mut Module, raise: GlobalId) {
    let already = module.as_function(raise);
    if already.is_none_or(|function| module.function(function).body.is_some()) {
        return;
    }
    let (nothing, pointer) = (module.types.void(), module.types.pointer());
    let (word, long) = (module.types.integer(32), module.types.integer(64));
    let release = released(module, nothing, pointer, word);
    let release = module.address_of(release);
    let mut declare = |name: &str, result: TypeId, parameters: &[TypeId]| {
        let ty = module.types.function(result, parameters, false);
        let global = match module.find_global(name.as_bytes()) {
            Some(known) => known,
            None => module.add_function(name.as_bytes(), ty),
        };
        (Value::from(module.address_of(global)), ty)
    };
    let malloc = declare("malloc", pointer, &[long]);
    let throw = declare("_Unwind_RaiseException", word, &[pointer]);
    let abort = declare("abort", nothing, &[]);
    let mut builder = FunctionBuilder::new(module, raise);
    let entry = builder.block(b"");
    builder.start(entry);
    let size = builder.module.int(64, EXCEPTION_WORDS * 8);
    if let Some(exception) = builder.call(malloc.0, malloc.1, &[size.into()]) {
        let header = builder.module.types.array(long, EXCEPTION_WORDS);
        let zeros = builder.module.zero(header);
        builder.store(zeros.into(), exception, false);
        let class = builder.module.int(64, EXCEPTION_CLASS);
        builder.store(class.into(), exception, false);
        // The function that releases it is the second field.
        let one = builder.module.int(64, 1);
        let field = builder.get_element_ptr(long, exception, &[one.into()]);
        builder.store(release.into(), field, false);
        builder.call(throw.0, throw.1, &[exception]);
    }
    builder.call(abort.0, abort.1, &[]);
    builder.unreachable();
    builder.finish();
    internal(module, raise);
}

/// The function that releases what was caught.
fn released(module: &mut Module, nothing: TypeId, pointer: TypeId, word: TypeId) -> GlobalId {
    let ty = module.types.function(nothing, &[word, pointer], false);
    let release = module.add_function(b"llvm1.release", ty);
    let ty = module.types.function(nothing, &[pointer], false);
    let free = match module.find_global(b"free") {
        Some(known) => known,
        None => module.add_function(b"free", ty),
    };
    let free = module.address_of(free);
    let mut builder = FunctionBuilder::new(module, release);
    let entry = builder.block(b"");
    builder.start(entry);
    let exception = builder.parameter(1);
    builder.call(free.into(), ty, &[exception]);
    builder.ret(None);
    builder.finish();
    internal(module, release);
    release
}

fn internal(module: &mut Module, global: GlobalId) {
    let global = module.global_mut(global);
    global.linkage = crate::module::Linkage::Internal;
}
