//! Text and files, both ways, for the programs beside the repository.

mod golden;

fn main() {
    pinnacle_tests::run(|shared| golden::trials(&shared), false);
}
