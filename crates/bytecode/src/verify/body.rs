//! Checks a function's body in one pass.

use super::flow::Flow;
use super::instruction::Frame;
use super::names::{self, Entry};
use super::{Context, Errors};
use crate::error::{Error, ErrorKind};
use crate::model::{BlockId, Body, FunctionId, Inst, InstId, TypeId};

/// Checks bodies. Its memory is reused from one body to the next.
pub(super) struct Checker<'a> {
    context: &'a Context<'a>,
    flow: Flow,
    names: Vec<Entry<'a>>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Checker<'a> {
        Checker {
            context,
            flow: Flow::default(),
            names: Vec::new(),
        }
    }

    /// All errors of a function's body.
    pub(super) fn check(&mut self, function: FunctionId) -> Errors {
        let mut errors = Errors::default();
        let module = self.context.module;
        let (Some(body), Some((result, parameters, _))) = (
            module.functions[function.index()].body.as_deref(),
            module.signature(function),
        ) else {
            // Another check has reported that it is not a function.
            return errors;
        };
        let mut report = |error: Error| errors.push(error.in_function(function, None));
        names::check_body(self.context, body, parameters, &mut self.names, &mut report);
        if let Err(error) = self.whole(body) {
            report(error);
            return errors;
        }
        self.flow.begin(body);
        if let Some(from) = self.flow.edge_into_entry(body) {
            let error = Error::new(
                ErrorKind::BadEntryBlock,
                format!("{from} leads back to the entry block"),
            );
            report(error.in_block(BlockId(0)));
        }
        let frame = Frame {
            context: self.context,
            function,
            body,
            result,
            parameters,
        };
        for block in body.blocks() {
            self.block(&frame, block, &mut errors);
            if errors.is_full() {
                break;
            }
        }
        errors
    }

    /// Checks the preconditions of all other checks: every id in the body exists.
    fn whole(&self, body: &Body) -> Result<(), Error> {
        let types = self.context.module.types.len();
        if body.block_count() == 0 {
            return Err(Error::new(
                ErrorKind::UnterminatedBlock,
                "the function is defined but has no blocks",
            ));
        }
        if body.block_range(BlockId(0)).start != 0 {
            return Err(Error::new(
                ErrorKind::UnterminatedBlock,
                "the first instructions do not belong to a block",
            ));
        }
        let exists = |ty: TypeId| ty.index() < types;
        let results = body.result_types().iter().copied();
        let skipped = body.insts().iter().filter_map(|inst| match *inst {
            Inst::VaNext { argument, .. } => Some(argument),
            _ => None,
        });
        match results.chain(skipped).find(|&ty| !exists(ty)) {
            Some(ty) => Err(Error::new(
                ErrorKind::UndefinedType,
                format!("an instruction has type {ty}, which does not exist"),
            )),
            None => Ok(()),
        }
    }

    fn block(&mut self, frame: &Frame<'_>, block: BlockId, errors: &mut Errors) {
        let body = frame.body;
        let mut report = |error: Error, inst: Option<InstId>| {
            errors.push(error.in_function(frame.function, inst).in_block(block));
        };
        let Some(last) = body.last_inst(block) else {
            let error = Error::new(ErrorKind::UnterminatedBlock, "the block is empty");
            return report(error, None);
        };
        let mut phis_may_stand = true;
        for id in body.block_insts(block) {
            let inst = body.inst(id);
            if inst.is_terminator() != (id == last) {
                report(misplaced(id == last), Some(id));
            }
            let mut result = frame.instruction(id);
            if let Inst::Phi { incoming } = *inst {
                let flow = &mut self.flow;
                result = result.and_then(|()| {
                    if phis_may_stand {
                        flow.phi(block, body.incoming(incoming))
                    } else {
                        Err(Error::new(
                            ErrorKind::BadPhi,
                            "a phi follows an instruction that is not a phi",
                        ))
                    }
                });
            } else {
                phis_may_stand = false;
            }
            let result = result.and_then(|()| self.flow.uses(body, block, id));
            if let Err(error) = result {
                report(error, Some(id));
            }
        }
        self.flow.end_block(block);
    }
}

#[cold]
fn misplaced(at_end: bool) -> Error {
    if at_end {
        Error::new(
            ErrorKind::UnterminatedBlock,
            "the block ends with an instruction that is not a terminator",
        )
    } else {
        Error::new(
            ErrorKind::MisplacedTerminator,
            "instructions follow the terminator in its block",
        )
    }
}
