//! Cases of constants blocks.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let set = |name| fault("constants.set-type", "P0803", name);
    let fit = |name| fault("constants.fit", "P0701", name);
    vec![
        set("void").put("settype last", &["1, t1"]),
        set("a function type").put("settype last", &["1, t2"]),
        set("void without constants").put("constants end", &["1, t1", "65534"]),
        fit("no type").put("settype i32", &[]).at("one", 0),
        fit("an integer above i32").put("one", &["c0 = 4, 8589934592"]),
        fit("an integer below i32").put("one", &["c0 = 4, 4294967299"]),
        fit("an integer above i8").put("byte one", &["c10 = 4, 512"]),
        fit("an integer below i8").put("byte one", &["c10 = 4, 259"]),
        fit("an integer above i1").put("true", &["c4 = 4, 4"]),
        fit("the least integer in an i32").put("one", &["c0 = 4, 1"]),
        fit("an integer of type float").put("float one", &["c6 = 4, 0"]),
        fit("an integer of a vector type").put("undef vector", &["c7 = 4, 0"]),
        fit("a float of type i32").put("one", &["c0 = 6, 0"]),
        fit("a float of a vector type").put("undef v4float", &["c11 = 6, 0"]),
        fit("a float of 33 bits").put("float one", &["c6 = 6, 4294967296"]),
        fit("a double of type i64").put("long one", &["c8 = 6, 0"]),
    ]
}
