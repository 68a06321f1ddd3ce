//! Cases of the layout of the module, and of the records in each block.

use crate::case::{Case, fault};
use pinnacle_testing::records::{Block, File, Item};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = layout();
    cases.extend(version());
    cases.extend(unknown_codes());
    cases.extend(sizes());
    cases.extend(ranges());
    cases
}

fn layout() -> Vec<Case> {
    let late = "a block too late";
    vec![
        fault("module.blocks", "P0201", "an unknown block in the module")
            .put("types", &["65535, 15, 3", "65534", "65535, 17, 3"]),
        fault("module.blocks", "P0201", "a metadata block in a function")
            .here(&["65535, 22, 3", "65534"]),
        fault("module.blocks", "P0201", "constants in the module")
            .put("start body", &["65535, 11, 3", "65534", "65535, 12, 4"]),
        fault("module.blocks", "P0201", "a block in the types")
            .put("types count", &["1, 24", "65535, 17, 3", "65534"])
            .at("types count", 1),
        fault("module.blocks", "P0201", "a block in the globals")
            .put("g0", &["65535, 11, 3", "65534", "g0 = 0, 3, 0"]),
        fault("module.blocks", "P0201", "a block in the symbols")
            .put("symbol", &["65535, 11, 3", "65534", "1, =f0, \"_start\""]),
        fault("module.blocks", "P0201", "a block in the constants")
            .put("one", &["65535, 12, 3", "65534", "c0 = 4, 2"]),
        fault(
            "module.abbreviation-targets",
            "P0201",
            "abbreviations for an unknown block",
        )
        .put("abbreviations target", &["1, 99"]),
        fault(
            "module.abbreviation-targets",
            "P0201",
            "abbreviations for themselves",
        )
        .put("abbreviations target", &["1, 0"]),
        fault("module.once", "P0202", "two versions")
            .put("version", &["1, 1", "1, 1"])
            .at("version", 1),
        fault("module.once", "P0202", "a version between bodies")
            .put("start end", &["65534", "1, 1"])
            .at("start end", 1),
        fault("module.once", "P0202", "two blocks of abbreviations")
            .put("abbreviations end", &["65534", "65535, 0, 2", "65534"])
            .at("abbreviations end", 1),
        fault("module.once", "P0202", "two counts of types")
            .put("types count", &["1, 24", "1, 24"])
            .at("types count", 1),
        fault("module.once", "P0202", "two counts of globals").put("g1", &["5, 2", "g1 = 0, 1, 1"]),
        fault("module.once", "P0202", "two counts of blocks")
            .put("blocks", &["1, 3", "1, 3"])
            .at("blocks", 1),
        fault("module.once", "P0202", "two modules")
            .put("module end", &["65534"])
            .at("module end", 1)
            .edit(add_module),
        fault("module.order", "P0203", late)
            .put("types end", &["65534", "65535, 17, 3", "1, 0", "65534"])
            .at("types end", 1),
        fault("module.order", "P0203", "abbreviations after the types")
            .put("abbreviations", &[])
            .put("abbreviations target", &[])
            .put("abbreviations end", &[])
            .put("types end", &["65534", "65535, 0, 2", "65534"])
            .at("types end", 1),
        fault(
            "module.order",
            "P0203",
            "a function address after the globals",
        )
        .put("globals end", &["65534", "8, t22, 0, 1, 0"])
        .at("globals end", 1),
        fault("module.order", "P0203", "globals after the symbols")
            .put("symbols end", &["65534", "65535, 19, 3", "5, 0", "65534"])
            .at("symbols end", 1),
        fault("module.order", "P0203", "symbols after a body")
            .put("body end", &["65534", "65535, 14, 3", "65534"])
            .at("body end", 1),
        fault("module.order", "P0203", "no count of types")
            .put("types count", &[])
            .at("i32", 0),
        fault("module.order", "P0203", "types before their count")
            .put("types count", &[])
            .put("i32", &["t0 = 7, 32", "1, 24"])
            .at("i32", 0),
        fault("module.order", "P0203", "no count of globals")
            .put("globals count", &[])
            .at("g0", 0),
        fault("module.order", "P0203", "no count of blocks")
            .put("start blocks", &[])
            .at("start ret", 0),
        fault(
            "module.order",
            "P0203",
            "constants before the count of blocks",
        )
        .put("blocks", &[])
        .at("constants", 0),
        fault("module.order", "P0203", "constants after an instruction")
            .put(
                "add",
                &["v0 = 2, p0, c0, 0", "65535, 11, 3", "1, t0", "65534"],
            )
            .at("add", 1),
        fault(
            "module.order",
            "P0203",
            "an instruction instead of the count of blocks",
        )
        .put("start blocks", &["15"]),
    ]
}

fn add_module(file: &mut File) {
    let inside = Block::new(8, 2, Vec::new());
    file.items.push(Item::Block(inside));
}

