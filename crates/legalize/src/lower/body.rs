//! Lowers bodies: the reachable blocks in order, instruction by instruction. The result is passed
//! to PNaCl's body decoder, which applies all rules of the file format.

use super::Target;
use super::blocks::Blocks;
use super::live_values::{self, Mark};
use super::numbers::Numbers;
use super::plan::Context;
use super::source::Traces;
use super::types::Types;
use crate::error::{Error, ErrorKind, Fault, body_of};
use crate::layout::Layout;
use pinnacle_debug::{FrameSlot, Home};
use pinnacle_llvm::{Body, GlobalId, InstructionId, LocalId, Module, Value};
use pinnacle_pexe::Intrinsic;
use pinnacle_pexe::decode::{BodyDecoder, UncheckedBody};
use pinnacle_pexe::error::Error as Found;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{BlockId, FuncId, ValueId};
use pinnacle_pexe::inst::{Inst, Range};
use pinnacle_pexe::module::Module as Pexe;
use pinnacle_pexe::types::Type;
use std::collections::BTreeMap;

/// An error and, if known, its instruction.
type Misplaced = (Option<InstructionId>, Fault);

/// Lowers bodies. Its buffers are reused from one body to the next.
#[derive(Debug)]
pub(super) struct Lowerer<'p> {
    pub(super) context: Context<'p>,
    pub(super) layout: Layout,
    pub(super) blocks: Blocks,
    pub(super) numbers: Numbers,
    pexe: &'p Pexe,
    decoder: BodyDecoder<'p>,
    first_local: u32,
    /// The instructions made so far. Until all constants are known, their operands have the
    /// temporary numbers of [`Numbers`].
    insts: Vec<Inst>,
    /// The operand lists of the instructions.
    pool: Vec<u32>,
    /// For each instruction, the one that it was made from, or `None` if it was added.
    origins: Vec<Option<InstructionId>>,
    /// The instruction being lowered.
    origin: Option<InstructionId>,
    /// True if unreachable blocks are kept.
    keeps_blocks: bool,
}

