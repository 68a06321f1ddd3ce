//! Rebuilds a program with edits.

use super::body::rebuild_body;
use super::edit::{Edit, Edits, Fate};
use crate::build::{Callee, Error, FunctionBuilder, Global, GlobalHandle, ModuleBuilder, Value};
use crate::decode::Program;
use crate::ids::FuncId;
use crate::module::{Address, Initializer, Linkage};
use crate::types::Type;

/// Returns a program with edits applied and without parts that become unused.
///
/// # Errors
///
/// Fails with an error of the resulting program if it is invalid.
pub fn rebuild(program: &Program, edits: &[Edit]) -> Result<Program, Error> {
    let module = program.module();
    let edits = Edits::new(program, edits);
    let mut builder = ModuleBuilder::new();
    let callees = declare(program, &edits, &mut builder);
    let globals = number_globals(program, &edits);
    let mut rebuilder = Rebuilder {
        program,
        edits: &edits,
        builder: &mut builder,
        callees,
        globals,
    };
    rebuilder.add_globals();
    for (function, &id) in program.functions().iter().zip(&module.bodies) {
        let Some(callee) = rebuilder.callees[id.index()] else {
            continue;
        };
        let mut body = rebuilder.builder.body(callee);
        match edits.functions[id.index()].fate {
            Fate::Keep => rebuild_body(&mut rebuilder, &mut body, function),
            Fate::Unreachable | Fate::Drop => body.unreachable(),
            Fate::ReturnZero => match body.result_type() {
                Type::Void => body.ret_void(),
                ty => {
                    let value = zero(&mut body, ty);
                    body.ret(value);
                }
            },
        }
        rebuilder.builder.define(callee, body);
    }
    builder.finish()
}

/// The state while bodies are rebuilt.
pub(super) struct Rebuilder<'a> {
    pub(super) program: &'a Program,
    pub(super) edits: &'a Edits,
    pub(super) builder: &'a mut ModuleBuilder,
    /// The new functions. Removed functions and intrinsics have none.
    pub(super) callees: Vec<Option<Callee>>,
    /// The new number of each global; `None` for removed globals.
    pub(super) globals: Vec<Option<u32>>,
}

/// Declares the remaining functions, except intrinsics, which are declared when they are used.
fn declare(program: &Program, edits: &Edits, builder: &mut ModuleBuilder) -> Vec<Option<Callee>> {
    let mut callees = Vec::with_capacity(program.module().functions.len());
    let functions = (0..).map(FuncId).zip(&program.module().functions);
    for ((id, function), edits) in functions.zip(&edits.functions) {
        if function.declared || edits.fate == Fate::Drop {
            callees.push(None);
            continue;
        }
        let signature = program.module().signature(id);
        let params: Vec<Type> = (0..)
            .zip(&signature.params)
            .filter(|(index, _)| !edits.dropped_params.contains(index))
            .map(|(_, &ty)| ty)
            .collect();
        if function.linkage == Linkage::External {
            callees.push(Some(builder.start_as(signature.result, &params)));
            continue;
        }
        let callee = builder.function(signature.result, &params);
        if let Some(name) = function.name.as_deref().filter(|_| !edits.unnamed) {
            builder.name(callee.address(), name);
        }
        callees.push(Some(callee));
    }
    callees
}

fn number_globals(program: &Program, edits: &Edits) -> Vec<Option<u32>> {
    let mut next = 0;
    (0..program.module().globals.len() as u32)
        .map(|index| {
            if edits.dropped_globals.contains(&index) {
                return None;
            }
            next += 1;
            Some(next - 1)
        })
        .collect()
}

impl Rebuilder<'_> {
    /// Returns the new address of a function or global, unless it is removed.
    pub(super) fn address(&self, address: Address) -> Option<Value> {
        match address {
            Address::Function(id) => self.callees.get(id.index())?.map(Callee::address),
            Address::Global(id) => {
                let index = self.globals.get(id.index())?;
                index.map(|index| GlobalHandle::nth(index).address())
            }
        }
    }

    fn add_globals(&mut self) {
        let module = self.program.module();
        for (index, global) in (0u32..).zip(&module.globals) {
            if self.globals[index as usize].is_none() {
                continue;
            }
            let align = global.align.bytes().max(1);
            let mut new = if global.constant {
                Global::constant(align)
            } else {
                Global::variable(align)
            };
            for number in global.initializers.clone() {
                let initializer = module.initializers[number as usize];
                let zeroed = self.edits.zeroed.contains(&number);
                new = match initializer {
                    Initializer::Data(start, size) if !zeroed => {
                        let range = start as usize..start as usize + size as usize;
                        new.data(&module.data[range])
                    }
                    Initializer::Reloc(address, addend) if !zeroed => match self.address(address) {
                        Some(address) => new.relocation(address, addend),
                        None => new.zeros(4),
                    },
                    _ => new.zeros(initializer.size()),
                };
            }
            let handle = self.builder.global(new);
            if let Some(name) = &global.name
                && !self.edits.unnamed_globals.contains(&index)
            {
                self.builder.name(handle.address(), &**name);
            }
        }
    }
}

/// Returns the zero of a type. For a vector it is the undefined value, which is treated as zero,
/// because vectors have no constants.
pub(super) fn zero(body: &mut FunctionBuilder, ty: Type) -> Value {
    if ty.is_vector() {
        body.undef(ty)
    } else {
        body.constant(ty, 0)
    }
}
