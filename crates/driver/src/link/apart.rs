//! Optimises a program separately from the code of the sysroot.

use super::load::Loaded;
use super::resolve::Resolution;
use super::{Public, extract, link_command, optimize_command, run, still_there, write_list};
use crate::command::Command;
use crate::error::Error;
use crate::tools::Tools;
use std::path::{Path, PathBuf};

/// The units of a program, divided into its own and those of the sysroot.
pub(super) struct Apart<'a> {
    kept: &'a [String],
    loaded: &'a Loaded,
    own: Vec<usize>,
    prepared: Vec<usize>,
}

impl<'a> Apart<'a> {
    /// Divides the units. Returns `None` if one of the two parts is empty, or a shared object is
    /// needed.
    pub(super) fn of(
        kept: &'a [String],
        loaded: &'a Loaded,
        resolution: &Resolution,
    ) -> Option<Self> {
        let units = &loaded.units;
        let (prepared, own): (Vec<usize>, Vec<usize>) =
            (resolution.units.iter()).partition(|&&index| units[index].prepared);
        let is_whole =
            units.iter().any(|unit| unit.shared) || own.is_empty() || prepared.is_empty();
        (!is_whole).then_some(Self {
            kept,
            loaded,
            own,
            prepared,
        })
    }

    /// Links and optimises the program's own part, and links the part of the sysroot to it.
    pub(super) fn link(
        &self,
        level: &str,
        tools: &Tools,
        folder: &Path,
        tell: &mut dyn FnMut(&Command),
    ) -> Result<PathBuf, Error> {
        let mut perform = |command: Command| {
            tell(&command);
            run(&command)
        };
        let own = folder.join("own.bc");
        let files = extract(self.loaded, &self.own, folder)?;
        perform(link_command(tools, &files, &own)?)?;
        let kept = still_there(&self.loaded.units, &self.own, &self.names());
        let optimized = folder.join("optimized.bc");
        let list = write_list(&kept, folder)?;
        let public = list.as_deref().map_or(Public::Names(&kept), Public::In);
        perform(optimize_command(
            tools,
            &own,
            &optimized,
            Some(level),
            public,
        )?)?;
        let mut files = vec![optimized];
        files.extend(extract(self.loaded, &self.prepared, folder)?);
        let linked = folder.join("linked.bc");
        perform(link_command(tools, &files, &linked)?)?;
        Ok(linked)
    }

    /// Returns the names that must stay visible.
    fn names(&self) -> Vec<String> {
        let mut names = self.kept.to_vec();
        for &index in &self.prepared {
            let symbols = &self.loaded.units[index].symbols;
            names.extend(symbols.undefined.iter().cloned());
            names.extend(symbols.optional.iter().cloned());
            // Both parts may define the same object, such as a type descriptor, which must remain a
            // single object.
            names.extend(symbols.defined.iter().map(|(name, _)| name.clone()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}
