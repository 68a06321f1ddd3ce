//! `pinnacle sdk`: makes a folder like the Native Client SDK's, manifests, ports, and configuration
//! files for CMake and Meson.

mod ports;

use crate::options::Target;
use crate::output::{BAD_USE, Failure, Output};
use clap::{Args, Subcommand};
use pinnacle_driver::{Environment, Error, builds, sdk};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Build with the SDK's makefiles, CMake, Meson and ports.
///
/// `install` makes a folder for NACL_SDK_ROOT. It contains headers, libraries, common.mk, and links
/// to this command under the names of the original tools. `ports` builds libraries such as SDL2.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle sdk install ~/nacl_sdk
  NACL_SDK_ROOT=~/nacl_sdk make CONFIG=Release
  pinnacle sdk nmf -o app.nmf app.pexe
  pinnacle sdk ports build sdl2
  cmake -B build -DCMAKE_TOOLCHAIN_FILE=$(pinnacle sdk cmake)
  meson setup build --cross-file $(pinnacle sdk meson)

Exit status:
  0  success
  2  wrong usage, or a tool or library is missing")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Make the SDK folder.
    Install {
        /// Output folder. Other files in it are kept.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    Nmf(NmfArguments),
    Ports(ports::PortsArguments),
    /// Print the path of a toolchain file for CMake.
    Cmake(FileArguments),
    /// Print the path of a cross file for Meson.
    Meson(FileArguments),
}

#[derive(Args, Debug)]
struct FileArguments {
    /// Do not prepend a launcher to programs. The launcher lets the build execute them.
    #[arg(long)]
    no_launcher: bool,
}

impl FileArguments {
    /// Writes the file and prints its path.
    fn print(
        &self,
        write: impl Fn(builds::Options, &Environment) -> Result<PathBuf, Error>,
        output: &Output,
    ) -> Result<(), Failure> {
        let options = builds::Options {
            launchers: !self.no_launcher,
        };
        let path = write(options, &Environment::of_process("pinnacle sdk"))
            .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
        Ok(output.show(|out| writeln!(out, "{}", path.display()))?)
    }
}

/// Write a manifest, which a page needs to embed a program.
#[derive(Args, Debug)]
struct NmfArguments {
    /// The program.
    #[arg(value_name = "PEXE")]
    program: PathBuf,

    #[command(flatten)]
    target: Target,

    /// Optimisation level that the browser uses: 0 for the least, or 2.
    #[arg(
        long,
        short = 'O',
        visible_alias = "pnacl-optlevel",
        value_name = "LEVEL"
    )]
    optimization: Option<u8>,

    /// The folder that the web server serves. The program must be in it.
    #[arg(long, short, value_name = "FOLDER")]
    stage_dependencies: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    match &arguments.action {
        Action::Install { folder } => install(folder, output)?,
        Action::Nmf(arguments) => write_manifest(arguments, output)?,
        Action::Ports(arguments) => return ports::run(arguments, output),
        Action::Cmake(arguments) => arguments.print(builds::cmake_file, output)?,
        Action::Meson(arguments) => arguments.print(builds::meson_file, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn install(folder: &Path, output: &Output) -> Result<(), Failure> {
    let environment = Environment::of_process("pinnacle sdk");
    let installed = sdk::install(folder, &environment)
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    Ok(output.show(|out| writeln!(out, "{}", installed.folder.display()))?)
}

fn write_manifest(arguments: &NmfArguments, output: &Output) -> Result<(), Failure> {
    let beside = match &arguments.stage_dependencies {
        Some(folder) => Some(folder.as_path()),
        None => arguments.target.file().and_then(Path::parent),
    };
    let url = address(&arguments.program, beside)?;
    let mut translated = json!({ "url": url });
    if let Some(level) = arguments.optimization {
        translated["optlevel"] = level.into();
    }
    let manifest = json!({"program": {"portable": {"pnacl-translate": translated}}});
    arguments
        .target
        .write(format!("{manifest:#}\n").as_bytes(), output)
}

/// Returns the path of a program relative to the folder of its manifest.
fn address(program: &Path, folder: Option<&Path>) -> Result<String, Failure> {
    let there = |path: &Path| {
        let path = if path == Path::new("") {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize()
            .map_err(|error| Failure::new(format!("cannot find {}: {error}", path.display())))
    };
    let place = there(program)?;
    let inside = match folder {
        Some(folder) => place.strip_prefix(there(folder)?).ok().map(Path::to_owned),
        None => place.file_name().map(PathBuf::from),
    };
    let inside = inside.as_deref().and_then(Path::to_str).ok_or_else(|| {
        Failure::new(format!(
            "{} is not in the folder of the manifest",
            program.display()
        ))
        .hint("pages name programs by their path from the manifest")
    })?;
    Ok(inside.replace('\\', "/"))
}