fn version() -> Vec<Case> {
    vec![
        fault("module.version-first", "P0207", "no version")
            .put("version", &[])
            .at("types", 0),
        fault(
            "module.version-first",
            "P0207",
            "the version after the types",
        )
        .put("version", &[])
        .put("types end", &["65534", "1, 1"])
        .at("types", 0),
        fault("module.version", "P0208", "version 0").put("version", &["1, 0"]),
        fault("module.end", "P0209", "a word after the module")
            .put("module end", &["65534"])
            .at("module end", 1)
            .edit(|file| file.items.push(Item::RawBits(0, 32)))
            .runs(),
        fault("module.version", "P0208", "version 2").put("version", &["1, 2"]),
    ]
}

fn unknown_codes() -> Vec<Case> {
    let rule = "records.known";
    let case = |name| fault(rule, "P0204", name);
    vec![
        case("a record of the module").put("version", &["9, 1"]),
        case("a record of the module between functions")
            .put("trap", &["f10 = 8, t22, 0, 1, 0", "3, 1"])
            .at("trap", 1),
        case("a structure type").put("double", &["t9 = 18, 0, t0"]),
        case("a pointer type").put("double", &["t9 = 8, t0, 0"]),
        case("a metadata type").put("double", &["t9 = 16"]),
        case("a record of the globals").put("zerofill", &["6, 8"]),
        case("an unknown global").put("g0", &["9, 0"]),
        case("a name of a block in the module").put("symbols end", &["2, 0, 97", "65534"]),
        case("a null constant").put("one", &["c0 = 2"]),
        case("an aggregate constant").put("one", &["c0 = 7, 1"]),
        case("a wide integer constant").put("one", &["c0 = 5, 1"]),
        case("an old comparison").here(&["v4 = 9, p0, c0, 32"]),
        case("a getelementptr").here(&["v4 = 4, p0, c0"]),
        case("an old select").here(&["v4 = 5, p0, c0, c4"]),
        case("an invoke").here(&["13, f1, 1, 2"]),
        case("a fence").here(&["36, 1, 1"]),
        case("an indirect branch").put("br", &["31, 0, p0, 2"]),
    ]
}

