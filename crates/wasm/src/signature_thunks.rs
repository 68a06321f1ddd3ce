//! Writes the code for indirect calls that allow functions of another type.
//!
//! For each type that the program calls through addresses there is a *dispatcher*. This is a
//! function that takes the arguments and the address. It calls another function, the *classifier*,
//! to determine the type of the function at the address. Then it calls the function with that type
//! and converted arguments: missing ones are zero, and extra ones are dropped.

use crate::convert_bits::{convert_bits, convert_result, zero};
use crate::limits;
use crate::plan::{NONE, Plan};
use crate::signatures::decoded;
use wasm_encoder::{BlockType, InstructionSink};

/// Returns the code of all dispatchers, followed by that of the classifier.
pub(crate) fn bodies(plan: &Plan<'_>) -> Vec<Vec<u8>> {
    let types = &plan.dispatchers.types;
    if types.is_empty() {
        return Vec::new();
    }
    let classes = Classes::new(plan);
    let classifier = plan.first_dispatcher + types.len() as u32;
    let dispatchers = types.iter();
    dispatchers
        .map(|&ty| dispatcher(plan, ty, &classes, classifier))
        .chain(std::iter::once(classes.classifier()))
        .collect()
}

/// The functions in the table, classified by type.
struct Classes {
    /// For each address, its class.
    addresses: Vec<u32>,
    /// For each class, its type. The class after the last one is for addresses without a function.
    types: Vec<u32>,
}

impl Classes {
    fn new(plan: &Plan<'_>) -> Classes {
        let functions = plan.taken.iter().zip(&plan.types);
        let functions = functions.map(|(&taken, &ty)| if taken { ty } else { NONE });
        let all: Vec<u32> = std::iter::once(NONE)
            .chain(functions)
            .chain(plan.host_types.iter().copied())
            .collect();
        let mut types: Vec<u32> = all.iter().copied().filter(|&ty| ty != NONE).collect();
        types.sort_unstable();
        types.dedup();
        let none = types.len() as u32;
        let class = |ty: &u32| types.binary_search(ty).map_or(none, |class| class as u32);
        Classes {
            addresses: all.iter().map(class).collect(),
            types,
        }
    }

    /// Returns the classifier's code. Its tables are as large as engines allow.
    fn classifier(&self) -> Vec<u8> {
        let mut code = vec![0];
        let mut sink = InstructionSink::new(&mut code);
        let none = self.types.len() as u32;
        for (index, part) in self.addresses.chunks(limits::TABLE_TARGETS).enumerate() {
            let start = (index * limits::TABLE_TARGETS) as i32;
            // There is a block for each class, of which the first one is innermost, and a block for
            // addresses outside this part.
            for _ in 0..=none + 1 {
                sink.block(BlockType::Empty);
            }
            sink.local_get(0).i32_const(start).i32_sub();
            sink.br_table(part.iter().copied(), none + 1);
            for class in 0..=none {
                sink.end().i32_const(class as i32).return_();
            }
            sink.end();
        }
        sink.i32_const(none as i32).end();
        code
    }
}

/// Returns the code of a dispatcher.
fn dispatcher(plan: &Plan<'_>, ty: u32, classes: &Classes, classifier: u32) -> Vec<u8> {
    let key = plan.signatures.key(ty);
    let (wanted_result, given) = (key[0], &key[1..]);
    let address = given.len() as u32;
    let mut code = vec![0];
    let mut sink = InstructionSink::new(&mut code);
    for _ in 0..=classes.types.len() {
        sink.block(BlockType::Empty);
    }
    sink.local_get(address).call(classifier);
    let none = classes.types.len() as u32;
    sink.br_table(0..none, none);
    for &found in &classes.types {
        sink.end();
        let key = plan.signatures.key(found);
        for (index, &param) in (0..).zip(&key[1..]) {
            let to = decoded(param).expect("parameters are not void");
            match given.get(index as usize).and_then(|&code| decoded(code)) {
                Some(from) => {
                    sink.local_get(index);
                    convert_bits(from, to, &mut sink);
                }
                None => zero(to, &mut sink),
            }
        }
        sink.local_get(address).call_indirect(0, found);
        convert_result(decoded(key[0]), decoded(wanted_result), &mut sink);
        sink.return_();
    }
    // The address is not that of a function, so the ordinary call traps.
    sink.end();
    for index in 0..address {
        sink.local_get(index);
    }
    sink.local_get(address).call_indirect(0, ty).end();
    code
}
