//! One test for each file beside the repository, named after it.

mod container;
mod damaged;
mod listing;
mod malformed;
mod pieces;
mod runs;
mod statistics;

fn main() {
    pinnacle_tests::run(
        |shared| {
            let mut trials = container::trials(&shared)?;
            trials.extend(damaged::trials(&shared)?);
            trials.extend(listing::trials(&shared)?);
            trials.extend(malformed::trials(&shared)?);
            trials.extend(pieces::trials(&shared)?);
            trials.extend(statistics::trials(&shared)?);
            trials.extend(runs::trials(&shared)?);
            trials.extend(runs::pepper_trials(&shared)?);
            Ok(trials)
        },
        false,
    );
}