impl<'p> Lowerer<'p> {
    pub(super) fn new(
        module: &'p Module,
        pexe: &'p Pexe,
        types: &'p Types,
        targets: &'p [Target],
        layout: Layout,
        keeps_blocks: bool,
    ) -> Lowerer<'p> {
        let context = Context {
            module,
            types,
            targets,
            function_count: pexe.functions.len() as u32,
        };
        Lowerer {
            context,
            layout,
            blocks: Blocks::default(),
            numbers: Numbers::default(),
            pexe,
            decoder: BodyDecoder::new(pexe, Default::default()),
            first_local: pexe.global_values(),
            insts: Vec::new(),
            pool: Vec::new(),
            origins: Vec::new(),
            origin: None,
            keeps_blocks,
        }
    }

    /// Lowers a function.
    pub(super) fn function(&mut self, id: GlobalId) -> Result<Function, Error> {
        let module = self.context.module;
        let (Some(body), Target::Function(number)) =
            (body_of(module, id), self.context.targets[id.index()])
        else {
            let fault = ErrorKind::Internal.fault("a function is missing");
            return Err(Error::in_function(fault, module, id));
        };
        let lowered = self.lower(body);
        let checked = lowered.and_then(|()| self.check(number));
        checked.map_err(|(at, fault)| match at {
            Some(at) => Error::at(fault, module, id, body, at),
            None => Error::in_function(fault, module, id),
        })
    }

    /// Returns the source information for the function that was lowered last, which must be this
    /// one.
    pub(super) fn traces(&self, id: GlobalId, function: &Function) -> Traces {
        let mut traces = Traces::default();
        let Some(body) = body_of(self.context.module, id) else {
            return traces;
        };
        let places = &mut traces.places;
        for (index, origin) in self.origins.iter().enumerate() {
            let location = origin.and_then(|origin| body.location(origin));
            if places.last().is_none_or(|&(_, last)| last != location) {
                places.push((index as u32, location));
            }
        }
        if !body.variables().is_empty() {
            let slots = self.slots(body, function).into_iter();
            traces.homes = slots.map(|(at, slot)| (at, Home::Frame(slot))).collect();
            for at in body.variables().iter().filter_map(|it| it.address) {
                if let Some(value) = self.value(at, function) {
                    traces.homes.entry(at).or_insert(Home::Pointer(value));
                }
            }
        }
        if !body.value_marks().is_empty() {
            traces.values = live_values::ranges(function, &self.marks(body, function));
        }
        traces
    }

    /// Returns the value marks of variables, at the instructions that were made.
    fn marks(&self, body: &Body, function: &Function) -> BTreeMap<u32, Vec<Mark>> {
        let mut first: BTreeMap<InstructionId, u32> = BTreeMap::new();
        for (index, origin) in self.origins.iter().enumerate() {
            if let Some(origin) = *origin {
                first.entry(origin).or_insert(index as u32);
            }
        }
        let mut marks: BTreeMap<u32, Vec<Mark>> = BTreeMap::new();
        for &block in self.blocks.reached() {
            let range = body.block(block);
            let all = body.value_marks();
            let start = all.partition_point(|mark| mark.at < range.start);
            for mark in all[start..].iter().take_while(|mark| mark.at < range.end) {
                // An instruction may have no counterpart, but the terminator always has one.
                let Some((_, &inst)) = first.range(mark.at..range.end).next() else {
                    continue;
                };
                let value = mark.value.and_then(|local| self.value(local, function));
                let value = value.map(|value| (value, mark.is_address));
                let marks = marks.entry(mark.variable).or_default();
                match marks.last_mut() {
                    Some(last) if last.inst == inst => last.value = value,
                    _ => marks.push(Mark { inst, value }),
                }
            }
        }
        for marks in marks.values_mut() {
            marks.sort_by_key(|mark| mark.inst);
        }
        marks
    }

    /// Returns the stack memory that a function allocates before anything else can move the stack
    /// pointer. The key is the local with the address.
    fn slots(&self, body: &Body, function: &Function) -> BTreeMap<LocalId, FrameSlot> {
        let mut slots = BTreeMap::new();
        let mut slot = FrameSlot::default();
        for (inst, _, kind) in function.block_insts(BlockId(0)) {
            let (align, size) = match *kind {
                Inst::Alloca { align, size } => (align, size),
                // Other calls restore the stack pointer.
                Inst::Call { callee, .. } if self.restores_stack(callee) => break,
                _ => continue,
            };
            let size = function.constant(size);
            let size = size.and_then(|size| u32::try_from(size.bits()).ok());
            if !size.is_some_and(|size| slot.take(size, align.bytes())) {
                break;
            }
            let origin = self.origins.get(inst.0 as usize).copied().flatten();
            let origin = origin.and_then(|origin| body.instructions().get(origin.index()));
            if let Some(local) = origin.and_then(|origin| origin.result) {
                slots.insert(local, slot.clone());
            }
        }
        slots
    }

    /// Returns the index of a local among the values of a function. `None` if it became a constant.
    fn value(&self, local: LocalId, function: &Function) -> Option<u32> {
        let value = self.numbers.of(ValueId(local.index() as u32));
        let index = value.0.checked_sub(function.first_local())?;
        let is_computed =
            (index as usize) < function.local_types().len() && function.constant(value).is_none();
        is_computed.then_some(index)
    }

    /// Returns true if a call of a function moves the caller's stack pointer.
    fn restores_stack(&self, callee: FuncId) -> bool {
        let function = self.pexe.functions.get(callee.index());
        function.is_some_and(|function| function.intrinsic == Some(Intrinsic::Stackrestore))
    }

    /// Lowers the instructions of a body, and numbers its values.
    fn lower(&mut self, body: &Body) -> Result<(), Misplaced> {
        self.insts.clear();
        self.pool.clear();
        self.origins.clear();
        self.origin = None;
        let begun = self.numbers.begin(&self.context, body, self.first_local);
        begun.map_err(|fault| (None, fault))?;
        self.blocks.find(body, self.keeps_blocks);
        if self.blocks.enters_entry() {
            self.push(Inst::Br { target: BlockId(1) });
        }
        for index in 0..self.blocks.reached().len() {
            let range = body.block(self.blocks.reached()[index]);
            for at in range.start.index()..range.end.index() {
                self.origin = Some(InstructionId::at(at));
                self.instruction(body, &body.instructions()[at])
                    .map_err(|fault| (self.origin, fault))?;
            }
        }
        self.numbers.finish().map_err(|fault| (None, fault))?;
        let numbers = &self.numbers;
        for inst in &mut self.insts {
            inst.map_operands(&mut self.pool, |operand| numbers.of(operand));
        }
        Ok(())
    }

    fn check(&mut self, function: FuncId) -> Result<Function, Misplaced> {
        let unchecked = UncheckedBody {
            function,
            constants: self.numbers.constants(),
            results: self.numbers.results(),
            block_count: self.blocks.count(),
            insts: &self.insts,
            pool: &self.pool,
        };
        let checked = self.decoder.check_unchecked(&unchecked);
        checked.map_err(|found| self.broken(&found))
    }

    /// The error for a body that violates a rule of PNaCl. LLVM has the same rule, or this crate
    /// should have ensured it.
    #[cold]
    fn broken(&self, found: &Found) -> Misplaced {
        let fault = ErrorKind::Internal.fault(format!(
            "PNaCl's rule {} is broken: {}",
            found.code(),
            found.message()
        ));
        let place = found.place().map(|place| place.inst as usize);
        let origin = place.and_then(|inst| self.origins.get(inst).copied().flatten());
        (origin, fault)
    }

    /// Appends an instruction.
    #[inline]
    pub(super) fn push(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.origins.push(self.origin);
    }

    /// Appends the words of an operand list.
    pub(super) fn list(&mut self, words: impl IntoIterator<Item = u32>) -> Range {
        let start = self.pool.len() as u32;
        self.pool.extend(words);
        Range {
            start,
            len: self.pool.len() as u32 - start,
        }
    }

    /// Returns the operand for a value.
    #[inline]
    pub(super) fn operand(&mut self, value: Value) -> Result<ValueId, Fault> {
        self.numbers.operand(&self.context, value)
    }

    /// The type of a value.
    pub(super) fn type_of(&self, body: &Body, value: Value) -> Result<Type, Fault> {
        self.context.type_of(body, value)
    }
}
