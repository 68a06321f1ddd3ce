//! Tests files with several faults. All faults are reported in file order, without consequential
//! errors.

use crate::case::fault;
use libtest_mimic::{Failed, Trial};

pub(crate) fn trials() -> Vec<Trial> {
    let cases = vec![
        fault("", "P0803", "two in a block")
            .here(&["v4 = 2, p0, p1, 0", "v5 = 2, p0, p0, 13"])
            .also("P0813", "here", 1),
        fault("", "P0813", "a wrong value is used").here(&[
            "v4 = 2, p0, p0, 13",
            "v5 = 2, v4, c8, 0",
            "v6 = 2, v5, p1, 0",
        ]),
        fault("", "P0802", "a value that does not exist is used twice")
            .here(&["v4 = 2, v9, p0, 0", "v5 = 2, v9, p0, 0"]),
        fault("", "P0802", "two values that do not exist")
            .here(&["v4 = 2, v9, p0, 0", "v5 = 2, v8, p0, 0"])
            .also("P0802", "here", 1),
        fault("", "P0206", "in the globals and two functions")
            .put("data", &["3, 256"])
            .put("start ret", &["15, 0"])
            .put("add", &["v0 = 2, p0, c0"])
            .also("P0205", "start ret", 0)
            .also("P0205", "add", 0),
        fault("", "P0804", "two terminators")
            .put("condbr", &["11, 0, 2, c4"])
            .put("br", &["11, 9"])
            .also("P0804", "br", 0),
        fault("", "P0806", "two that are not dominated")
            .here(&["v4 = 2, v1, p0, 0", "v5 = 2, v2, p0, 0"])
            .also("P0806", "here", 1),
        fault("", "P0807", "two that are never defined")
            .here(&["43, =v8, t0", "43, =v9, t0"])
            .also("P0807", "here", 1),
        fault("", "P0301", "a wrong type, and an independent fault")
            .put("vector", &["t5 = 12, 3, t0"])
            .here(&["v4 = 2, p0, p1, 0"])
            .also("P0803", "here", 0),
        fault("", "P0301", "two wrong types")
            .put("i16", &["t10 = 7, 17"])
            .put("vector", &["t5 = 12, 3, t0"])
            .at("vector", 0)
            .also("P0301", "i16", 0),
        fault("", "P0205", "a wrong global and a wrong symbol")
            .put("data", &["3"])
            .put("symbols end", &["1, 99, 97", "65534"])
            .also("P0601", "symbols end", 0),
        fault("", "P0401", "a wrong function and a wrong body")
            .put("f1", &["f1 = 8, t0, 0, 0, 3"])
            .put("start ret", &["15, 0"])
            .also("P0205", "start ret", 0),
        fault("", "P0701", "two constants")
            .put("one", &["c0 = 4, 1"])
            .put("true", &["c4 = 4, 4"])
            .also("P0701", "true", 0),
        fault("", "P0809", "a call of nothing, and what follows")
            .here(&["34, 0, p0, p0", "v4 = 2, p0, p1, 0"])
            .also("P0803", "here", 1),
        fault("", "P0809", "a call of nothing that defines a value").here(&[
            "v4 = 34, 0, p0, p0",
            "v5 = 2, p0, c0, 0",
            "v6 = 3, v5, t8, 1",
        ]),
        fault("", "P0204", "a terminator that is unknown").put("br", &["31, 2"]),
        fault("", "P0204", "a value that is unknown").put("load", &["v1 = 90, p0"]),
    ];
    cases
        .into_iter()
        .map(|case| {
            Trial::test(format!("several / {}", case.name), move || {
                case.check().map_err(Failed::from)
            })
        })
        .collect()
}
