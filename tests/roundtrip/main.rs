//! What is written and read again is the same, and the other way round.
//!
//! * `generated`: ten thousand modules from random choices, the same in every
//!   run;
//! * `corpus`: the files beside the repository.
//!
//! Both take what must hold from `properties`.

mod corpus;
mod generated;
mod properties;

fn main() {
    pinnacle_tests::run_with(generated::trials(), |shared| corpus::trials(&shared), false);
}
