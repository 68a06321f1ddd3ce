//! The page of a program in a recording: its element, its files, the script.

use super::{Located, MachineClock, Options};
use crate::output::Failure;
use pinnacle_headless::libraries;
use pinnacle_headless::machine::Machine;
use pinnacle_headless::storage::{Files, OpenTree};
use pinnacle_page::site::Site;
use pinnacle_page_record::{PageClock, Start};
use pinnacle_pepper::device::{Devices, Event};
use pinnacle_record::{Element, PageEngine, RecordedRandom, RecordedTree, Tape};
use pinnacle_runtime::machine::SystemRandom;
use pinnacle_system::clock::Clock;
use pinnacle_system::irt::Libraries;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::RandomSource;
use std::path::Path;
use std::sync::Arc;

/// A page in a browser whose recording is replayed.
pub(super) struct Page {
    tape: Tape,
    pub(super) start: Start,
    pub(super) clock: Arc<PageClock>,
    document: String,
}

impl Page {
    /// Returns the page of a recording; `None` if it was made without a browser.
    pub(super) fn of(tape: Option<&Tape>) -> Result<Option<Page>, Failure> {
        let Some(tape) = tape.filter(|tape| tape.is_replay()) else {
            return Ok(None);
        };
        let Some((element, bytes)) = tape.header().element.and_then(|mut element| {
            let bytes = element.page.take()?;
            Some((element, bytes))
        }) else {
            return Ok(None);
        };
        let start = Start::from_bytes(&bytes).ok_or_else(|| {
            Failure::new("the recording's description of the page is malformed")
                .hint("record the run again with this release")
        })?;
        let clock = PageClock::new(tape, start.time, None);
        Ok(Some(Page {
            tape: tape.clone(),
            start,
            clock: Arc::new(clock),
            document: element.document,
        }))
    }

    /// Returns the clock of the machine.
    pub(super) fn machine_clock(&self) -> Arc<dyn Clock> {
        Arc::new(self.clock.engine_clock())
    }

    /// Returns the engine that the page had.
    pub(super) fn engine(&self) -> PageEngine {
        match self.start.takes_turns {
            true => PageEngine::Turns,
            false => PageEngine::OneThread(self.machine_clock()),
        }
    }

    /// Makes devices that answer from the recording, and draw on the machine.
    pub(super) fn devices(&self, machine: &Machine, devices: Devices) -> Devices {
        let machine = machine.clone();
        let urls = [self.document.clone(), self.start.base_url.clone()];
        let on_event = move |event: &Event| {
            if let Event::View(view) = event {
                machine.set_view(*view);
            }
        };
        pinnacle_page_record::replayed(&self.tape, devices, urls, Box::new(on_event))
    }

    /// Returns the random numbers of the recorded run.
    pub(super) fn random(&self) -> Box<dyn RandomSource> {
        Box::new(RecordedRandom::new(&self.tape, SystemRandom))
    }
}

/// Returns the text of the requested script.
pub(super) fn script(options: &Options) -> Result<Option<String>, Failure> {
    let read = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
    };
    options.script.as_ref().map(read).transpose()
}

/// Writes the element of a program to a tape, or reads it from there. Its files are on the tape.
pub(super) fn element(
    tape: &Tape,
    source: Located,
    options: &Options,
) -> Result<(Located, Option<String>), Failure> {
    if tape.is_replay() {
        let Some(found) = tape.header().element else {
            return Err(Failure::new(
                "the recording has no page, but the program is a browser program",
            )
            .hint("record the run again with this release"));
        };
        let site = found
            .has_site
            .then(|| Site::of_tree(Box::new(RecordedTree::new(tape, None))));
        let located = Located {
            program: source.program,
            document: found.document,
            site,
            attributes: found.attributes,
            size: found.size,
            numbers: found.numbers,
        };
        return Ok((located, found.script));
    }
    let script = script(options)?;
    let element = Element {
        document: source.document.clone(),
        attributes: source.attributes.clone(),
        size: source.size,
        numbers: source.numbers.clone(),
        has_site: source.site.is_some(),
        script: script.clone(),
        page: None,
    };
    tape.change_header(|header| header.element = Some(element));
    let on_tape =
        |site: Site| site.through(|folder| Box::new(RecordedTree::new(tape, Some(folder))));
    let site = source.site.map(on_tape);
    Ok((Located { site, ..source }, script))
}

/// Returns the libraries next to a program, through a tape.
pub(super) fn libraries(tape: &Tape, folder: &Path) -> Result<Libraries, Failure> {
    let outside = match tape.is_replay() {
        true => None,
        false => Some(libraries::beside(folder).map_err(Failure::new)?),
    };
    Ok(pinnacle_record::libraries(tape, outside))
}

/// Returns the program's own files. Those in a folder are recorded; those in memory follow from the
/// run.
pub(super) fn files(
    tape: &Tape,
    options: &Options,
    clock: Arc<MachineClock>,
    budget: &MemoryBudget,
) -> Result<Files, Failure> {
    let on_tape = |outside| -> OpenTree { Box::new(RecordedTree::new(tape, outside)) };
    if options.storage.is_none() {
        return super::files(options, clock, budget).map_err(Failure::new);
    }
    if tape.is_replay() {
        let clock: Arc<dyn Clock> = clock;
        return Ok(Files::of_trees(
            [on_tape(None), on_tape(None)],
            &clock,
            budget,
        ));
    }
    let kept = super::files(options, clock, budget).map_err(Failure::new)?;
    Ok(kept.through(|tree| on_tape(Some(tree))))
}
