//! Replaces the module `replay` in builds that cannot replay recordings.

use crate::recorder::Tape;
use crate::setting::Setting;
use pinnacle_page_record::PageClock;
use pinnacle_pepper::device::Devices;
use pinnacle_record::PageEngine;
use pinnacle_system::memory_budget::MemoryBudget;
use wasm_bindgen::prelude::*;

/// A replay, of which no instance can exist.
pub(crate) enum Replay {}

impl Replay {
    pub(crate) fn begin(self, _: bool) -> Result<Tape, JsError> {
        match self {}
    }

    pub(crate) fn setting(&self) -> Setting {
        match *self {}
    }

    pub(crate) fn engine(&self, _: &PageClock) -> PageEngine {
        match *self {}
    }

    pub(crate) fn devices(
        &self,
        _: &pinnacle_record::Tape,
        _: &PageClock,
        _: Devices,
        _: &MemoryBudget,
    ) -> Devices {
        match *self {}
    }
}
