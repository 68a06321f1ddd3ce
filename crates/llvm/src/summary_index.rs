//! The summary of a module that linkers with ThinLTO use: what each global refers to and calls.
//!
//! Linkers read it without the module, decide what to import from where, and write a combined
//! summary of all modules. The rest of this crate does not depend on it: it is only read and
//! printed.

/// A summary, as a list of numbered entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryIndex {
    /// The entries in the order of the text.
    pub entries: Vec<SummaryEntry>,
}

impl SummaryIndex {
    /// Sets the path of the module that the summary is part of, which bitcode does not state.
    /// Paths that are not empty are kept.
    pub fn set_path(&mut self, path: &[u8]) {
        for entry in self
            .entries
            .iter_mut()
            .filter(|entry| entry.kind == "module")
        {
            let SummaryValue::List(fields) = &mut entry.value else {
                continue;
            };
            for field in fields.iter_mut().filter(|field| field.name == Some("path")) {
                if matches!(&field.value, SummaryValue::Text(text) if text.is_empty()) {
                    field.value = SummaryValue::Text(path.to_vec());
                }
            }
        }
    }
}

/// An entry, such as `^1 = gv: (name: "main")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryEntry {
    /// The number that others refer to it by.
    pub number: u32,
    /// The kind: `module`, `gv`, `typeid`, `typeidCompatibleVTable`, `flags` or `blockcount`.
    pub kind: &'static str,
    /// The contents of the entry.
    pub value: SummaryValue,
    /// The hash of the entry's name. It is printed as a comment.
    pub guid: Option<u64>,
}

/// A value with the name of its field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryField {
    /// The name; `None` for an item of a list.
    pub name: Option<&'static str>,
    /// The value.
    pub value: SummaryValue,
}

/// A value in a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummaryValue {
    /// A number.
    Number(u64),
    /// A keyword.
    Word(&'static str),
    /// A string.
    Text(Vec<u8>),
    /// An entry, by its number.
    Entry(u32),
    /// An entry that is only read or only written, and the keyword that says so.
    Access(&'static str, u32),
    /// An inclusive range of numbers.
    Range(i64, i64),
    /// Fields or items between parentheses.
    List(Vec<SummaryField>),
}

/// All keywords of summaries.
pub(crate) const WORDS: &[&str] = &[
    "aliasee",
    "alias",
    "alignLog2",
    "allOnes",
    "allocs",
    "alwaysInline",
    "appending",
    "args",
    "available_externally",
    "bit",
    "bitMask",
    "blockcount",
    "branchFunnel",
    "byArg",
    "byte",
    "byteArray",
    "callee",
    "calls",
    "callsites",
    "canAutoHide",
    "clones",
    "cold",
    "common",
    "constant",
    "critical",
    "declaration",
    "default",
    "definition",
    "dsoLocal",
    "extern_weak",
    "external",
    "flags",
    "funcFlags",
    "function",
    "guid",
    "gv",
    "hasUnknownCall",
    "hash",
    "hidden",
    "hot",
    "hotness",
    "importType",
    "indir",
    "info",
    "inline",
    "inlineBits",
    "insts",
    "internal",
    "kind",
    "linkage",
    "linkonce",
    "linkonce_odr",
    "live",
    "mayThrow",
    "memProf",
    "module",
    "mustBeUnreachable",
    "name",
    "noInline",
    "noRecurse",
    "noUnwind",
    "none",
    "notEligibleToImport",
    "notcold",
    "null",
    "offset",
    "param",
    "params",
    "path",
    "private",
    "protected",
    "readNone",
    "readOnly",
    "readonly",
    "refs",
    "relbf",
    "resByArg",
    "returnDoesNotAlias",
    "single",
    "singleImpl",
    "singleImplName",
    "sizeM1",
    "sizeM1BitWidth",
    "stackIds",
    "summaries",
    "summary",
    "tail",
    "type",
    "typeCheckedLoadConstVCalls",
    "typeCheckedLoadVCalls",
    "typeIdInfo",
    "typeTestAssumeConstVCalls",
    "typeTestAssumeVCalls",
    "typeTestRes",
    "typeTests",
    "typeid",
    "typeidCompatibleVTable",
    "uniformRetVal",
    "uniqueRetVal",
    "unknown",
    "unsat",
    "vFuncId",
    "vTableFuncs",
    "varFlags",
    "variable",
    "vcall_visibility",
    "versions",
    "virtFunc",
    "virtualConstProp",
    "visibility",
    "weak",
    "weak_odr",
    "wpdRes",
    "wpdResolutions",
    "writeonly",
];

/// The hash that stands for a name in summaries. The name of a local global is joined with that of
/// the module's source, because only its module can see it.
pub(crate) fn guid_of(name: &[u8], is_local: bool, source: &[u8]) -> u64 {
    let name = name.strip_prefix(b"\x01").unwrap_or(name);
    if !is_local {
        return name_hash(name);
    }
    let source = if source.is_empty() {
        b"<unknown>"
    } else {
        source
    };
    name_hash(&[source, b";", name].concat())
}

/// The first half of the MD5 of a string. It is written here because this crate is published with
/// as few dependencies as possible.
pub(crate) fn name_hash(name: &[u8]) -> u64 {
    let mut state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];
    let blocks = name.chunks_exact(64);
    let mut last = blocks.remainder().to_vec();
    for block in blocks {
        add_block(&mut state, block);
    }
    last.push(0x80);
    let zeros = (120 - last.len() % 64) % 64;
    last.extend(std::iter::repeat_n(0, zeros));
    last.extend_from_slice(&(name.len() as u64).wrapping_mul(8).to_le_bytes());
    for block in last.chunks_exact(64) {
        add_block(&mut state, block);
    }
    u64::from(state[0]) | u64::from(state[1]) << 32
}

