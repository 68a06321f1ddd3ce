//! Cases of blocks, values and forward declarations.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let blocks = |name| fault("body.blocks", "P0801", name);
    let values = |name| fault("body.values", "P0802", name);
    let forward = |name| fault("body.forward", "P0807", name);
    vec![
        blocks("a count of 0").put("start blocks", &["1, 0"]),
        blocks("one too many announced")
            .put("blocks", &["1, 4"])
            .at("body end", 0),
        blocks("many too many announced")
            .put("blocks", &["1, 100000000"])
            .at("body end", 0),
        blocks("one too few announced")
            .put("start ret", &["10", "10"])
            .at("start ret", 1),
        blocks("an instruction behind the last block")
            .put("ret", &["10, v3", "v4 = 2, p0, p0, 0"])
            .at("ret", 1),
        blocks("no terminator").put("ret", &[]).at("body end", 0),
        blocks("no terminator of a block without instructions")
            .put("start ret", &[])
            .at("start end", 0),
        blocks("no records")
            .put("start blocks", &[])
            .put("start ret", &[])
            .at("start end", 0),
        values("far before the first").put("add", &["v0 = 2, 99, c0, 0"]),
        values("itself").here(&["v4 = 2, v4, p0, 0"]),
        values("one that comes later")
            .here(&["v4 = 2, v5, p0, 0", "v5 = 2, p0, p0, 0"])
            .at("here", 0),
        values("one that never comes").here(&["v4 = 2, v9, p0, 0"]),
        values("a distance of 33 bits").here(&["v4 = 2, 4294967296, p0, 0"]),
        values("the right operand").here(&["v4 = 2, p0, v9, 0"]),
        values("of a store").here(&["24, p0, v9, 1"]),
        values("an address of a load").here(&["v4 = 20, v9, 1, t0"]),
        values("of a cast").here(&["v4 = 3, v9, t8, 1"]),
        values("of a comparison").here(&["v4 = 28, v9, p0, 32"]),
        values("of a select").here(&["v4 = 29, p0, v9, c4"]),
        values("a condition").put("condbr", &["11, 1, 2, 99"]),
        values("a selector").put("br", &["12, t0, v9, 2, 0"]),
        values("returned").put("ret", &["10, v9"]),
        values("an argument").here(&["v4 = 34, 0, f1, v9, p1"]),
        values("an address of a call").here(&["44, 0, v9, t1"]),
        values("an argument of an indirect call").here(&["44, 0, p0, t1, v9"]),
        values("of a phi").put("phi", &["v3 = 16, t0, ~v9, 0, ~v1, 1"]),
        values("a size").here(&["v4 = 19, v9, 1"]),
        values("a vector").here(&["v4 = 6, v9, c0"]),
        values("an element").here(&["v4 = 7, c7, v9, c0"]),
        forward("of another type")
            .here(&["43, =v4, t8", "v4 = 2, p0, p0, 0"])
            .at("here", 1),
        forward("of a value that is there").here(&["43, =v3, t0"]),
        forward("of a parameter").here(&["43, =p0, t0"]),
        forward("of a function").here(&["43, =f0, t0"]),
        forward("twice")
            .here(&["43, =v4, t0", "43, =v4, t0", "v4 = 2, p0, p0, 0"])
            .at("here", 1),
        forward("never fulfilled").here(&["43, =v4, t0"]),
        forward("of a value far away").here(&["43, 4000000000, t0"]),
        fault("body.types", "P0803", "a forward declaration of void").here(&["43, =v4, t1"]),
    ]
}
