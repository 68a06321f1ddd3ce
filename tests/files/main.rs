//! One test for each file beside the repository, named after it.

mod container;

fn main() {
    pinnacle_tests::run(
        |shared| {
            let mut trials = Vec::new();
            trials.extend(container::trials(&shared)?);
            Ok(trials)
        },
        false,
    );
}
