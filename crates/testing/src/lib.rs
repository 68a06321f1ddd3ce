//! What the tests of Pinnacle share.
//!
//! * [`records`]: files of any shape, right and wrong ones;
//! * [`build`]: valid programs built in code;
//! * [`system`], [`samples`]: programs that talk to their host, some worth
//!   running;
//! * [`run`]: programs run with their output kept;
//! * [`oracle`]: an engine too simple to be wrong, for comparison;
//! * [`generate`]: valid programs from random choices;
//! * [`differential`]: generated programs on both engines;
//! * [`sums`]: what must hold for the statistics of every file;
//! * [`compare`]: two programs side by side;
//! * [`random`], [`mutate`]: choices, and the damage done with them;
//! * [`garble`]: damage done to texts;
//! * [`squeeze`]: what compressing must keep;
//! * [`fuzz`]: the bodies of the fuzz targets;
//! * [`filetests`]: programs in text that say what must be true of them;
//! * [`corpus`]: programs and files from outside the repository.

pub mod build;
pub mod compare;
pub mod corpus;
pub mod differential;
pub mod filetests;
pub mod fuzz;
pub mod garble;
pub mod generate;
pub mod mutate;
pub mod oracle;
pub mod random;
pub mod records;
pub mod run;
pub mod samples;
pub mod squeeze;
pub mod sums;
pub mod system;
