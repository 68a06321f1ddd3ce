//! Landmarks, by which the compiler finds its way through functions with many phis.
//!
//! The register allocator of Wasmtime keeps what flows into blocks in one list, and takes
//! up the search for a value in it where it last came upon a value that lives in several
//! stretches of code. Every program has such values, but a function built without them
//! takes time by the square of its phis. So a function of which that is to be feared gets
//! such values, now and then: of two that are set on two ways one is needed on one way
//! only and the other on the other, so one of them is not needed in between.

use super::emit::Emitter;
use crate::plan::globals;
use wasm_encoder::{BlockType, ValType};

/// Number of phis from one landmark to the next, with those that the compiler makes at loops.
const DISTANCE: usize = 128;

/// The distance from the last landmark, and the locals for the next.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    passed: usize,
    locals: Option<[u32; 2]>,
}

impl Emitter<'_> {
    /// Passes a loop, before it begins.
    pub(super) fn pass_loop(&mut self) {
        self.pass(self.locals.landmark_weight().unwrap_or(0));
    }

    /// Passes a number of phis, between two steps, and sets a landmark if it is time and the
    /// function needs them.
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
        // The stack pointer is never zero, so this stops no program.
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
