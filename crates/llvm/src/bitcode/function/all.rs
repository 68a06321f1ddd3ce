//! Reads all bodies of a module, in three steps.
//!
//! 1. Constants of functions are added to the module, one function after the
//!    other.
//! 2. Bodies are read on several threads, which only look things up in the module. If something is
//!    missing, such as a type that only an upgrade needs, the body is left for the last step.
//! 3. In the order of bodies, the remaining ones are read, and changed attributes and the scopes
//!    of locations are added to the module.
//!
//! All ids are therefore independent of the number of threads.

use crate::bitcode::PROFILE;
use std::collections::BTreeMap;
use std::sync::Arc;

use pinnacle_base::parallel;
use pinnacle_bitstream::{BlockInfo, Reader, Step, Suspended};

use super::access::{Access, Extra};
use super::{BodyReader, Read, unwind};
use crate::bitcode::Options;
use crate::bitcode::attributes::with_changes;
use crate::bitcode::container;
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::metadata::{Both, Scopes, Variables};
use crate::bitcode::module::{FileBody, Tables};
use crate::bitcode::record::{Result, bad};
use crate::bitcode::records::{FunctionCode as C, block};
use crate::bitcode::values::{Content, Slot};
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, LocalId};
use crate::location::Location;
use crate::module::Module;

/// The result of reading a body on one of several threads.
enum Outcome {
    Read(Box<Read>),
    Failed(Error),
    /// The body must be read with exclusive access.
    Waits,
}

/// A bit reader that is moved from one body to the next.
struct Walker<'a> {
    bytes: &'a [u8],
    suspended: Option<Suspended>,
}