/// The constants of MD5, derived from the sines of 1 to 64.
const SINES: [u32; 64] = [
    0xD76A_A478,
    0xE8C7_B756,
    0x2420_70DB,
    0xC1BD_CEEE,
    0xF57C_0FAF,
    0x4787_C62A,
    0xA830_4613,
    0xFD46_9501,
    0x6980_98D8,
    0x8B44_F7AF,
    0xFFFF_5BB1,
    0x895C_D7BE,
    0x6B90_1122,
    0xFD98_7193,
    0xA679_438E,
    0x49B4_0821,
    0xF61E_2562,
    0xC040_B340,
    0x265E_5A51,
    0xE9B6_C7AA,
    0xD62F_105D,
    0x0244_1453,
    0xD8A1_E681,
    0xE7D3_FBC8,
    0x21E1_CDE6,
    0xC337_07D6,
    0xF4D5_0D87,
    0x455A_14ED,
    0xA9E3_E905,
    0xFCEF_A3F8,
    0x676F_02D9,
    0x8D2A_4C8A,
    0xFFFA_3942,
    0x8771_F681,
    0x6D9D_6122,
    0xFDE5_380C,
    0xA4BE_EA44,
    0x4BDE_CFA9,
    0xF6BB_4B60,
    0xBEBF_BC70,
    0x289B_7EC6,
    0xEAA1_27FA,
    0xD4EF_3085,
    0x0488_1D05,
    0xD9D4_D039,
    0xE6DB_99E5,
    0x1FA2_7CF8,
    0xC4AC_5665,
    0xF429_2244,
    0x432A_FF97,
    0xAB94_23A7,
    0xFC93_A039,
    0x655B_59C3,
    0x8F0C_CC92,
    0xFFEF_F47D,
    0x8584_5DD1,
    0x6FA8_7E4F,
    0xFE2C_E6E0,
    0xA301_4314,
    0x4E08_11A1,
    0xF753_7E82,
    0xBD3A_F235,
    0x2AD7_D2BB,
    0xEB86_D391,
];

/// Continues an MD5 with 64 bytes.
fn add_block(state: &mut [u32; 4], block: &[u8]) {
    const SHIFTS: [[u32; 4]; 4] = [
        [7, 12, 17, 22],
        [5, 9, 14, 20],
        [4, 11, 16, 23],
        [6, 10, 15, 21],
    ];
    let mut words = [0u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let (mixed, place) = match step / 16 {
            0 => (b & c | !b & d, step),
            1 => (d & b | !d & c, 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        let sum = a
            .wrapping_add(mixed)
            .wrapping_add(SINES[step])
            .wrapping_add(words[place % 16]);
        let turned = sum.rotate_left(SHIFTS[step / 16][step % 4]);
        (a, d, c, b) = (d, c, b, b.wrapping_add(turned));
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_hashes_of_llvm() {
        // From the comments of llvm-dis.
        assert_eq!(name_hash(b"main"), 15_822_663_052_811_949_562);
        assert_eq!(name_hash(b"func"), 7_289_175_272_376_759_421);
        assert_eq!(name_hash(&[b'a'; 200]), {
            let whole = "887f30b43b2867f4a9accceee7d16e6c";
            u64::from_str_radix(&whole[..16], 16).unwrap().swap_bytes()
        });
        assert_eq!(guid_of(b"\x01f", false, b"a.c"), name_hash(b"f"));
        assert_eq!(guid_of(b"f", true, b"a.c"), name_hash(b"a.c;f"));
    }
}
