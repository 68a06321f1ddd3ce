//! The effect of `--use-port` on compiling and linking.

use super::options::{Item, Options, Phase};
use super::plan;
use crate::environment::Environment;
use crate::error::Error;
use crate::ports::{self, USE_PORT};

/// Adds the folders and libraries of the requested ports to the options, and builds those that are
/// missing if `builds` is true.
pub(super) fn add(
    options: &mut Options,
    environment: &Environment,
    builds: bool,
) -> Result<(), Error> {
    let mut names = options.ports.clone();
    if let Some(list) = environment.variable(USE_PORT) {
        names.extend(ports::names(&list.to_string_lossy()));
    }
    if names.is_empty() {
        return Ok(());
    }
    let sysroot = plan::sysroot(options, environment);
    let tree = ports::tree(sysroot.as_deref(), environment)?;
    if builds {
        ports::build_named(&tree, &names, environment)?;
    }
    let uses = tree.flags(&names)?;
    for folder in uses.include {
        options.for_clang.extend(["-isystem".into(), folder.into()]);
    }
    options.library_folders.extend(uses.folders);
    if options.phase == Phase::Link && !options.relocatable && !options.shared {
        let libraries = uses.libraries.iter();
        options.items.extend(libraries.map(|name| Item::Library {
            name: name.into(),
            whole: false,
        }));
    }
    Ok(())
}
