//! Cases of the globals block.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let count = |name| fault("globals.count", "P0501", name);
    let initialisers = |name| fault("globals.initialisers", "P0502", name);
    let relocation = |name| fault("globals.relocations", "P0503", name);
    vec![
        count("one too many announced")
            .put("globals count", &["5, 3"])
            .at("globals end", 0),
        count("many too many announced")
            .put("globals count", &["5, 4294967295"])
            .at("globals end", 0),
        count("one too few announced")
            .put("globals count", &["5, 1"])
            .put("reloc", &["4, =g0, 4294967295"])
            .at("g1", 0),
        count("none announced")
            .put("globals count", &["5, 0"])
            .put("reloc", &["4, =f0, 4294967295"])
            .at("g0", 0),
        initialisers("none at the end")
            .put("zerofill", &[])
            .at("g1", 0),
        initialisers("none in the middle")
            .put("compound", &[])
            .put("data", &[])
            .put("reloc", &[])
            .at("g1", 0),
        initialisers("two")
            .put("zerofill", &["2, 8", "2, 8"])
            .at("zerofill", 1),
        initialisers("before the first global")
            .put("g0", &["2, 8", "g0 = 0, 3, 0"])
            .at("g0", 0),
        initialisers("a compound of 0")
            .put("compound", &["1, 0"])
            .put("data", &[])
            .put("reloc", &[]),
        initialisers("a compound of 1")
            .put("compound", &["1, 1"])
            .put("reloc", &[]),
        initialisers("a compound of 2**32").put("compound", &["1, 4294967296"]),
        initialisers("a compound in a compound")
            .put("compound", &["1, 2", "1, 2"])
            .at("compound", 1),
        initialisers("a compound behind a part")
            .put("compound", &["1, 3"])
            .put("data", &["3, 1", "1, 2"])
            .at("data", 1),
        initialisers("a compound before the first global").put("g0", &["1, 2", "g0 = 0, 3, 0"]),
        initialisers("a compound with too few parts")
            .put("compound", &["1, 3"])
            .at("g1", 0),
        initialisers("a compound with too many parts")
            .put("reloc", &["4, =g1, 0", "4, =g0, 0"])
            .at("reloc", 1),
        relocation("to a value after the globals").put("reloc", &["4, 13"]),
        relocation("to a value far away").put("reloc", &["4, 4294967295, 1"]),
        relocation("to an intrinsic").put("reloc", &["4, =f10"]),
        fault("globals.alignment", "P0808", "2**30").put("g0", &["g0 = 0, 31, 0"]),
        fault("globals.alignment", "P0808", "2**63").put("g1", &["g1 = 0, 64, 1"]),
        fault("globals.alignment", "P0808", "2**(2**64 - 2)")
            .put("g1", &["g1 = 0, 18446744073709551615, 1"]),
    ]
}
