//! Prints functions: headers, blocks and labels.

use super::names;
use super::out::Out;
use super::types::{Types, names_in_order};
use super::{Printer, convention_words, linkage_word};
use crate::error::Error;
use crate::model::{BlockId, Body, Function, FunctionId, InstId, Linkage, TypeId};

impl Printer<'_> {
    /// Writes a function with the empty line before it.
    pub(super) fn function(&mut self, id: FunctionId) -> Result<(), Error> {
        let module = self.context.module;
        let function = &module.functions[id.index()];
        // A body without blocks is printed as a declaration.
        let body = (function.body.as_deref()).filter(|body| body.block_count() > 0);
        self.out.byte(b'\n');
        match body {
            None => {
                self.out.put(b"declare ");
                if matches!(function.linkage, Linkage::DllImport | Linkage::ExternWeak) {
                    self.out.put(linkage_word(function.linkage));
                }
            }
            Some(_) => self.out.put(linkage_word(function.linkage)),
        }
        convention_words(&mut self.out, function.convention);
        let parameters = module.signature(id).map_or(&[][..], |(_, list, _)| list);
        if let Some(body) = body {
            let context = self.context;
            let renamed = context.renamed.in_function(id);
            (self.locals).number(&context.addresses, parameters, body, renamed);
        }
        self.head(function, id, body)?;
        self.out.byte(b')');
        self.placement(b" ", function.section, function.alignment);
        let Some(body) = body else {
            self.out.byte(b'\n');
            return Ok(());
        };
        self.out.put(b" {");
        self.uses.count(body);
        for block in body.blocks() {
            self.block(id, body, block)?;
        }
        self.out.put(b"}\n");
        Ok(())
    }

    /// Writes the result type, name and parameters, without the closing parenthesis.
    fn head(
        &mut self,
        function: &Function,
        id: FunctionId,
        body: Option<&Body>,
    ) -> Result<(), Error> {
        let module = self.context.module;
        let (result, parameters, varargs) =
            module.signature(id).unwrap_or((TypeId::VOID, &[], false));
        self.types.write(&mut self.out, result)?;
        self.out.byte(b' ');
        if function.name.is_empty() {
            self.out.put(b"\"\"");
        } else {
            self.out.put(self.context.addresses.function(id.index()));
        }
        self.out.byte(b'(');
        for (&ty, number) in parameters.iter().zip(0..) {
            if number > 0 {
                self.out.put(b", ");
            }
            self.types.write(&mut self.out, ty)?;
            let name = body.map_or(&[][..], |body| body.argument_name(number));
            if !name.is_empty() {
                self.out.byte(b' ');
                self.out.put(self.locals.parameter(number));
            }
            self.out.check(0)?;
        }
        if varargs {
            self.out.put(if parameters.is_empty() {
                b"..."
            } else {
                b", ..."
            });
        }
        Ok(())
    }

    fn block(&mut self, function: FunctionId, body: &Body, block: BlockId) -> Result<(), Error> {
        let is_entry = block == BlockId(0);
        let name = body.block_name(block);
        if !name.is_empty() {
            self.out.byte(b'\n');
            names::write_label(&mut self.out, name);
            self.out.byte(b':');
        } else if self.uses.blocks[block.index()] {
            self.out.put(b"\n; <label>:");
            let number = self.locals.block(block.0);
            self.out.put(number.strip_prefix(b"%").unwrap_or(number));
        }
        if !is_entry || self.context.style.entry_predecessors {
            self.predecessors(block);
        }
        self.out.byte(b'\n');
        if is_entry {
            self.local_type_names(body)?;
        }
        for id in body.block_insts(block) {
            self.inst(function, body, id)?;
            self.out.check(0)?;
        }
        Ok(())
    }

    fn predecessors(&mut self, block: BlockId) {
        self.out.put(b"\t\t;");
        let predecessors = self.uses.predecessors(block);
        if predecessors.is_empty() {
            self.out.put(b" No predecessors!");
            return;
        }
        self.out.put(b" preds =");
        for place in 0..predecessors.len() {
            let block = match self.context.style.last_predecessor_first {
                true => predecessors[predecessors.len() - 1 - place],
                false => predecessors[place],
            };
            self.out.put(if place == 0 { b" " } else { b", " });
            self.out.put(self.locals.block(block));
        }
    }

    /// Writes the names that types have only in this function. The language has no syntax for them,
    /// and the original disassemblers omitted them. They are written like the type names of the
    /// module, before the first instruction.
    fn local_type_names(&mut self, body: &Body) -> Result<(), Error> {
        for (name, ty) in names_in_order(&body.names, &body.type_names) {
            self.type_name(name, ty)?;
        }
        Ok(())
    }

    /// Writes a line that gives a name to a type.
    pub(super) fn type_name(&mut self, name: &[u8], ty: TypeId) -> Result<(), Error> {
        self.out.byte(b'\t');
        names::write(&mut self.out, name);
        self.out.put(b" = type ");
        self.types.write_definition(&mut self.out, ty)?;
        self.out.byte(b'\n');
        Ok(())
    }

    /// Writes the comment after an instruction with a result, and the end of the line.
    pub(super) fn end_inst(&mut self, body: &Body, id: InstId) -> Result<(), Error> {
        let ty = body.result_type(id);
        if ty != TypeId::VOID {
            let number = match body.inst_name(id) {
                [] => self.locals.inst(id.0),
                _ => &[],
            };
            let uses = self.uses.results[id.index()];
            info(&mut self.out, &mut self.types, ty, number, uses)?;
        }
        self.out.byte(b'\n');
        Ok(())
    }
}

/// Writes the comment after something with a value: its type, its number if it has one and no name,
/// and its number of uses.
pub(super) fn info(
    out: &mut Out,
    types: &mut Types<'_>,
    ty: TypeId,
    number: &[u8],
    uses: u32,
) -> Result<(), Error> {
    out.put(b"\t\t; <");
    types.write(out, ty)?;
    out.byte(b'>');
    if let Some(number) = number.strip_prefix(b"%") {
        out.byte(b':');
        out.put(number);
    }
    out.put(b" [#uses=");
    out.decimal(uses.into());
    out.byte(b']');
    Ok(())
}