fn sizes() -> Vec<Case> {
    let case = |name| fault("records.size", "P0205", name);
    vec![
        case("version without number").put("version", &["1"]),
        case("version with two numbers").put("version", &["1, 1, 1"]),
        case("function of 3").put("f1", &["f1 = 8, t6, 0, 0"]),
        case("function of 5").put("f1", &["f1 = 8, t6, 0, 0, 3, 0"]),
        case("count of types of 0").put("types count", &["1"]),
        case("count of types of 2").put("types count", &["1, 24, 24"]),
        case("integer type of 0").put("i32", &["t0 = 7"]),
        case("integer type of 2").put("i16", &["t10 = 7, 16, 16"]),
        case("void of 1").put("void", &["t1 = 2, 0"]),
        case("float of 1").put("float", &["t4 = 3, 0"]),
        case("double of 1").put("double", &["t9 = 4, 0"]),
        case("vector of 1").put("vector", &["t5 = 12, 4"]),
        case("vector of 3").put("vector", &["t5 = 12, 4, t0, 0"]),
        case("function type of 1").put("body type", &["t6 = 21, 0"]),
        case("function type of 0")
            .put("trap", &["f10 = 8, t22, 0, 1, 0"])
            .put("nothing type", &["t22 = 21"])
            .at("nothing type", 0),
        case("count of globals of 0").put("globals count", &["5"]),
        case("count of globals of 2").put("globals count", &["5, 2, 2"]),
        case("global of 1").put("g1", &["g1 = 0, 1"]),
        case("global of 3").put("g1", &["g1 = 0, 1, 1, 0"]),
        case("compound of 0").put("compound", &["1"]),
        case("compound of 2").put("compound", &["1, 2, 2"]),
        case("data of 0").put("data", &["3"]),
        case("relocation of 0").put("reloc", &["4"]),
        case("relocation of 3").put("reloc", &["4, =g1, 0, 0"]),
        case("zerofill of 0").put("zerofill", &["2"]),
        case("zerofill of 2").put("zerofill", &["2, 8, 8"]),
        case("symbol of 0").put("symbol", &["1"]),
        case("symbol without a name").put("symbol", &["1, =f0"]),
        case("count of blocks of 0").put("blocks", &["1"]),
        case("count of blocks of 2").put("blocks", &["1, 3, 3"]),
        case("set type of 0").put("settype i32", &["1"]),
        case("set type of 2").put("settype i32", &["1, t0, 0"]),
        case("integer of 0").put("one", &["c0 = 4"]),
        case("integer of 2").put("one", &["c0 = 4, 2, 2"]),
        case("float constant of 0").put("float one", &["c6 = 6"]),
        case("float constant of 2").put("float one", &["c6 = 6, 0, 0"]),
        case("undef of 1").put("undef", &["c15 = 3, 0"]),
        case("binary of 2").put("add", &["v0 = 2, p0, c0"]),
        case("binary of 1").put("add", &["v0 = 2, p0"]),
        case("cast of 2").here(&["v4 = 3, p0, t8"]),
        case("cast of 4").here(&["v4 = 3, p0, t8, 1, 0"]),
        case("extractelement of 1").put("extract", &["v2 = 6, c7"]),
        case("extractelement of 3").put("extract", &["v2 = 6, c7, c0, 0"]),
        case("insertelement of 2").here(&["v4 = 7, c7, c0"]),
        case("insertelement of 4").here(&["v4 = 7, c7, c0, c0, 0"]),
        case("return of 2").put("ret", &["10, v3, v3"]),
        case("branch of 0").put("br", &["11"]),
        case("branch of 2").put("condbr", &["11, 1, 2"]),
        case("branch of 4").put("condbr", &["11, 1, 2, c4, 0"]),
        case("switch of 3").put("ret", &["12, t0, p0, 1"]),
        case("switch of too few").put("ret", &["12, t0, p0, 1, 1, 1, 1, 2"]),
        case("switch of too many").put("ret", &["12, t0, p0, 1, 0, 7"]),
        case("switch of 2**62 cases").put("ret", &["12, t0, p0, 1, 4611686018427387904"]),
        case("unreachable of 1").put("ret", &["15, 0"]),
        case("phi of an odd number").put("phi", &["v3 = 16, t0, ~v0, 0, ~v1"]),
        case("phi of a type alone").put("phi", &["v3 = 16, t0"]),
        case("phi of nothing").put("phi", &["v3 = 16"]),
        case("alloca of 1").here(&["v4 = 19, p0"]),
        case("alloca of 3").here(&["v4 = 19, p0, 1, 0"]),
        case("load of 2").put("load", &["v1 = 20, p0, 1"]),
        case("load of 4").put("load", &["v1 = 20, p0, 1, t0, 0"]),
        case("store of 2").put("store", &["24, p0, v2"]),
        case("store of 4").put("store", &["24, p0, v2, 1, 0"]),
        case("comparison of 2").here(&["v4 = 28, p0, c0"]),
        case("comparison of 4").here(&["v4 = 28, p0, c0, 32, 0"]),
        case("select of 2").here(&["v4 = 29, p0, c0"]),
        case("select of 4").here(&["v4 = 29, p0, c0, c4, 0"]),
        case("call of 1").here(&["34, 0"]),
        case("indirect call of 2").here(&["44, 0, p0"]),
        case("forward declaration of 1").here(&["43, =v5"]),
        case("forward declaration of 3").here(&["43, =v5, t0, 0"]),
        fault("body.binary-flags", "P0205", "flags of an addition")
            .put("add", &["v0 = 2, p0, c0, 0, 1"])
            .runs(),
        fault("body.binary-flags", "P0205", "flags that are zero")
            .put("add", &["v0 = 2, p0, c0, 0, 0"])
            .runs(),
    ]
}

fn ranges() -> Vec<Case> {
    let case = |name| fault("records.range", "P0206", name);
    vec![
        case("type of 33 bits").put("f1", &["f1 = 8, 4294967296, 0, 0, 3"]),
        case("prototype flag 2").put("f1", &["f1 = 8, t6, 0, 2, 3"]),
        case("linkage 1").put("f1", &["f1 = 8, t6, 0, 0, 1"]),
        case("linkage 9").put("f1", &["f1 = 8, t6, 0, 0, 9"]),
        case("number of types of 33 bits").put("types count", &["1, 4294967296"]),
        case("number of globals of 33 bits").put("globals count", &["5, 4294967296"]),
        case("number of blocks of 33 bits").put("blocks", &["1, 4294967296"]),
        case("constant flag 2").put("g1", &["g1 = 0, 1, 2"]),
        case("byte 256 of data").put("data", &["3, 1, 2, 3, 256"]),
        case("zerofill of 4 GiB").put("zerofill", &["2, 4294967296"]),
        case("addend of 33 bits").put("reloc", &["4, =g1, 4294967296"]),
        case("relocation to an address of 33 bits").put("reloc", &["4, 4294967296"]),
        case("byte 256 of a name").put("symbol", &["1, =f0, 95, 256"]),
        case("name of value of 33 bits").put("symbols end", &["1, 4294967296, 97", "65534"]),
        case("target of 33 bits").put("ret", &["11, 4294967296"]),
        case("type of a load of 33 bits").put("load", &["v1 = 20, p0, 1, 4294967296"]),
        case("type of a cast of 33 bits").here(&["v4 = 3, p0, 4294967296, 1"]),
        case("forward declaration of a value of 33 bits").here(&["43, 4294967296, t0"]),
    ]
}
