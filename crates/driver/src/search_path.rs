//! The folder at the start of `PATH` while a third-party project is built.
//!
//! Makefiles and scripts call `pkg-config` and programs such as `sdl2-config` by name, and must not
//! find those of the host. The folder contains only these: a port may also contain programs such as
//! `lua`, which a build needs from the host.

use crate::environment::Environment;
use crate::error::Error;
use crate::ports;
use pinnacle_base::whole_file;
use pinnacle_ports::InstallTree;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Name of the file that identifies such a folder as ours.
const MARK: &str = ".pinnacle";

/// The end of the name of a script that prints the compiler options for a library.
const CONFIG: &str = "-config";

/// Returns the value of `PATH` for a build, with our folder first. The folder is inside `tools`,
/// the folder of the compilers' scripts.
///
/// # Errors
///
/// Fails if the folder cannot be written.
pub(crate) fn path(tools: &Path, environment: &Environment) -> Result<OsString, Error> {
    let tree = ports::tree(None, environment).ok();
    let folder = folder(tools, tree.as_ref())?;
    let rest = environment.variable("PATH").unwrap_or_default();
    let rest = std::env::split_paths(rest).filter(|path| *path != folder);
    std::env::join_paths(std::iter::once(folder.clone()).chain(rest)).map_err(|_| {
        let folder = folder.display();
        Error::new(format!(
            "{folder} cannot be in PATH, which separates folders by that character"
        ))
    })
}

/// Finds a program of the host in `PATH`, outside of the folders made by this module.
pub(crate) fn find_on_host(name: &str, environment: &Environment) -> Option<PathBuf> {
    let folders = environment.variable("PATH")?;
    std::env::split_paths(folders)
        .filter(|folder| !folder.join(MARK).exists())
        .map(|folder| folder.join(name))
        .find(|path| crate::environment::is_program(path))
}

/// Writes the folder for the ports of a tree.
fn folder(tools: &Path, tree: Option<&InstallTree>) -> Result<PathBuf, Error> {
    let mut hasher = DefaultHasher::new();
    tree.map(InstallTree::folder).hash(&mut hasher);
    let folder = tools.join(format!("path-{:016x}", hasher.finish()));
    let failed = |error| Error::new(format!("cannot write {}: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(folder.join(MARK), "").map_err(failed)?;
    let mut scripts = vec![tools.join("pinnacle-pkg-config")];
    for port in tree.iter().flat_map(|tree| tree.built()) {
        scripts.extend(config_scripts(&port.join("bin")));
    }
    for script in scripts {
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        let to = folder.join(name.strip_prefix("pinnacle-").unwrap_or(&name));
        let text = fs::read(&script).map_err(failed)?;
        if fs::read(&to).is_ok_and(|there| there == text) {
            continue;
        }
        whole_file::write_executable_with(&to, |out| out.write_all(&text)).map_err(failed)?;
    }
    Ok(folder)
}

/// Returns the programs of a port that are scripts for printing options.
fn config_scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_script = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(CONFIG) && fs::read(path).is_ok_and(|text| text.starts_with(b"#!"))
    };
    let mut scripts: Vec<_> = paths.filter(is_script).collect();
    scripts.sort();
    scripts
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn script(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_build_finds_our_pkg_config_and_that_finds_the_one_of_the_host() {
        let place = tempfile::tempdir().unwrap();
        let (tools, host) = (place.path().join("tools"), place.path().join("host"));
        script(&tools.join("pinnacle-pkg-config"));
        script(&host.join("pkg-config"));
        let of_host = Environment::new("test", [("PATH".into(), host.clone().into())]);
        let path = path(&tools, &of_host).unwrap();
        let first = std::env::split_paths(&path).next().unwrap();
        assert!(first.starts_with(&tools) && first.join("pkg-config").exists());
        let within = Environment::new("test", [("PATH".into(), path.clone())]);
        assert_eq!(
            find_on_host("pkg-config", &within),
            Some(host.join("pkg-config"))
        );
        // A build within a build does not add the folder again.
        assert_eq!(super::path(&tools, &within).unwrap(), path);
    }

    #[test]
    fn only_scripts_that_print_options_are_taken_from_ports() {
        let place = tempfile::tempdir().unwrap();
        for name in ["sdl2-config", "lua", "config"] {
            script(&place.path().join(name));
        }
        fs::write(place.path().join("odd-config"), "PEXE").unwrap();
        let found = config_scripts(place.path());
        assert_eq!(found, [place.path().join("sdl2-config")]);
        assert_eq!(
            config_scripts(&place.path().join("absent")),
            [""; 0].map(PathBuf::from)
        );
    }
}
