//! Cases of the operands of instructions: types, operations, alignments.

use crate::case::{Case, fault};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = types();
    cases.extend(casts());
    cases.extend(operations());
    cases.extend(alignments());
    cases.extend(vectors());
    cases
}

fn types() -> Vec<Case> {
    let types = |name| fault("body.types", "P0803", name);
    let returns = |name| fault("body.return", "P0814", name);
    vec![
        types("a sum of i32 and i64").here(&["v4 = 2, p0, c8, 0"]),
        types("a sum of i32 and float").here(&["v4 = 2, p0, p1, 0"]),
        types("a sum of i1").here(&["v4 = 2, c4, c4, 0"]),
        types("a sum of vectors of i1").here(&["v4 = 2, c12, c12, 0"]),
        types("a shift of i1").here(&["v4 = 2, c4, c4, 7"]),
        types("a quotient of i1").here(&["v4 = 2, c4, c4, 3"]),
        types("a comparison of i32 and i64").here(&["v4 = 28, p0, c8, 32"]),
        types("a comparison of i1").here(&["v4 = 28, c4, c5, 32"]),
        types("a comparison of vectors of i1").here(&["v4 = 28, c12, c12, 32"]),
        types("a select of i32 and i64").here(&["v4 = 29, p0, c8, c4"]),
        types("a select by i32").here(&["v4 = 29, p0, c0, p0"]),
        types("a select of vectors by i1").here(&["v4 = 29, c7, c7, c4"]),
        types("a select of scalars by a vector").here(&["v4 = 29, p0, p0, c12"]),
        types("a branch on i32").put("condbr", &["11, 1, 2, p0"]),
        types("a branch on a vector").put("condbr", &["11, 1, 2, c12"]),
        types("a load from i64").here(&["v4 = 20, c8, 1, t0"]),
        types("a load from float").here(&["v4 = 20, p1, 1, t0"]),
        types("a load of i1").here(&["v4 = 20, p0, 1, t3"]),
        types("a load of void").here(&["v4 = 20, p0, 1, t1"]),
        types("a load of a function").here(&["v4 = 20, p0, 1, t2"]),
        types("a load of a vector of i1").here(&["v4 = 20, p0, 1, t12"]),
        types("a store to i64").here(&["24, c8, p0, 1"]),
        types("a store to float").here(&["24, p1, p0, 1"]),
        types("a store of i1").here(&["24, p0, c4, 1"]),
        types("a store of a vector of i1").here(&["24, p0, c12, 1"]),
        types("an alloca of i64 bytes").here(&["v4 = 19, c8, 1"]),
        types("an alloca of float bytes").here(&["v4 = 19, p1, 1"]),
        types("a phi of another type").put("phi", &["v3 = 16, t4, ~v0, 0, ~v1, 1"]),
        types("a phi of void").put("phi", &["v3 = 16, t1, ~v0, 0, ~v1, 1"]),
        types("a phi of two types").put("phi", &["v3 = 16, t0, ~v0, 0, ~c8, 1"]),
        types("an indirect call of a float").here(&["44, 0, p1, t1"]),
        types("an indirect call of type function").here(&["v4 = 44, 0, p0, t2"]),
        returns("nothing").put("ret", &["10"]),
        returns("another type").put("ret", &["10, p1"]),
        returns("something where nothing is returned").put("start ret", &["10, 13"]),
    ]
}

fn casts() -> Vec<Case> {
    let cast = |name| fault("body.types", "P0803", name);
    vec![
        cast("trunc to a wider integer").here(&["v4 = 3, p0, t8, 0"]),
        cast("trunc to the same").here(&["v4 = 3, p0, t0, 0"]),
        cast("trunc to float").here(&["v4 = 3, c8, t4, 0"]),
        cast("zext to a narrower integer").here(&["v4 = 3, p0, t7, 1"]),
        cast("zext of a float").here(&["v4 = 3, p1, t8, 1"]),
        cast("sext to the same").here(&["v4 = 3, p0, t0, 2"]),
        cast("sext to a vector").here(&["v4 = 3, p0, t5, 2"]),
        cast("fptoui of an integer").here(&["v4 = 3, p0, t7, 3"]),
        cast("fptosi to a float").here(&["v4 = 3, p1, t9, 4"]),
        cast("uitofp to an integer").here(&["v4 = 3, p0, t8, 5"]),
        cast("sitofp of a float").here(&["v4 = 3, p1, t9, 6"]),
        cast("sitofp of a vector to a scalar").here(&["v4 = 3, c7, t4, 6"]),
        cast("fptrunc of a float").here(&["v4 = 3, p1, t4, 7"]),
        cast("fptrunc to an integer").here(&["v4 = 3, c9, t0, 7"]),
        cast("fpext to float").here(&["v4 = 3, c9, t4, 8"]),
        cast("fpext of an integer").here(&["v4 = 3, p0, t9, 8"]),
        cast("bitcast to another size").here(&["v4 = 3, p0, t8, 11"]),
        cast("cast to void").here(&["v4 = 3, p0, t1, 1"]),
        cast("cast to a function type").here(&["v4 = 3, p0, t2, 11"]),
    ]
}

