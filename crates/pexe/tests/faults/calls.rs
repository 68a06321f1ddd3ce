//! Cases of calls, and of arguments of intrinsics.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let call = |name| fault("calls.arguments", "P0809", name);
    let constant = |name| fault("calls.constants", "P0810", name);
    vec![
        call("too few arguments").here(&["v4 = 34, 0, f1, p0"]),
        call("too many arguments").here(&["v4 = 34, 0, f1, p0, p1, p0"]),
        call("another type").here(&["v4 = 34, 0, f1, p1, p1"]),
        call("a direct call of a global").here(&["34, 0, g0"]),
        call("a direct call of a parameter").here(&["34, 0, p0"]),
        call("a direct call of a value far away").here(&["34, 0, 99"]),
        call("a direct call of a later value").here(&["34, 0, v9"]),
        call("too few arguments of an intrinsic").here(&["34, 0, f2, p0, p0, p0, c0"]),
        call("another type of an intrinsic").here(&["34, 0, f2, p0, p0, p0, c0, c0"]),
        call("an indirect call that returns i8").here(&["v4 = 44, 0, p0, t7"]),
        call("an indirect call that returns i1").here(&["v4 = 44, 0, p0, t3"]),
        call("an indirect call that passes i1").here(&["44, 0, p0, t1, c4"]),
        call("an indirect call that passes i8").here(&["44, 0, p0, t1, p0, c10"]),
        call("an intrinsic as a value").here(&["v4 = 2, f10, p0, 0"]),
        call("an intrinsic stored").here(&["24, p0, f10, 1"]),
        call("an intrinsic called indirectly").here(&["44, 0, f10, t1"]),
        call("an intrinsic passed").here(&["v4 = 34, 0, f1, f10, p1"]),
        call("an intrinsic in a phi").put("phi", &["v3 = 16, t0, ~f10, 0, ~v1, 1"]),
        constant("a copy aligned by 4").here(&["34, 0, f2, p0, p0, p0, c3, c5"]),
        constant("a copy aligned by 0").here(&["34, 0, f2, p0, p0, p0, c1, c5"]),
        constant("a copy aligned by a parameter").here(&["34, 0, f2, p0, p0, p0, p0, c5"]),
        constant("a copy aligned by undef").here(&["34, 0, f2, p0, p0, p0, c15, c5"]),
        constant("a copy volatile by a value")
            .here(&["v4 = 28, p0, c0, 32", "34, 0, f2, p0, p0, p0, c0, v4"])
            .at("here", 1),
        constant("a load that is relaxed").here(&["v4 = 34, 0, f3, p0, c0"]),
        constant("a load that releases").here(&["v4 = 34, 0, f3, p0, c3"]),
        constant("a load of order 0").here(&["v4 = 34, 0, f3, p0, c1"]),
        constant("a load of an order that is not a constant").here(&["v4 = 34, 0, f3, p0, p0"]),
        constant("a store that is relaxed").here(&["34, 0, f9, p0, p0, c0"]),
        constant("a store that acquires")
            .put("undef", &["c15 = 4, 6"])
            .here(&["34, 0, f9, p0, p0, c15"])
            .at("here", 0),
        constant("operation 0").here(&["v4 = 34, 0, f4, c1, p0, p0, c2"]),
        constant("operation 7")
            .put("undef", &["c15 = 4, 14"])
            .here(&["v4 = 34, 0, f4, c15, p0, p0, c2"])
            .at("here", 0),
        constant("an operation that is not a constant").here(&["v4 = 34, 0, f4, p0, p0, p0, c2"]),
        constant("an operation that is relaxed").here(&["v4 = 34, 0, f4, c0, p0, p0, c0"]),
        constant("an exchange that is relaxed").here(&["v4 = 34, 0, f5, p0, p0, p0, c0, c0"]),
        constant("an exchange that releases").here(&["v4 = 34, 0, f5, p0, p0, p0, c3, c0"]),
        constant("an exchange that releases on failure")
            .here(&["v4 = 34, 0, f5, p0, p0, p0, c2, c3"]),
        constant("an exchange that is stronger on failure")
            .put("undef", &["c15 = 4, 6"])
            .here(&["v4 = 34, 0, f5, p0, p0, p0, c15, c2"])
            .at("here", 0),
        constant("a fence that is relaxed").here(&["34, 0, f6, c0"]),
        constant("a fence of no constant order").here(&["34, 0, f6, p0"]),
        constant("a size of 0").here(&["v4 = 34, 0, f7, c1, p0"]),
        constant("a size of 6").here(&["v4 = 34, 0, f7, c2, p0"]),
        constant("a size that is not a constant").here(&["v4 = 34, 0, f7, p0, p0"]),
        constant("a zero flag that is not a constant")
            .here(&["v4 = 28, p0, c0, 32", "v5 = 34, 0, f8, p0, v4"])
            .at("here", 1),
    ]
}
