//! The output of the disassemblers of LLVM 2.0 to 3.2 is parsed and compared with the bitcode next
//! to it.

use std::fs;

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::parse;
use pinnacle_testing::corpus;

use crate::same::first_difference;

const RELEASES: [&str; 9] = [
    "2.0", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "3.1", "3.2",
];

#[test]
fn text_of_every_release_is_the_module_of_its_bitcode() {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return;
    };
    let mut faults = Vec::new();
    let (mut count, mut refused) = (0, 0);
    for release in RELEASES {
        let files = corpus::files(&ages.join(release), "bc").expect("the folder is there");
        for path in files {
            count += 1;
            let stem = path.file_stem().expect("it has a name").to_string_lossy();
            let name = format!("{release}/{stem}");
            let text = fs::read(path.with_extension("dis.ll")).expect("it is beside");
            let parsed = match parse(&text) {
                Ok(module) => module,
                Err(errors) => {
                    refused += 1;
                    let place = errors.first().place().picture();
                    faults.push(format!("{name}: {errors}\n{place}"));
                    continue;
                }
            };
            let bytes = fs::read(&path).expect("it can be read");
            let whole = read(&bytes, &Options::default()).expect("it is right");
            if let Some(difference) = first_difference(parsed, whole) {
                faults.push(format!("{name}: {difference}"));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {count} files, of which {refused} are refused:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
