//! Numbers unnamed values and types.
//!
//! Each type has its own sequence of numbers. Global variables and functions come first, by the
//! types of their addresses. In each function, parameters and results continue where the globals
//! ended. Blocks are numbered in the sequence of the type `label`.

use super::names::{self, Texts};
use crate::model::{Body, Module, TypeId};

/// The names or numbers of a module's globals and functions, as text.
#[derive(Debug)]
pub(super) struct Addresses {
    /// The name of each global variable and then of each function.
    texts: Texts,
    globals: usize,
    /// For each type, the number of unnamed values so far.
    taken: Vec<u32>,
}

impl Addresses {
    /// Numbers the global variables and functions of a module.
    pub(super) fn new(module: &Module) -> Addresses {
        let mut taken = vec![0; module.types.len()];
        let mut texts = Texts::new();
        let globals = (module.globals.iter()).map(|global| (global.name, global.address_type));
        let functions =
            (module.functions.iter()).map(|function| (function.name, function.address_type));
        for (name, ty) in globals.chain(functions) {
            add(&mut texts, module.names.get(name), &mut taken[ty.index()]);
        }
        Addresses {
            texts,
            globals: module.globals.len(),
            taken,
        }
    }

    /// A global variable as an operand.
    #[inline]
    pub(super) fn global(&self, number: usize) -> &[u8] {
        self.texts.get(number)
    }

    /// A function as an operand.
    #[inline]
    pub(super) fn function(&self, number: usize) -> &[u8] {
        self.texts.get(self.globals + number)
    }
}

/// Adds the name of a value, or its number.
#[inline]
fn add(texts: &mut Texts, name: &[u8], taken: &mut u32) {
    texts.add(|out| {
        if name.is_empty() {
            out.byte(b'%');
            out.decimal((*taken).into());
            *taken += 1;
        } else {
            names::write(out, name);
        }
    });
}

/// The names of values and blocks, for one function after another.
#[derive(Debug)]
pub(super) struct Locals {
    /// Parameters, then instructions, then blocks.
    texts: Texts,
    parameters: usize,
    insts: usize,
    /// For each type, the number of unnamed values so far. Reset to the module's counts between
    /// functions.
    taken: Vec<u32>,
    /// The types whose count differs from the module's.
    touched: Vec<TypeId>,
}

impl Locals {
    pub(super) fn new(addresses: &Addresses) -> Locals {
        Locals {
            texts: Texts::new(),
            parameters: 0,
            insts: 0,
            taken: addresses.taken.clone(),
            touched: Vec::new(),
        }
    }

    /// Numbers the values of a function. `renamed` gives some of them other names: parameters
    /// first, then results, in order.
    pub(super) fn number(
        &mut self,
        addresses: &Addresses,
        parameters: &[TypeId],
        body: &Body,
        renamed: &[(u32, Vec<u8>)],
    ) {
        self.texts.clear();
        self.parameters = parameters.len();
        self.insts = body.inst_count();
        let mut renamed = renamed.iter().peekable();
        for (&ty, number) in parameters.iter().zip(0..) {
            match renamed.next_if(|(place, _)| *place == number) {
                Some((_, name)) => self.add(name, ty),
                None => self.add(body.argument_name(number), ty),
            }
        }
        let first = parameters.len() as u32;
        for (&ty, id) in body.result_types().iter().zip(0..) {
            let name = match renamed.next_if(|(place, _)| *place == first + id) {
                Some((_, name)) => name,
                None => body.inst_name(crate::model::InstId(id)),
            };
            if ty == TypeId::VOID && name.is_empty() {
                self.texts.add(|_| {});
            } else {
                self.add(name, ty);
            }
        }
        for block in body.blocks() {
            self.add(body.block_name(block), TypeId::LABEL);
        }
        for ty in self.touched.drain(..) {
            self.taken[ty.index()] = addresses.taken[ty.index()];
        }
    }

    #[inline]
    fn add(&mut self, name: &[u8], ty: TypeId) {
        if name.is_empty() {
            self.touched.push(ty);
        }
        add(&mut self.texts, name, &mut self.taken[ty.index()]);
    }

    /// A parameter as an operand; empty if it does not exist.
    #[inline]
    pub(super) fn parameter(&self, number: u32) -> &[u8] {
        if (number as usize) < self.parameters {
            self.texts.get(number as usize)
        } else {
            &[]
        }
    }

    /// The result of an instruction as an operand; empty if there is none.
    #[inline]
    pub(super) fn inst(&self, number: u32) -> &[u8] {
        if (number as usize) < self.insts {
            self.texts.get(self.parameters + number as usize)
        } else {
            &[]
        }
    }

    /// A block as an operand; empty if it does not exist.
    #[inline]
    pub(super) fn block(&self, number: u32) -> &[u8] {
        self.texts
            .get(self.parameters + self.insts + number as usize)
    }
}
