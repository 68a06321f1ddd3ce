//! Saves the state of the program when the page requests it.

use crate::device;
use crate::machine::Machine;
use pinnacle_pepper::device::Event;
use pinnacle_record::RunningSum;
use pinnacle_saved_state::file;
use pinnacle_system::state::Reader;
use std::io::Cursor;
use wasm_bindgen::prelude::*;

/// The reason why the state of a recorded run cannot be saved.
const RECORDED: &str =
    "cannot save the state: the run is recorded, and a recording cannot have saved states.";

#[wasm_bindgen]
impl Machine {
    /// Sets the SHA-256 of the program, with which its saved states begin.
    #[wasm_bindgen(js_name = setProgramSum)]
    pub fn set_program_sum(&self, sum: &[u8]) {
        if let Ok(sum) = sum.try_into() {
            self.saving.set_sum(sum);
        }
    }

    /// Saves the state of the program as soon as it is idle.
    ///
    /// # Errors
    ///
    /// Fails if the run is recorded.
    #[wasm_bindgen(js_name = saveState)]
    pub fn save_state(&self) -> Result<(), JsError> {
        if self.tape.is_some() {
            return Err(JsError::new(RECORDED));
        }
        self.inbox.push(Event::Save);
        Ok(())
    }

    /// Checks that a file is an undamaged state of this program.
    ///
    /// # Errors
    ///
    /// Fails with the reason if it is not.
    #[wasm_bindgen(js_name = checkState)]
    pub fn check_state(&self, state: Vec<u8>) -> Result<(), JsError> {
        self.read_state(state).map(drop)
    }

    /// Makes the program continue from a saved state, after it has started up to the point where it
    /// waits for the page.
    ///
    /// # Errors
    ///
    /// Fails if the file is not an undamaged state of this program.
    #[wasm_bindgen(js_name = continueFrom)]
    pub fn continue_from(&mut self, state: Vec<u8>) -> Result<(), JsError> {
        let state = self.read_state(state)?;
        self.pepper.inner.continue_from(state);
        Ok(())
    }

    fn read_state(&self, state: Vec<u8>) -> Result<Reader, JsError> {
        let sum = self.saving.sum().unwrap_or_default();
        let read = file::read(Cursor::new(state), &sum, self.memory.limit());
        read.map_err(|reason| JsError::new(&device::sentence(&reason)))
    }
}

/// Computes the SHA-256 of a program, for browsers that do not offer it.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct ProgramSum {
    sum: RunningSum,
}

#[wasm_bindgen]
impl ProgramSum {
    /// Creates the sum of an empty file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> ProgramSum {
        ProgramSum::default()
    }

    /// Adds the next bytes of the program's file.
    pub fn push(&mut self, piece: &[u8]) {
        self.sum.push(piece);
    }

    /// Returns the sum.
    pub fn finish(self) -> Vec<u8> {
        self.sum.finish().to_vec()
    }
}
