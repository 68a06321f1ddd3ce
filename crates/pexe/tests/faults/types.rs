//! Cases of the types block.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let illegal = |name| fault("types.legal", "P0301", name);
    let count = |name| fault("types.count", "P0302", name);
    let twice = |name| fault("types.unique", "P0303", name);
    let undefined = |name| fault("types.defined", "P0304", name);
    vec![
        illegal("i0")
            .put("i16", &["t10 = 7, 0"])
            .put("v8i16", &["t14 = 12, 16, t3"])
            .put("v4i1", &["t12 = 12, 8, t3"])
            .at("i16", 0),
        illegal("i2").put("i16", &["t10 = 7, 2"]),
        illegal("i7").put("i16", &["t10 = 7, 7"]),
        illegal("i33").put("i16", &["t10 = 7, 33"]),
        illegal("i128").put("i16", &["t10 = 7, 128"]),
        illegal("i of 2**32 + 32").put("i16", &["t10 = 7, 4294967328"]),
        illegal("1 x i32").put("vector", &["t5 = 12, 1, t0"]),
        illegal("0 x i32").put("vector", &["t5 = 12, 0, t0"]),
        illegal("3 x i32").put("vector", &["t5 = 12, 3, t0"]),
        illegal("8 x i32").put("vector", &["t5 = 12, 8, t0"]),
        illegal("2**32 + 4 x i32").put("vector", &["t5 = 12, 4294967300, t0"]),
        illegal("2 x i64").put("v4i1", &["t12 = 12, 2, t8"]),
        illegal("2 x double").put("v4i1", &["t12 = 12, 2, t9"]),
        illegal("4 x i8").put("v16i8", &["t13 = 12, 4, t7"]),
        illegal("2 x i1").put("v4i1", &["t12 = 12, 2, t3"]),
        illegal("4 x void").put("vector", &["t5 = 12, 4, t1"]),
        illegal("4 x function").put("vector", &["t5 = 12, 4, t2"]),
        illegal("4 x 4 x i32").put("v4float", &["t11 = 12, 4, t5"]),
        illegal("variable arguments").put("body type", &["t6 = 21, 1, t0, t0, t4"]),
        illegal("a void parameter").put("body type", &["t6 = 21, 0, t0, t1, t4"]),
        illegal("a function as parameter").put("body type", &["t6 = 21, 0, t0, t2, t4"]),
        illegal("a function as result").put("body type", &["t6 = 21, 0, t2, t0, t4"]),
        count("one too many announced")
            .put("types count", &["1, 25"])
            .at("types end", 0),
        count("many too many announced")
            .put("types count", &["1, 4000000000"])
            .at("types end", 0),
        count("one too few announced")
            .put("types count", &["1, 23"])
            .at("i8 function", 0),
        count("none announced")
            .put("types count", &["1, 0"])
            .at("i32", 0),
        twice("an integer").put("i8 function", &["t23 = 7, 32"]),
        twice("a vector").put("i8 function", &["t23 = 12, 4, t0"]),
        twice("a function type").put("i8 function", &["t23 = 21, 0, t1"]),
        undefined("a vector of a type that comes later").put("vector", &["t5 = 12, 4, t10"]),
        undefined("a vector of itself").put("vector", &["t5 = 12, 4, t5"]),
        undefined("a parameter of a type that does not exist")
            .put("body type", &["t6 = 21, 0, t0, t99, t4"]),
        undefined("a result of a type that comes later")
            .put("body type", &["t6 = 21, 0, t7, t0, t4"]),
        undefined("a parameter of a type of 33 bits")
            .put("body type", &["t6 = 21, 0, t0, 4294967296, t4"]),
        undefined("the type of a function").put("f1", &["f1 = 8, t99, 0, 0, 3"]),
        undefined("the type of constants").put("settype last", &["1, t99"]),
        undefined("the type of a cast").here(&["v4 = 3, p0, t99, 1"]),
        undefined("the type of a load").here(&["v4 = 20, p0, 1, t99"]),
        undefined("the type of a phi").put("phi", &["v3 = 16, t99, ~v0, 0, ~v1, 1"]),
        undefined("the type of a switch").put("br", &["12, t99, p0, 2, 0"]),
        undefined("the type of an indirect call").here(&["44, 0, p0, t99"]),
        undefined("the type of a forward declaration").here(&["43, =v5, t99"]),
    ]
}
