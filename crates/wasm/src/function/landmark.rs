//! Adds landmarks: values that let a register allocator search quickly in functions with many phis.
//!
//! The register allocator of Wasmtime keeps the values that flow into blocks in one list. It
//! resumes each search at the last value found that lives in several separate ranges of code.
//! Ordinary programs have such values. For a function without them, the time is quadratic in the
//! number of phis. Therefore functions at risk get artificial ones at intervals: two locals are set
//! on two paths, and each is only used on one of them, so one of the locals is dead in between.

use super::emit::Emitter;
use crate::plan::globals;
use wasm_encoder::{BlockType, ValType};

/// Number of phis between landmarks, including those that the compiler adds at loops.
const DISTANCE: usize = 128;

/// The distance from the last landmark, and the locals for the next one.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    passed: usize,
    locals: Option<[u32; 2]>,
}

impl Emitter<'_> {
    /// Accounts for a loop before its start.
    pub(super) fn pass_loop(&mut self) {
        self.pass(self.locals.landmark_weight().unwrap_or(0));
    }

    /// Accounts for phis between two steps, and sets a landmark if one is due and the function
    /// needs them.
    pub(super) fn pass(&mut self, phis: usize) {
        self.landmarks.passed += phis;
        if self.locals.landmark_weight().is_none() || self.landmarks.passed < DISTANCE {
            return;
        }
        self.landmarks.passed = 0;
        let [x, y] = match self.landmarks.locals {
            Some(locals) => locals,
            None => *self
                .landmarks
                .locals
                .insert([0, 1].map(|_| self.locals.own(ValType::I32))),
        };
        self.sink()
            .global_get(globals::STACK_POINTER)
            .if_(BlockType::Empty)
            .global_get(globals::STACK_POINTER)
            .local_set(x)
            .global_get(globals::STACK_LIMIT)
            .local_set(y)
            .else_()
            .global_get(globals::STACK_LIMIT)
            .local_set(x)
            .global_get(globals::STACK_POINTER)
            .local_set(y)
            .end()
            .global_get(globals::STACK_POINTER)
            .if_(BlockType::Empty);
        // The stack pointer is never zero, so this never traps.
        self.stop_at_zero(x);
        self.sink().else_();
        self.stop_at_zero(y);
        self.sink().end();
    }

    fn stop_at_zero(&mut self, local: u32) {
        self.sink()
            .local_get(local)
            .i32_eqz()
            .if_(BlockType::Empty)
            .unreachable()
            .end();
    }
}
