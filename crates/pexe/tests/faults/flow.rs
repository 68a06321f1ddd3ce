//! Cases of control flow: branches, switches, phis, dominance.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let branch = |name| fault("flow.branches", "P0804", name);
    let switch = |name| fault("flow.switch", "P0812", name);
    let phi = |name| fault("flow.phis", "P0805", name);
    let dominance = |name| fault("flow.dominance", "P0806", name);
    vec![
        branch("to the first block").put("br", &["11, 0"]),
        branch("to a block that does not exist").put("br", &["11, 3"]),
        branch("to a block far away").put("br", &["11, 4294967295"]),
        branch("to the first block, if").put("condbr", &["11, 0, 2, c4"]),
        branch("to the first block, else").put("condbr", &["11, 1, 0, c4"]),
        branch("to a block that does not exist, else").put("condbr", &["11, 1, 3, c4"]),
        branch("by default").put("br", &["12, t0, p0, 0, 0"]),
        branch("by a case").put("br", &["12, t0, p0, 2, 1, 1, 1, 2, 3"]),
        branch("by a case, to the first block").put("br", &["12, t0, p0, 2, 1, 1, 1, 2, 0"]),
        switch("on i1").put("br", &["12, t3, c4, 2, 0"]),
        switch("on float").put("br", &["12, t4, p1, 2, 0"]),
        switch("on a vector").put("br", &["12, t5, c7, 2, 0"]),
        switch("of another type").put("br", &["12, t8, p0, 2, 0"]),
        switch("with a range")
            .put("ret", &["12, t0, p0, 2, 1, 2, 1, 2, 2"])
            .put("phi", &["v3 = 16, t0, ~v0, 0, ~v1, 1, ~c0, 2, ~c0, 2"])
            .at("ret", 0),
        switch("with a list")
            .put("ret", &["12, t0, p0, 2, 1, 1, 2, 2, 2"])
            .put("phi", &["v3 = 16, t0, ~v0, 0, ~v1, 1, ~c0, 2, ~c0, 2"])
            .at("ret", 0),
        switch("with a case twice")
            .put("ret", &["12, t0, p0, 2, 2, 1, 1, 2, 1, 1, 1, 2, 1"])
            .put("phi", &["v3 = 16, t0, ~v0, 0, ~v1, 1, ~c0, 2"])
            .put("extract", &["v2 = 6, c7, c0"])
            .at("ret", 0),
        switch("with a case above i32").put("ret", &["12, t0, p0, 1, 1, 1, 1, 8589934592, 1"]),
        switch("with a case below i8").put("ret", &["12, t7, c10, 1, 1, 1, 1, 259, 1"]),
        phi("of too few edges").put("phi", &["v3 = 16, t0, ~v0, 0"]),
        phi("of too many edges").put("phi", &["v3 = 16, t0, ~v0, 0, ~v1, 1, ~v1, 1"]),
        phi("of a block that does not branch here").put("phi", &["v3 = 16, t0, ~v0, 0, ~v0, 2"]),
        phi("of a block that does not exist").put("phi", &["v3 = 16, t0, ~v0, 0, ~v1, 3"]),
        phi("of two values from a block")
            .put("condbr", &["11, 2, 2, c4"])
            .put("phi", &["v3 = 16, t0, ~v0, 0, ~c0, 0, ~v1, 1"])
            .at("phi", 0),
        phi("in the first block").put("add", &["v0 = 16, t0, ~p0, 1"]),
        phi("behind an instruction")
            .put(
                "here",
                &["v4 = 2, p0, p0, 0", "v5 = 16, t0, ~v0, 0, ~v1, 1"],
            )
            .at("here", 1),
        phi("behind a store")
            .put("here", &["24, p0, p0, 1", "v4 = 16, t0, ~v0, 0, ~v1, 1"])
            .at("here", 1),
        dominance("of a block that may be passed by").put("ret", &["10, v1"]),
        dominance("in a phi, of the wrong block").put("phi", &["v3 = 16, t0, ~v1, 0, ~v1, 1"]),
        dominance("in a phi, of the same block")
            .put("phi", &["43, =v3, t0", "v3 = 16, t0, ~v3, 0, ~v1, 1"])
            .at("phi", 1),
        dominance("before it in its block")
            .here(&["43, =v5, t0", "v4 = 2, v5, p0, 0", "v5 = 2, p0, p0, 0"])
            .at("here", 1),
        dominance("before it in a block that comes earlier")
            .put("load", &["43, =v3, t0", "v1 = 20, v3, 1, t0"])
            .at("load", 1),
        dominance("itself")
            .here(&["43, =v4, t0", "v4 = 2, v4, p0, 0"])
            .at("here", 1),
    ]
}
