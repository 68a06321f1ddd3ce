//! Builds a sysroot into the folder that is named.

use pinnacle_driver::{Environment, sysroot};

fn main() {
    let options = sysroot::Options {
        folder: std::env::args_os().nth(1).map(Into::into),
        clang: std::env::args_os().nth(2),
        ..sysroot::Options::default()
    };
    let environment = Environment::of_process("build_sysroot");
    match sysroot::build(&options, &environment, &|_, _| {}) {
        Ok(built) => println!("{}: {} files", built.folder.display(), built.files),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