fn operations() -> Vec<Case> {
    let operation = |name| fault("body.operations", "P0813", name);
    vec![
        operation("binary 13").here(&["v4 = 2, p0, c0, 13"]),
        operation("binary 2**32").here(&["v4 = 2, p0, c0, 4294967296"]),
        operation("udiv of floats").here(&["v4 = 2, p1, p1, 3"]),
        operation("shl of floats").here(&["v4 = 2, p1, p1, 7"]),
        operation("and of floats").here(&["v4 = 2, p1, p1, 10"]),
        operation("xor of vectors of floats").here(&["v4 = 2, c11, c11, 12"]),
        operation("cast 9, ptrtoint").here(&["v4 = 3, p0, t0, 9"]),
        operation("cast 10, inttoptr").here(&["v4 = 3, p0, t0, 10"]),
        operation("cast 12").here(&["v4 = 3, p0, t0, 12"]),
        operation("comparison 16").here(&["v4 = 28, p0, c0, 16"]),
        operation("comparison 31").here(&["v4 = 28, p0, c0, 31"]),
        operation("comparison 42").here(&["v4 = 28, p0, c0, 42"]),
        operation("icmp of floats").here(&["v4 = 28, p1, p1, 32"]),
        operation("fcmp of integers").here(&["v4 = 28, p0, p0, 1"]),
        operation("fcmp of vectors of integers").here(&["v4 = 28, c7, c7, 1"]),
    ]
}

fn alignments() -> Vec<Case> {
    let alignment = |name| fault("body.alignment", "P0808", name);
    vec![
        alignment("i32 unaligned to nothing").here(&["v4 = 20, p0, 0, t0"]),
        alignment("i32 by 4").here(&["v4 = 20, p0, 3, t0"]),
        alignment("i8 by 2").here(&["v4 = 20, p0, 2, t7"]),
        alignment("i64 by 8").here(&["v4 = 20, p0, 4, t8"]),
        alignment("float by 2").here(&["v4 = 20, p0, 2, t4"]),
        alignment("float by 8").here(&["v4 = 20, p0, 4, t4"]),
        alignment("double by 4").here(&["v4 = 20, p0, 3, t9"]),
        alignment("double by 16").here(&["v4 = 20, p0, 5, t9"]),
        alignment("4 x i32 by 1").here(&["v4 = 20, p0, 1, t5"]),
        alignment("4 x i32 by 16").here(&["v4 = 20, p0, 5, t5"]),
        alignment("4 x float by 1").here(&["v4 = 20, p0, 1, t11"]),
        alignment("8 x i16 by 1").here(&["v4 = 20, p0, 1, t14"]),
        alignment("8 x i16 by 4").here(&["v4 = 20, p0, 3, t14"]),
        alignment("16 x i8 by 2").here(&["v4 = 20, p0, 2, t13"]),
        alignment("16 x i8 by 16").here(&["v4 = 20, p0, 5, t13"]),
        alignment("load by 2**30").here(&["v4 = 20, p0, 31, t0"]),
        alignment("a store of i32 by 4").here(&["24, p0, p0, 3"]),
        alignment("a store of a float by 8").here(&["24, p0, p1, 4"]),
        alignment("a store of a double by 2").here(&["24, p0, c9, 2"]),
        alignment("a store of 4 x float by 16").here(&["24, p0, c11, 5"]),
        alignment("a store by 2**30").here(&["24, p0, p0, 31"]),
        alignment("an alloca by 2**30").here(&["v4 = 19, p0, 31"]),
        alignment("an alloca by 2**63").here(&["v4 = 19, p0, 64"]),
    ]
}

fn vectors() -> Vec<Case> {
    let types = |name| fault("body.types", "P0803", name);
    let index = |name| fault("body.vector-index", "P0811", name);
    vec![
        types("an element of a scalar").here(&["v4 = 6, p0, c0"]),
        types("an element by i64").here(&["v4 = 6, c7, c8"]),
        types("an element by a float").here(&["v4 = 6, c7, c6"]),
        types("an insertion into a scalar").here(&["v4 = 7, p0, p0, c0"]),
        types("an insertion of another type").here(&["v4 = 7, c7, p1, c0"]),
        types("an insertion of a vector").here(&["v4 = 7, c7, c7, c0"]),
        types("an insertion by i64").here(&["v4 = 7, c7, p0, c8"]),
        index("extracted at the end").here(&["v4 = 6, c7, c3"]),
        index("extracted past the end").here(&["v4 = 6, c7, c2"]),
        index("extracted at a parameter").here(&["v4 = 6, c7, p0"]),
        index("extracted at an instruction").here(&["v4 = 6, c7, v3"]),
        index("extracted at undef").here(&["v4 = 6, c7, c15"]),
        index("extracted at a function").here(&["v4 = 6, c7, f1"]),
        index("inserted at the end").here(&["v4 = 7, c7, p0, c3"]),
        index("inserted at a parameter").here(&["v4 = 7, c7, p0, p0"]),
        index("inserted at undef").here(&["v4 = 7, c7, p0, c15"]),
    ]
}