impl<'a> Walker<'a> {
    fn new(bytes: &'a [u8], info: &Arc<BlockInfo>) -> Walker<'a> {
        let reader = Reader::with_block_info(&[], 0, PROFILE, Arc::clone(info));
        Walker {
            bytes,
            suspended: Some(reader.suspend()),
        }
    }

    /// Moves to a body and calls `read` with its content.
    fn at<T>(
        &mut self,
        file: &FileBody,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T>,
    ) -> Result<T> {
        let contents = container::body(self.bytes, &file.header)?;
        let suspended = self.suspended.take().expect("it comes back below");
        let mut reader = suspended.restart_in_block(contents, file.header);
        let result = read(&mut reader);
        self.suspended = Some(reader.suspend());
        result
    }
}

/// Reads all bodies into their functions.
pub(in crate::bitcode) fn read_all(
    module: &mut Module,
    mut tables: Tables,
    mut bodies: Vec<FileBody>,
    bytes: &[u8],
    options: &Options,
) -> Result<()> {
    let mut walker = Walker::new(bytes, &tables.info);
    let constants = read_constants(module, &mut tables, &mut bodies, &mut walker)?;
    let outcomes = parallel::map(
        &bodies,
        options.jobs,
        || {
            let access = Access::Shared {
                module,
                refused: false,
            };
            let reader = BodyReader::new(access, &tables, options);
            (reader, Walker::new(bytes, &tables.info))
        },
        |(body, walker), file| {
            let constants = &constants[file.constants.clone()];
            match walker.at(file, |reader| body.read_body(file, constants, reader)) {
                _ if body.module.was_refused() => Outcome::Waits,
                Ok(read) => Outcome::Read(Box::new(read)),
                Err(error) => Outcome::Failed(error),
            }
        },
    );
    let mut extra = Extra {
        made: std::mem::take(&mut tables.made),
        budget: tables.constants.budget,
        called: BTreeMap::new(),
        locations: BTreeMap::new(),
    };
    extra.add_locations(module, 0);
    let mut gathered = Gathered::default();
    if options.variables {
        let (metadata, values) = (&tables.metadata, &tables.values);
        gathered.variables.globals(module, metadata, values);
    }
    let mut blocks = vec![0; module.globals().len()];
    for (file, outcome) in bodies.iter().zip(outcomes) {
        let read = match outcome {
            Outcome::Read(read) => *read,
            Outcome::Failed(error) => return Err(error),
            Outcome::Waits => {
                let access = Access::Alone {
                    module,
                    extra: &mut extra,
                };
                let mut body = BodyReader::new(access, &tables, options);
                let constants = &constants[file.constants.clone()];
                walker.at(file, |reader| body.read_body(file, constants, reader))?
            }
        };
        // The next function reuses the numbers of this function's own metadata.
        extra.made.split_off(&tables.metadata.count());
        blocks[file.function.index()] = read.body.order.len();
        put(module, &tables, &mut gathered, file, read);
    }
    if let Some(&raise) = extra.called.get(unwind::RAISE) {
        unwind::define(module, raise);
    }
    check_addresses(module, &blocks)
}

/// Puts the constants of all functions into the module.
fn read_constants(
    module: &mut Module,
    tables: &mut Tables,
    bodies: &mut [FileBody],
    walker: &mut Walker<'_>,
) -> Result<Vec<Slot>> {
    let mut all = Vec::new();
    let before = tables.values.len();
    for file in bodies {
        let start = all.len();
        let read = walker.at(file, |reader| {
            function_constants(module, tables, file, reader).map_err(|error| {
                let place = super::place_of(module, file.function, 0, 0);
                error.at(reader.position()).within(place)
            })
        });
        let first = read?;
        all.extend_from_slice(tables.values.get(first..).unwrap_or_default());
        tables.values.truncate(before);
        file.constants = start..all.len();
    }
    Ok(all)
}

/// Reads the constants of a function and appends them to the values, after placeholders for its
/// parameters. Returns the index of the first one.
fn function_constants(
    module: &mut Module,
    tables: &mut Tables,
    file: &FileBody,
    reader: &mut Reader<'_>,
) -> Result<usize> {
    let model = tables.types.model(file.ty)?;
    let count = module.types.parameters(model).map_or(0, <[_]>::len);
    for index in 0..count {
        tables.values.push(Slot {
            content: Content::Known(LocalId::at(index).into()),
            ty: tables.types.part(file.ty, index + 1),
        });
    }
    let first = tables.values.len();
    loop {
        match reader.step()? {
            Step::EnterBlock(header) if header.id == block::CONSTANTS => {
                let Tables {
                    types,
                    values,
                    constants,
                    ..
                } = tables;
                constants.read(module, types, values, reader)?;
                constants.resolve(module, values)?;
            }
            Step::EnterBlock(_) => reader.skip_block()?,
            Step::DefineAbbreviation => {}
            Step::Record(record) if C(record.code) == C::DECLAREBLOCKS => {}
            // The first instruction. No constants follow it.
            Step::Record(_) | Step::ExitBlock | Step::End => return Ok(first),
        }
    }
}

/// Data that is collected from all bodies.
#[derive(Default)]
struct Gathered {
    scopes: Scopes,
    variables: Variables,
}

/// Stores a body in its function, and adds its scopes, attributes and variables to the module.
fn put(module: &mut Module, tables: &Tables, gathered: &mut Gathered, file: &FileBody, read: Read) {
    let Gathered { scopes, variables } = gathered;
    let both = Both {
        module: &tables.metadata,
        own: &read.metadata,
    };
    let mut body = read.body;
    let mut start = 0;
    for change in &read.changes {
        let end = change.end as usize;
        let call = &mut body.calls[change.call.index()];
        let changed = &read.changed[start..end];
        let (list, without_fourth) = (call.attributes, change.without_fourth);
        let count = call.arguments.len() + usize::from(without_fourth);
        call.attributes = with_changes(module, list, count, changed, without_fourth);
        start = end;
    }
    let places: Vec<u32> = read
        .scopes
        .iter()
        .map(|&scope| {
            let block = scope.block();
            let block = block.map_or(0, |block| variables.block(module, both, block));
            scopes.add(module, &tables.metadata, &read.text, scope, block)
        })
        .collect();
    let mut indices: BTreeMap<u32, u32> = BTreeMap::new();
    for &mention in &read.mentions {
        if let Some(variable) = variables.local(module, both, &tables.values, mention) {
            if variable.address.is_none() {
                indices.insert(mention.variable, body.variables.len() as u32);
            }
            body.variables.push(variable);
        }
    }
    let marks = read.value_mentions.iter();
    body.value_marks = marks
        .filter_map(|mention| {
            let variable = *indices.get(&mention.variable)?;
            Some(mention.mark(both, variable))
        })
        .collect();
    variables.end_function(tables.metadata.count());
    let before = module.call_sites.len() as u32;
    let put = |location: &mut Location| {
        location.scope = places[location.scope as usize];
        if location.inlined_at != 0 {
            location.inlined_at += before;
        }
    };
    (body.locations.iter_mut()).for_each(|(_, location)| put(location));
    let mut call_sites = read.call_sites;
    call_sites.iter_mut().for_each(put);
    module.call_sites.append(&mut call_sites);
    if let Some(id) = module.as_function(file.function) {
        let function = module.function_mut(id);
        function.personality = function.personality.or(read.personality);
        function.body = Some(body);
    }
}

/// Checks that every block whose address is taken exists.
fn check_addresses(module: &Module, blocks: &[usize]) -> Result<()> {
    for index in 0..module.constants.len() {
        let constant = module.constants.get(ConstantId::at(index));
        if let ConstantKind::BlockAddress { function, block } = constant.kind
            && block.index() >= blocks[function.index()]
        {
            let message = "a constant takes the address of a block that does not exist";
            return Err(bad(ErrorKind::UnknownBlock, message));
        }
    }
    Ok(())
}
