//! Expands constant expressions that LLVM no longer has.
//!
//! Comparisons, selects and most arithmetic used to be constant expressions. In a body they become
//! instructions before the one that uses them. An incoming value of a phi must be computed on its
//! edge, so the edge gets a block of its own. These blocks are placed at the end.

use std::collections::BTreeMap;

use super::BodyReader;
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::record::{Result, bad};
use crate::body::{Block, Body};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, InstructionId, List, Name};
use crate::instruction::{InstructionKind, Value};
use crate::types::Type;

/// Maximum number of instructions that the expressions of one value may become. Expressions share
/// their parts, so the expanded form can be far larger than the file.
const MAX_INSTRUCTIONS: usize = 1 << 12;
/// Maximum number of edges of a function that may get blocks for expanded expressions.
const MAX_EDGES: usize = 1 << 10;
/// Size of an instruction in bytes, charged to the memory budget of the file.
const INSTRUCTION_BYTES: u64 = 1 << 6;

impl BodyReader<'_> {
    /// Returns true if a value is an expression that must become instructions.
    #[inline]
    pub(super) fn is_outdated(&self, value: Value) -> bool {
        let outdated = &self.tables.constants.outdated;
        match value {
            Value::Constant(constant) => !outdated.is_empty() && outdated.contains(&constant),
            _ => false,
        }
    }

    /// Returns a value in the form of current LLVM. Emits instructions if necessary.
    #[inline]
    pub(super) fn current(&mut self, value: Value) -> Result<Value> {
        match value {
            Value::Constant(constant) if self.is_outdated(value) => self.expand(constant),
            _ => Ok(value),
        }
    }

    /// Emits the instructions for an expression, each after those for its operands.
    #[inline(never)]
    fn expand(&mut self, constant: ConstantId) -> Result<Value> {
        let mut made: BTreeMap<ConstantId, Value> = BTreeMap::new();
        let mut stack = vec![constant];
        while let Some(&top) = stack.last() {
            if made.contains_key(&top) {
                stack.pop();
                continue;
            }
            if !self.is_outdated(top.into()) {
                made.insert(top, top.into());
                stack.pop();
                continue;
            }
            let mut operands = Vec::new();
            let table = &self.module.constants;
            table.for_each_operand(table.get(top).kind, |part| operands.push(part));
            if operands.len() > MAX_INSTRUCTIONS {
                return Err(too_large());
            }
            let waiting = stack.len();
            let open = operands
                .iter()
                .rev()
                .filter(|part| !made.contains_key(part));
            stack.extend(open);
            if stack.len() > waiting {
                continue;
            }
            if made.len() > MAX_INSTRUCTIONS || stack.len() > MAX_INSTRUCTIONS {
                return Err(too_large());
            }
            let operands: Vec<_> = operands.iter().map(|part| made[part]).collect();
            let value = self.instruction_for(top, &operands)?;
            made.insert(top, value);
            stack.pop();
        }
        Ok(made[&constant])
    }

    fn instruction_for(&mut self, constant: ConstantId, operands: &[Value]) -> Result<Value> {
        let constant = self.module.constants.get(constant);
        if let ConstantKind::Aggregate(_) = constant.kind {
            return self.aggregate_of(constant.ty, operands);
        }
        let kind = constant.kind.instruction(operands, |all| self.values(all));
        let kind = kind.ok_or_else(|| {
            let message = "a constant expression cannot become an instruction";
            bad(ErrorKind::Unsupported, message)
        })?;
        self.emit_named(kind, constant.ty, b"constexpr")
    }

    /// Builds an aggregate, element by element.
    fn aggregate_of(&mut self, ty: crate::ids::TypeId, elements: &[Value]) -> Result<Value> {
        let module = self.module.alone()?.0;
        let poison = module.constants.plain(ty, ConstantKind::Poison);
        let is_vector = matches!(self.module.types.get(ty), Type::Vector { .. });
        let mut aggregate = Value::Constant(poison);
        for (index, &element) in elements.iter().enumerate() {
            let kind = if is_vector {
                let index = self.module.alone()?.0.int(32, index as u64);
                let operands = self.values(&[aggregate, element, index.into()]);
                InstructionKind::InsertElement { operands }
            } else {
                let indices = List::push(&mut self.body.indices, &[index as u32]);
                InstructionKind::InsertValue {
                    aggregate,
                    element,
                    indices,
                }
            };
            aggregate = self.emit_named(kind, ty, b"constexpr.ins")?;
        }
        Ok(aggregate)
    }

    /// Emits an instruction that the file does not contain, with the name that LLVM gives it.
    fn emit_named(
        &mut self,
        kind: InstructionKind,
        ty: crate::ids::TypeId,
        name: &[u8],
    ) -> Result<Value> {
        self.charge(INSTRUCTION_BYTES)?;
        let local = self.emit_extra(kind, ty);
        if !self.options.without_names {
            let mut name = name.to_vec();
            let first = if name.ends_with(b".ins") { 1 } else { 0 };
            if std::mem::replace(&mut self.names_taken[first], true) {
                self.last_number += 1;
                name.extend_from_slice(self.last_number.to_string().as_bytes());
            }
            self.body.locals[local.index()].name = self.body.names.add(&name);
        }
        Ok(local.into())
    }

    /// Gives each edge a block of its own if a phi has an outdated expression as its incoming
    /// value.
    pub(super) fn expand_edges(&mut self) -> Result<()> {
        let constants = std::mem::take(&mut self.phi_constants);
        let mut edges: BTreeMap<(BlockId, BlockId), Vec<usize>> = BTreeMap::new();
        for (place, from, to) in constants {
            edges.entry((to, from)).or_default().push(place);
        }
        if edges.len() > MAX_EDGES {
            let message = "phis have obsolete constant expressions on too many edges";
            return Err(bad(ErrorKind::TooLarge, message));
        }
        let mut redirected = Vec::new();
        for (&(to, from), places) in &edges {
            let start = InstructionId::at(self.body.instructions.len());
            let mut values: BTreeMap<ConstantId, Value> = BTreeMap::new();
            for &place in places {
                let Value::Constant(constant) = self.body.incoming[place].0 else {
                    continue;
                };
                let expanded = match values.get(&constant) {
                    Some(&known) => known,
                    None => self.expand(constant)?,
                };
                values.insert(constant, expanded);
                self.body.incoming[place].0 = expanded;
            }
            let name = if self.options.without_names {
                Name::NONE
            } else {
                let number = self.body.blocks.len();
                let name = format!("phi.constexpr.{number}");
                self.body.names.add(name.as_bytes())
            };
            // Do not use `push`, which ends blocks in the order of the text.
            self.body
                .instructions
                .push(crate::instruction::Instruction {
                    kind: InstructionKind::Branch(to),
                    result: None,
                });
            let edge = BlockId::at(self.body.blocks.len());
            self.body.blocks.push(Block {
                name,
                start,
                end: InstructionId::at(self.body.instructions.len()),
            });
            self.body.order.push(edge);
            self.block_start = self.body.instructions.len();
            redirected.push((from, to, edge));
        }
        for (from, to, edge) in redirected {
            redirect_edge(&mut self.body, from, to, edge)
                .map_err(|message| bad(ErrorKind::Unsupported, message))?;
        }
        Ok(())
    }
}

