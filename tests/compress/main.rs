//! Compressing: the same records in fewer bits, whatever the file.

mod corpus;
mod damaged;
mod generated;
mod hostile;

use libtest_mimic::{Arguments, Trial};
use pinnacle_testing::corpus::shared;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = generated::trials();
    trials.extend(hostile::trials());
    trials.extend(damaged::trials());
    if let Some(shared) = shared() {
        match corpus::trials(&shared) {
            Ok(more) => trials.extend(more),
            Err(error) => {
                eprintln!("cannot collect the tests: {error:#}");
                std::process::exit(1);
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
