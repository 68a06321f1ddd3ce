//! The translation of a function's fast path, as a function that LLVM inlines in callers.
//!
//! LLVM does not inline a large function, even if it nearly always returns after a few
//! instructions, and values that live across a call stay in memory. With the path inlined, the call
//! is in a branch of its own, marked as cold.

use super::{Path, Translator};
use crate::error::Error;
use crate::shared::{Shared, function_attributes};
use pinnacle_llvm::{Attribute, AttributeKind, BlockId as Block, Module};
use pinnacle_pexe::BlockId;
use pinnacle_pexe::fast_paths::FastPath;
use pinnacle_pexe::function::Function;

/// Translates the fast path of a function, if it has one.
///
/// # Errors
///
/// Fails as the translation of the function does.
pub(crate) fn translate<'p>(
    shared: &mut Shared<'p>,
    module: &mut Module,
    function: &'p Function,
) -> Result<(), Error> {
    let Some((callee, path)) = shared.fast_path(function.id()) else {
        return Ok(());
    };
    let path = path.clone();
    let mut translator = Translator::new(shared, module, function, callee.function);
    translator.fast_path(path)?;
    translator.code.builder.finish();
    Ok(())
}

impl Translator<'_, '_> {
    fn fast_path(&mut self, path: FastPath) -> Result<(), Error> {
        let blocks = path.blocks.clone();
        for _ in &blocks {
            let block = self.code.builder.block(b"");
            self.blocks.push(block);
        }
        let slow = self.code.builder.block(b"slow");
        // By the number of the block, as for a whole function.
        let mut by_number = vec![slow; self.function.blocks().len()];
        for (block, &translated) in blocks.iter().zip(&self.blocks) {
            by_number[block.index()] = translated;
        }
        self.blocks = by_number;
        self.path = Some(Path { path, slow });
        self.parameters_and_constants();
        for &block in &blocks {
            self.code.builder.start(self.blocks[block.index()]);
            self.block_body(block)?;
        }
        self.code.builder.start(slow);
        self.call_whole_function();
        Ok(())
    }

    /// Calls the function that the path belongs to, with the same arguments.
    fn call_whole_function(&mut self) {
        let function = self.function;
        let callee = self.code.shared.functions[function.id().index()];
        let mut callee = callee.expect("a function with a fast path has a body");
        let cold = [Attribute::Enum(AttributeKind::Cold)];
        callee.attributes = function_attributes(self.code.builder.module, &cold);
        let params = 0..function.param_count() as usize;
        let arguments = params.map(|index| self.code.builder.parameter(index));
        let arguments: Vec<_> = arguments.collect();
        let result = self.code.call(callee, &arguments);
        self.code.builder.ret(result);
    }

    /// Returns true if the translated code has the branch from one block to another.
    pub(super) fn has_edge(&self, from: BlockId, to: BlockId) -> bool {
        (self.path.as_ref()).is_none_or(|path| path.path.has_edge(from, to))
    }

    /// Returns the block to which a branch of the current block leads.
    pub(super) fn target(&self, to: BlockId) -> Block {
        match &self.path {
            Some(path) if !path.path.has_edge(self.block, to) => path.slow,
            _ => self.blocks[to.index()],
        }
    }
}
