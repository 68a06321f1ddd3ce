//! Metadata of instructions, in a module that is read in its original form: attachments, and
//! locations as nodes.

use pinnacle_bitstream::{Reader, Step};

use super::BodyReader;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::metadata::Both;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::records::{MetadataCode as C, OldMetadataCode as O};
use crate::body::LOCATION;
use crate::debug_nodes::DebugClass;
use crate::ids::{InstructionId, MetadataId};
use crate::metadata::{DebugField, Metadata};

impl BodyReader<'_> {
    /// Reads the block of attachments, which follows the instructions.
    pub(super) fn attachments(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let position = record.position;
                    let code = C(record.code);
                    if code == C::ATTACHMENT || record.code == O::ATTACHMENT.0 {
                        let mut operands = Operands::new(record.operands);
                        self.attachment(&mut operands)
                            .map_err(|error| error.at(position))?;
                    }
                }
                Step::EnterBlock(_) => reader.skip_block()?,
                Step::ExitBlock | Step::End => return Ok(()),
                Step::DefineAbbreviation => {}
            }
        }
    }

    /// Reads an attachment: an instruction, then kinds and nodes.
    fn attachment(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        if operands.left().is_multiple_of(2) {
            return self.attachment_of_function(operands);
        }
        let at = operands.next_u32()?;
        if at as usize >= self.body.instructions.len() {
            let message = format!("metadata is attached to instruction {at}, which does not exist");
            return Err(bad(ErrorKind::BadMetadata, message));
        }
        while operands.left() > 0 {
            let (kind, node) = (operands.next_u32()?, operands.next_u32()?);
            let Some(name) = self.tables.metadata.kind_name(kind) else {
                return Err(self.tables.metadata.nameless_kind(kind));
            };
            let name = self.body.names.add(name);
            let node = self.node_of(node)?;
            self.body.attachments.push((InstructionId(at), name, node));
        }
        Ok(())
    }

    /// Reads the attachments of the function itself: kinds and nodes.
    fn attachment_of_function(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        while operands.left() > 0 {
            let (kind, node) = (operands.next_u32()?, operands.next_u32()?);
            let node = self.node_of(node)?;
            let Some(name) = self.tables.metadata.kind_name(kind) else {
                return Err(self.tables.metadata.nameless_kind(kind));
            };
            let (module, _) = self.module.alone()?;
            let name = module.names.add(name);
            module.metadata.attach(self.function, name, node);
        }
        Ok(())
    }

    /// Adds the function's nodes to the module.
    pub(super) fn keep_metadata(&mut self) -> Result<()> {
        let both = Both {
            module: &self.tables.metadata,
            own: &self.metadata,
        };
        if self.metadata.has_only_tuples(&self.tables.types) {
            return Ok(());
        }
        let (module, extra) = self.module.alone()?;
        let before = module.metadata.items().len();
        both.keep_own(module, &mut extra.made, &self.values)?;
        extra.add_locations(module, before);
        Ok(())
    }

    fn node_of(&mut self, number: u32) -> Result<MetadataId> {
        let both = Both {
            module: &self.tables.metadata,
            own: &self.metadata,
        };
        let (module, extra) = self.module.alone()?;
        both.operand(module, &mut extra.made, &self.values, number)
    }

    /// Reads a location: line, column, and the numbers plus one of the nodes of its scope and call
    /// site.
    pub(super) fn written_location(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (line, column) = (operands.next_u32()?, operands.next_u32()?);
        let (scope, call) = (operands.next_u32()?, operands.next_u32()?);
        let mut node = |number: u32| number.checked_sub(1).map(|number| self.node_of(number));
        let (scope_node, call_node) = (node(scope).transpose()?, node(call).transpose()?);
        if scope_node.is_none() {
            // The instruction has no location.
            self.written_location = None;
            return Ok(());
        }
        let implicit = if operands.left() > 0 {
            operands.next_u32()?
        } else {
            0
        };
        let Some(scope_node) = scope_node else {
            return Ok(());
        };
        let tuples = self.metadata.has_only_tuples(&self.tables.types);
        let (module, extra) = self.module.alone()?;
        let key = ([line, column, implicit], scope_node, call_node);
        let place = match extra.locations.get(&key) {
            Some(&known) => known,
            None if tuples => {
                let mut number = |value: u32| {
                    let constant = module.int(32, value.into());
                    module.metadata.add(Metadata::Constant(constant))
                };
                let (line, column) = (number(line), number(column));
                let operands = [Some(line), Some(column), Some(scope_node), call_node];
                module.metadata.node(false, &operands)
            }
            None => {
                let number = |value: u32| DebugField::Number(value.into());
                let fields = [
                    number(line),
                    number(column),
                    DebugField::Node(scope_node),
                    call_node.map_or(DebugField::Nothing, DebugField::Node),
                    number(implicit),
                ];
                let node = module.metadata.debug(DebugClass::LOCATION, false);
                module.metadata.set_fields(node, &fields);
                node
            }
        };
        extra.locations.insert(key, place);
        self.written_location = Some(place);
        self.attach_location();
        Ok(())
    }

    /// Attaches the last location to the last instruction.
    pub(super) fn attach_location(&mut self) {
        let last = self.body.instructions.len().checked_sub(1);
        if let (Some(last), Some(node)) = (last, self.written_location) {
            let name = self.body.names.add(LOCATION);
            let at = InstructionId::at(last);
            self.body.attachments.push((at, name, node));
        }
    }
}