/// Redirects all edges from one block to another through a third. Returns an error for edges that
/// cannot be redirected.
pub(crate) fn redirect_edge(
    body: &mut Body,
    from: BlockId,
    to: BlockId,
    edge: BlockId,
) -> std::result::Result<(), &'static str> {
    let last = body.block_instructions(from).last().map(|last| last.kind);
    match last {
        Some(
            InstructionKind::Branch(_)
            | InstructionKind::ConditionalBranch { .. }
            | InstructionKind::Switch { .. },
        ) => {}
        Some(InstructionKind::Invoke { unwind, .. }) if unwind != to => {}
        _ => {
            return Err(
                "a phi has an obsolete constant expression on an edge that cannot be split",
            );
        }
    }
    body.map_successors(from, |block| if block == to { edge } else { block });
    let block = body.blocks[to.index()];
    for index in block.start.index()..block.end.index() {
        let InstructionKind::Phi { incoming, .. } = &mut body.instructions[index].kind else {
            continue;
        };
        let mut edges = incoming.of(&body.incoming).to_vec();
        // Several edges have become one, so keep a single entry.
        let mut seen = false;
        edges.retain_mut(|(_, block)| {
            if *block != from {
                return true;
            }
            *block = edge;
            !std::mem::replace(&mut seen, true)
        });
        *incoming = incoming.shortened(edges.len());
        incoming.of_mut(&mut body.incoming).copy_from_slice(&edges);
    }
    Ok(())
}

#[cold]
fn too_large() -> Error {
    let message = "a constant expression is too large to become instructions";
    bad(ErrorKind::TooLarge, message)
}
