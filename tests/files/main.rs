//! One test for each file beside the repository, named after it.

mod container;
mod damaged;
mod malformed;
mod pieces;

fn main() {
    pinnacle_tests::run(
        |shared| {
            let mut trials = container::trials(&shared)?;
            trials.extend(damaged::trials(&shared)?);
            trials.extend(malformed::trials(&shared)?);
            trials.extend(pieces::trials(&shared)?);
            Ok(trials)
        },
        false,
    );
}
