//! Metadata of instructions, in a module that is read as it was written: attachments,
//! and locations as the nodes that LLVM makes of them.

use pinnacle_bitstream::{Reader, Step};

use super::BodyReader;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::metadata::Both;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::records::{MetadataCode as C, OldMetadataCode as O};
use crate::body::LOCATION;
use crate::ids::{InstructionId, MetadataId};
use crate::metadata::Metadata;

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

    /// An instruction, then kinds and nodes.
    fn attachment(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        if operands.left().is_multiple_of(2) {
            let message = "metadata is attached to a function, which the text of old releases \
                           cannot show";
            return Err(bad(ErrorKind::Unsupported, message));
        }
        let at = operands.next_u32()?;
        if at as usize >= self.body.instructions.len() {
            let message = format!("metadata is attached to instruction {at}, which does not exist");
            return Err(bad(ErrorKind::BadMetadata, message));
        }
        while operands.left() > 0 {
            let (kind, node) = (operands.next_u32()?, operands.next_u32()?);
            let Some(name) = self.tables.metadata.kind_name(kind) else {
                let message =
                    format!("metadata of kind {kind} is attached, but this kind has no name");
                return Err(bad(ErrorKind::BadMetadata, message));
            };
            let name = self.body.names.add(name);
            let node = self.node_of(node)?;
            self.body.attachments.push((InstructionId(at), name, node));
        }
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

    /// A location: line, column, and its scope and call site, as numbers of nodes plus one.
    pub(super) fn written_location(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let (line, column) = (operands.next_u32()?, operands.next_u32()?);
        let (scope, call) = (operands.next_u32()?, operands.next_u32()?);
        let mut node = |number: u32| number.checked_sub(1).map(|number| self.node_of(number));
        let (scope_node, call_node) = (node(scope).transpose()?, node(call).transpose()?);
        if scope_node.is_none() {
            // No location at all.
            self.written_location = None;
            return Ok(());
        }
        let (module, extra) = self.module.alone()?;
        let place = match extra.locations.get(&[line, column, scope, call]) {
            Some(&known) => known,
            None => {
                let mut number = |value: u32| {
                    let constant = module.int(32, value.into());
                    module.metadata.add(Metadata::Constant(constant))
                };
                let (line, column) = (number(line), number(column));
                let operands = [Some(line), Some(column), scope_node, call_node];
                module.metadata.node(false, &operands)
            }
        };
        extra.locations.insert([line, column, scope, call], place);
        self.written_location = Some(place);
        self.attach_location();
        Ok(())
    }

    /// Gives the last instruction the last location.
    pub(super) fn attach_location(&mut self) {
        let last = self.body.instructions.len().checked_sub(1);
        if let (Some(last), Some(node)) = (last, self.written_location) {
            let name = self.body.names.add(LOCATION);
            let at = InstructionId::at(last);
            self.body.attachments.push((at, name, node));
        }
    }
}
