//! Summaries of functions, variables and aliases.

use super::super::error::ErrorKind;
use super::super::record::{Operands, Result, bad, bad_number, signed};
use super::super::records::GlobalSummaryCode as C;
use super::{Builder, SummaryField, V, flag, item, items, named, word};

/// The linkages, indexed by their numbers in summaries.
const LINKAGES: [&str; 11] = [
    "external",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "appending",
    "internal",
    "private",
    "extern_weak",
    "common",
];

const VISIBILITIES: [&str; 3] = ["default", "hidden", "protected"];
const HOTNESSES: [&str; 5] = ["unknown", "cold", "none", "hot", "critical"];
/// The properties of functions, indexed by their bits.
const PROPERTIES: [&str; 10] = [
    "readNone",
    "readOnly",
    "noRecurse",
    "returnDoesNotAlias",
    "noInline",
    "alwaysInline",
    "noUnwind",
    "mayThrow",
    "hasUnknownCall",
    "mustBeUnreachable",
];
/// Number of bits of the relative frequency of a call.
const FREQUENCY_BITS: u32 = 28;

/// Parts of the next function's summary, which come before it.
#[derive(Default)]
pub(super) struct Pending {
    tests: Vec<SummaryField>,
    assumed: Vec<SummaryField>,
    loaded: Vec<SummaryField>,
    assumed_constant: Vec<SummaryField>,
    loaded_constant: Vec<SummaryField>,
    allocations: Vec<SummaryField>,
    call_sites: Vec<SummaryField>,
    parameters: Vec<SummaryField>,
}

/// Adds a list to the fields, unless it is empty.
fn add_list(fields: &mut Vec<SummaryField>, name: &'static str, list: Vec<SummaryField>) {
    if !list.is_empty() {
        fields.push(named(name, V::List(list)));
    }
}

