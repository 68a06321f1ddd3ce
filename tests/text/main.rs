//! Text and files, both ways, for the programs beside the repository.

mod corpus;
mod golden;
mod records;

fn main() {
    pinnacle_tests::run(
        |shared| {
            let mut trials = golden::trials(&shared)?;
            trials.extend(corpus::trials(&shared)?);
            trials.extend(records::trials(&shared)?);
            Ok(trials)
        },
        false,
    );
}
