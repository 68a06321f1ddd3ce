//! Type identifiers, which virtual calls are checked against.

use std::collections::BTreeMap;

use super::super::record::{Operands, Result};
use super::{Builder, SummaryField, V, item, items, name_hash, named, word};

/// The virtual tables that are compatible with a type, by the type's name.
pub(super) type CompatibleVtables = BTreeMap<Vec<u8>, Vec<SummaryField>>;

const TEST_KINDS: [&str; 6] = [
    "unsat",
    "byteArray",
    "inline",
    "single",
    "allOnes",
    "unknown",
];
const CALL_KINDS: [&str; 3] = ["indir", "singleImpl", "branchFunnel"];
const ARGUMENT_KINDS: [&str; 4] = ["indir", "uniformRetVal", "uniqueRetVal", "virtualConstProp"];
const SINGLE: u64 = 1;

/// The types, by their hashes.
#[derive(Default)]
pub(super) struct TypeIds {
    types: BTreeMap<u64, TypeId>,
}

struct TypeId {
    name: Vec<u8>,
    number: u32,
    summary: Vec<SummaryField>,
}

impl TypeIds {
    /// Adds a type, unless it exists.
    pub(super) fn add(&mut self, name: Vec<u8>) {
        let guid = name_hash(&name);
        self.types.entry(guid).or_insert(TypeId {
            name,
            number: 0,
            summary: Vec::new(),
        });
    }

    /// Numbers the types, starting with `first`.
    pub(super) fn number(&mut self, first: u32) {
        for (ty, number) in self.types.values_mut().zip(first..) {
            ty.number = number;
        }
    }

    pub(super) fn number_of(&self, guid: u64) -> Option<u32> {
        self.types.get(&guid).map(|ty| ty.number)
    }

    /// The hash and the fields of each type.
    pub(super) fn into_fields(self) -> impl Iterator<Item = (u64, Vec<SummaryField>)> {
        self.types.into_iter().map(|(guid, ty)| {
            let name = named("name", V::Text(ty.name));
            (guid, vec![name, named("summary", V::List(ty.summary))])
        })
    }
}

impl Builder<'_> {
    /// Reads the result of resolving a type's checks.
    pub(super) fn type_id(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let name = self.string(operands)?;
        let kind = word(&TEST_KINDS, operands.next()?, "the result of a type's test")?;
        let mut test = vec![
            named("kind", kind),
            named("sizeM1BitWidth", V::Number(operands.next()?)),
        ];
        for name in ["alignLog2", "sizeM1", "bitMask", "inlineBits"] {
            let number = operands.next()?;
            if number != 0 {
                test.push(named(name, V::Number(number)));
            }
        }
        let mut calls = BTreeMap::new();
        while operands.left() > 0 {
            let offset = operands.next()?;
            calls.insert(offset, self.resolution(operands)?);
        }
        let mut summary = vec![named("typeTestRes", V::List(test))];
        if !calls.is_empty() {
            let calls = calls.into_iter().map(|(offset, fields)| {
                let offset = named("offset", V::Number(offset));
                V::List(vec![offset, named("wpdRes", V::List(fields))])
            });
            summary.push(named("wpdResolutions", items(calls)));
        }
        if let Some(ty) = self.type_ids.types.get_mut(&name_hash(&name)) {
            ty.summary = summary;
        }
        Ok(())
    }

    /// Reads the replacement of a virtual call.
    fn resolution(&mut self, operands: &mut Operands<'_>) -> Result<Vec<SummaryField>> {
        let number = operands.next()?;
        let mut fields = vec![named("kind", word(&CALL_KINDS, number, "a resolution")?)];
        let name = self.string(operands)?;
        if number == SINGLE {
            fields.push(named("singleImplName", V::Text(name)));
        }
        let count = operands.next()?;
        let mut cases = BTreeMap::new();
        for _ in 0..count {
            let arguments = operands.next()?;
            let arguments = operands.take(arguments)?.to_vec();
            cases.insert(arguments, by_arguments(operands)?);
        }
        if !cases.is_empty() {
            let mut fields_by_case = Vec::new();
            for (arguments, case) in cases {
                let arguments = arguments.into_iter().map(V::Number);
                fields_by_case.push(named("args", items(arguments)));
                fields_by_case.push(named("byArg", V::List(case)));
            }
            fields.push(named("resByArg", V::List(fields_by_case)));
        }
        Ok(fields)
    }

    /// Reads the virtual tables that are compatible with a type.
    pub(super) fn compatible_vtables(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let name = self.string(operands)?;
        let mut tables = Vec::new();
        while operands.left() > 0 {
            let offset = named("offset", V::Number(operands.next()?));
            let table = self.entry_of(operands.next()?)?;
            tables.push(item(V::List(vec![offset, item(V::Entry(table))])));
        }
        self.vtables.entry(name).or_default().append(&mut tables);
        Ok(())
    }
}

/// Reads the replacement of a virtual call with certain constant arguments.
fn by_arguments(operands: &mut Operands<'_>) -> Result<Vec<SummaryField>> {
    let number = operands.next()?;
    let kind = word(&ARGUMENT_KINDS, number, "a resolution by arguments")?;
    let mut fields = vec![named("kind", kind)];
    let (info, byte, bit) = (operands.next()?, operands.next()?, operands.next()?);
    if matches!(number, 1 | 2) {
        fields.push(named("info", V::Number(info)));
    }
    if byte != 0 || bit != 0 {
        fields.push(named("byte", V::Number(byte)));
        fields.push(named("bit", V::Number(bit)));
    }
    Ok(fields)
}