impl Builder<'_> {
    /// Reads the fields that all kinds of globals have: the module and the flags.
    fn head(
        &self,
        operands: &mut Operands<'_>,
        is_combined: bool,
    ) -> Result<(u32, Vec<SummaryField>)> {
        let module = if is_combined {
            let number = operands.next()?;
            match self.module_places.get(&number) {
                Some(&place) => place,
                None => return Err(bad_number("a module", number, "one with a path")),
            }
        } else {
            // An empty path stands for the first module.
            0
        };
        let bits = operands.next()?;
        let is_old = self.version < 3;
        let import = ["definition", "declaration"][(bits >> 10 & 1) as usize];
        let flags = vec![
            named("linkage", word(&LINKAGES, bits & 15, "a linkage")?),
            named(
                "visibility",
                word(&VISIBILITIES, bits >> 8 & 3, "a visibility")?,
            ),
            flag("notEligibleToImport", bits >> 4 & 1 != 0 || is_old),
            flag("live", bits >> 5 & 1 != 0 || is_old),
            flag("dsoLocal", bits >> 6 & 1 != 0),
            flag("canAutoHide", bits >> 7 & 1 != 0),
            named("importType", V::Word(import)),
        ];
        let fields = vec![
            named("module", V::Entry(module)),
            named("flags", V::List(flags)),
        ];
        Ok((module, fields))
    }

    /// Adds a summary to a global.
    fn add_summary(
        &mut self,
        value: u64,
        module: u32,
        kind: &'static str,
        fields: Vec<SummaryField>,
    ) -> Result<()> {
        let guid = self.guid_of_value(value)?;
        self.defined.insert((guid, module));
        let summaries = self.summaries.entry(guid).or_default();
        summaries.push(named(kind, V::List(fields)));
        Ok(())
    }

    pub(super) fn function(
        &mut self,
        code: C,
        operands: &mut Operands<'_>,
        is_combined: bool,
    ) -> Result<()> {
        let value = operands.next()?;
        let (module, mut fields) = self.head(operands, is_combined)?;
        let version = self.version;
        let since = |first: u64, operands: &mut Operands<'_>| {
            if version >= first {
                operands.next()
            } else {
                Ok(0)
            }
        };
        // LLVM keeps only 32 bits.
        let instructions = operands.next()? & u64::from(u32::MAX);
        fields.push(named("insts", V::Number(instructions)));
        let bits = since(4, operands)?;
        if is_combined {
            // The number of entries, which is not printed.
            since(6, operands)?;
        }
        let references = operands.next()?;
        let (read_only, write_only) = (since(5, operands)?, since(7, operands)?);
        let references = operands.take(references)?;
        if bits & 0x3FF != 0 {
            let flags = PROPERTIES.iter().enumerate();
            let flags = flags.map(|(bit, name)| flag(name, bits >> bit & 1 != 0));
            fields.push(named("funcFlags", V::List(flags.collect())));
        }
        let calls = self.calls(code, operands)?;
        add_list(&mut fields, "calls", calls);
        self.add_pending(&mut fields);
        let references = self.references(references, read_only, write_only)?;
        add_list(&mut fields, "refs", references);
        self.add_summary(value, module, "function", fields)
    }

    /// Reads the calls of a function, which are the rest of its record.
    fn calls(&self, code: C, operands: &mut Operands<'_>) -> Result<Vec<SummaryField>> {
        let has_profile = matches!(code, C::PERMODULE_PROFILE | C::COMBINED_PROFILE);
        let mut calls = Vec::new();
        while operands.left() > 0 {
            let mut call = vec![named("callee", V::Entry(self.entry_of(operands.next()?)?))];
            let mut is_tail = false;
            if self.version == 1 {
                // Call counts, which LLVM ignores.
                operands.take(1 + u64::from(has_profile))?;
            } else if has_profile {
                let bits = operands.next()?;
                is_tail = bits & 8 != 0;
                let hotness = word(&HOTNESSES, bits & 7, "a hotness")?;
                if bits & 7 != 0 {
                    call.push(named("hotness", hotness));
                }
            } else if code == C::PERMODULE_RELBF {
                let bits = operands.next()?;
                is_tail = bits >> FREQUENCY_BITS & 1 != 0;
                let frequency = bits & ((1 << FREQUENCY_BITS) - 1);
                if frequency != 0 {
                    call.push(named("relbf", V::Number(frequency)));
                }
            }
            if is_tail {
                call.push(flag("tail", true));
            }
            calls.push(item(V::List(call)));
        }
        Ok(calls)
    }

    /// Reads the globals that are referred to. Those that are only read or only written come last.
    fn references(
        &self,
        values: &[u64],
        read_only: u64,
        write_only: u64,
    ) -> Result<Vec<SummaryField>> {
        let count = values.len() as u64;
        let special = read_only.saturating_add(write_only);
        let Some(first_read) = count.checked_sub(special) else {
            let expected = format!("at most {count}");
            let what = "the number of references that are only read or written";
            return Err(bad_number(what, special, &expected));
        };
        let mut references = Vec::with_capacity(values.len());
        for (at, &value) in (0..).zip(values) {
            let number = self.entry_of(value)?;
            references.push(item(if at < first_read {
                V::Entry(number)
            } else if at < first_read + read_only {
                V::Access("readonly", number)
            } else {
                V::Access("writeonly", number)
            }));
        }
        Ok(references)
    }

    pub(super) fn variable(
        &mut self,
        operands: &mut Operands<'_>,
        is_combined: bool,
    ) -> Result<()> {
        let value = operands.next()?;
        let (module, mut fields) = self.head(operands, is_combined)?;
        let bits = if self.version >= 5 {
            operands.next()?
        } else {
            0
        };
        fields.push(named("varFlags", V::List(variable_flags(bits))));
        let references = self.references(operands.rest(), 0, 0)?;
        add_list(&mut fields, "refs", references);
        self.add_summary(value, module, "variable", fields)
    }

    /// Reads a variable that is a virtual table.
    pub(super) fn vtable(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let value = operands.next()?;
        let (module, mut fields) = self.head(operands, false)?;
        let bits = operands.next()?;
        let references = operands.next()?;
        let references = operands.take(references)?;
        let mut functions = Vec::new();
        while operands.left() > 0 {
            let function = self.entry_of(operands.next()?)?;
            functions.push(item(V::List(vec![
                named("virtFunc", V::Entry(function)),
                named("offset", V::Number(operands.next()?)),
            ])));
        }
        let mut flags = variable_flags(bits);
        if !functions.is_empty() {
            flags.push(named("vcall_visibility", V::Number(bits >> 3 & 3)));
        }
        fields.push(named("varFlags", V::List(flags)));
        add_list(&mut fields, "vTableFuncs", functions);
        let references = self.references(references, 0, 0)?;
        add_list(&mut fields, "refs", references);
        self.add_summary(value, module, "variable", fields)
    }

    pub(super) fn alias(&mut self, operands: &mut Operands<'_>, is_combined: bool) -> Result<()> {
        let value = operands.next()?;
        let (module, mut fields) = self.head(operands, is_combined)?;
        let target = operands.next()?;
        let guid = self.guid_of_value(target)?;
        // The summary of a single module contains targets only if they are imported.
        let target = if self.defined.contains(&(guid, module)) {
            V::Entry(self.entry_of(target)?)
        } else if is_combined {
            V::Word("null")
        } else {
            let message = "an alias in the summary comes before the global that it stands for";
            return Err(bad(ErrorKind::BadNumber, message));
        };
        fields.push(named("aliasee", target));
        self.add_summary(value, module, "alias", fields)
    }

    /// Reads a record about the next function. Other records are ignored, as in LLVM.
    pub(super) fn pending_record(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        match code {
            C::TYPE_TESTS => {
                for &guid in operands.rest() {
                    let test = match self.type_ids.number_of(guid) {
                        Some(number) => V::Entry(number),
                        None => V::Number(guid),
                    };
                    self.pending.tests.push(item(test));
                }
            }
            C::TYPE_TEST_ASSUME_VCALLS | C::TYPE_CHECKED_LOAD_VCALLS => {
                while operands.left() > 0 {
                    let call = self.virtual_function(operands)?;
                    match code {
                        C::TYPE_TEST_ASSUME_VCALLS => self.pending.assumed.push(call),
                        _ => self.pending.loaded.push(call),
                    }
                }
            }
            C::TYPE_TEST_ASSUME_CONST_VCALL | C::TYPE_CHECKED_LOAD_CONST_VCALL => {
                let mut call = vec![self.virtual_function(operands)?];
                if operands.left() > 0 {
                    let arguments = operands.rest().iter().map(|&number| V::Number(number));
                    call.push(named("args", items(arguments)));
                }
                let call = item(V::List(call));
                match code {
                    C::TYPE_TEST_ASSUME_CONST_VCALL => self.pending.assumed_constant.push(call),
                    _ => self.pending.loaded_constant.push(call),
                }
            }
            C::PARAM_ACCESS => self.pending.parameters = self.parameters(operands)?,
            C::PERMODULE_CALLSITE_INFO | C::COMBINED_CALLSITE_INFO => {
                let site = self.call_site(operands, code == C::COMBINED_CALLSITE_INFO)?;
                self.pending.call_sites.push(site);
            }
            C::PERMODULE_ALLOC_INFO | C::COMBINED_ALLOC_INFO => {
                let allocation = self.allocation(operands, code == C::COMBINED_ALLOC_INFO)?;
                self.pending.allocations.push(allocation);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a function in a virtual table.
    fn virtual_function(&self, operands: &mut Operands<'_>) -> Result<SummaryField> {
        let guid = operands.next()?;
        let ty = match self.type_ids.number_of(guid) {
            Some(number) => item(V::Entry(number)),
            None => named("guid", V::Number(guid)),
        };
        let offset = named("offset", V::Number(operands.next()?));
        Ok(named("vFuncId", V::List(vec![ty, offset])))
    }

    /// Adds the collected parts to a function's summary.
    fn add_pending(&mut self, fields: &mut Vec<SummaryField>) {
        let pending = std::mem::take(&mut self.pending);
        let mut types = Vec::new();
        add_list(&mut types, "typeTests", pending.tests);
        add_list(&mut types, "typeTestAssumeVCalls", pending.assumed);
        add_list(&mut types, "typeCheckedLoadVCalls", pending.loaded);
        add_list(
            &mut types,
            "typeTestAssumeConstVCalls",
            pending.assumed_constant,
        );
        add_list(
            &mut types,
            "typeCheckedLoadConstVCalls",
            pending.loaded_constant,
        );
        add_list(fields, "typeIdInfo", types);
        add_list(fields, "allocs", pending.allocations);
        add_list(fields, "callsites", pending.call_sites);
        add_list(fields, "params", pending.parameters);
    }

    /// Reads the offsets at which a function accesses memory through its parameters.
    fn parameters(&self, operands: &mut Operands<'_>) -> Result<Vec<SummaryField>> {
        let mut parameters = Vec::new();
        while operands.left() > 0 {
            let mut fields = vec![
                named("param", V::Number(operands.next()?)),
                named("offset", range(operands)?),
            ];
            let count = operands.next()?;
            let mut calls = Vec::new();
            for _ in 0..count {
                let parameter = operands.next()?;
                let callee = self.entry_of(operands.next()?)?;
                calls.push(item(V::List(vec![
                    named("callee", V::Entry(callee)),
                    named("param", V::Number(parameter)),
                    named("offset", range(operands)?),
                ])));
            }
            add_list(&mut fields, "calls", calls);
            parameters.push(item(V::List(fields)));
        }
        Ok(parameters)
    }

    /// Converts indices of stack frames to their ids.
    fn stack(&self, places: &[u64]) -> Result<SummaryField> {
        let mut frames = Vec::with_capacity(places.len());
        for &place in places {
            let frame = usize::try_from(place).ok();
            match frame.and_then(|place| self.stack_ids.get(place)) {
                Some(&frame) => frames.push(item(V::Number(frame))),
                None => {
                    let expected = format!("less than {}", self.stack_ids.len());
                    return Err(bad_number("a frame of a stack", place, &expected));
                }
            }
        }
        Ok(named("stackIds", V::List(frames)))
    }

    /// Reads a call site with profiled contexts.
    fn call_site(&self, operands: &mut Operands<'_>, is_combined: bool) -> Result<SummaryField> {
        let value = operands.next()?;
        let callee = match self.values.get(&value) {
            None if is_combined => V::Word("null"),
            _ => V::Entry(self.entry_of(value)?),
        };
        let (stack, clones) = if is_combined {
            let (frames, versions) = (operands.next()?, operands.next()?);
            (operands.take(frames)?, operands.take(versions)?)
        } else {
            (operands.rest(), &[0][..])
        };
        let clones = items(clones.iter().map(|&clone| V::Number(clone)));
        Ok(item(V::List(vec![
            named("callee", callee),
            named("clones", clones),
            self.stack(stack)?,
        ])))
    }

    /// Reads an allocation with profiled contexts.
    fn allocation(&self, operands: &mut Operands<'_>, is_combined: bool) -> Result<SummaryField> {
        let is_counted = is_combined || self.version >= 10;
        let mut left = if is_counted {
            operands.next()?
        } else {
            u64::MAX
        };
        let versions = if is_combined { operands.next()? } else { 0 };
        let mut contexts = Vec::new();
        while left > 0 && (is_counted || operands.left() > 0) {
            let kind = allocation_kind(operands.next()?)?;
            let frames = operands.next()?;
            contexts.push(item(V::List(vec![
                named("type", kind),
                self.stack(operands.take(frames)?)?,
            ])));
            left -= 1;
        }
        let versions = if is_combined {
            operands.take(versions)?
        } else {
            &[0]
        };
        let versions: Result<Vec<_>> = versions.iter().map(|&kind| allocation_kind(kind)).collect();
        Ok(item(V::List(vec![
            named("versions", items(versions?)),
            named("memProf", V::List(contexts)),
        ])))
    }
}

fn allocation_kind(number: u64) -> Result<V> {
    Ok(V::Word(match number {
        0 => "none",
        1 => "notcold",
        2 => "cold",
        4 => "hot",
        _ => return Err(bad_number("a kind of allocation", number, "0, 1, 2 or 4")),
    }))
}

fn variable_flags(bits: u64) -> Vec<SummaryField> {
    vec![
        flag("readonly", bits & 1 != 0),
        flag("writeonly", bits & 2 != 0),
        flag("constant", bits & 4 != 0),
    ]
}

/// Reads a range of offsets: the first, and one past the last.
fn range(operands: &mut Operands<'_>) -> Result<V> {
    let (first, end) = (signed(operands.next()?), signed(operands.next()?));
    let is_wrapped = first > end;
    let is_full = first == end && first == -1;
    Ok(V::Range(
        if is_full || is_wrapped && end != i64::MIN {
            i64::MIN
        } else {
            first
        },
        if is_full || is_wrapped {
            i64::MAX
        } else {
            end.wrapping_sub(1)
        },
    ))
}
