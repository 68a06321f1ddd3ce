//! A file that was opened in the playground.

use crate::listing::Listing;
use pinnacle_bytecode::text::{PrintOptions as OldPrintOptions, print as print_old};
use pinnacle_inspect::bytecode::{format_of, module_of};
use pinnacle_inspect::info::{Sheet, info};
use pinnacle_inspect::{Findings, Input, Kind, findings, llvm, stats};
use pinnacle_page::manifest::{Manifest, ManifestError, MediaType};
use pinnacle_pexe::text::print::{self, Form};
use pinnacle_pexe::{Error, verify};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Maximum size of the text of a module of LLVM in bytes.
const MAX_TEXT: usize = 128 << 20;

/// The views of a file's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Assembly; of a text, the text itself.
    Assembly,
    /// Positions, records and assembly; of LLVM 1.x, what is where in the file.
    Listing,
    /// The notation of records, in which any file can be written.
    Records,
    /// Assembly of LLVM as today's LLVM prints it.
    Today,
}

/// A file that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The program; of a text that cannot be assembled, the text.
    input: Input,
    /// The kind of the file itself.
    kind: Kind,
    findings: Findings,
    /// The errors of a program, as the printer takes them.
    errors: Vec<Error>,
    /// Absent if it is a text that cannot be assembled.
    sheet: Option<Sheet>,
    /// The verdict of a page on a manifest.
    manifest: Option<Result<Manifest, ManifestError>>,
}

impl Opened {
    /// Looks at a file.
    pub fn new(name: String, bytes: Vec<u8>) -> Opened {
        let kind = Kind::of(&bytes);
        let is_manifest = match kind {
            Kind::Manifest(_) => true,
            Kind::Unknown | Kind::WebPage => name.ends_with(".nmf"),
            _ => false,
        };
        let manifest = is_manifest.then(|| Manifest::parse(&bytes, MediaType::Pnacl));
        let mut input = Input::new(name.clone(), bytes);
        let mut findings = Findings::of(&input);
        if kind == Kind::Pnaclasm {
            let source = input.bytes.clone();
            match input.try_assemble() {
                Ok(assembled) => input = assembled,
                Err(errors) => {
                    findings.add_syntax_errors(&errors);
                    return Opened {
                        input: Input::new(name, source),
                        kind,
                        findings,
                        errors: Vec::new(),
                        sheet: None,
                        manifest,
                    };
                }
            }
        }
        let options = verify::Options {
            jobs: 1,
            ..verify::Options::default()
        };
        let (sheet, errors) = (info(&input, 1), errors_of(&input, &options));
        Opened {
            findings: findings::check(&input, &options, true),
            input,
            kind,
            errors,
            sheet: Some(sheet),
            manifest,
        }
    }

    /// The bytes of the program, if it is one of PNaCl.
    pub fn program(&self) -> Option<&[u8]> {
        (self.input.kind == Kind::Pexe).then_some(&self.input.bytes[..])
    }

    /// The summary of the file, as a document:
    ///
    /// * `kind`, `description`: what it is, a word and a few; `hint`: what may help;
    /// * `programs`: those that it names, if it is a manifest that a page accepts;
    /// * `facts`: pairs of a title, empty on further lines under it, and a text;
    /// * `runs`: whether it can be run; `pepper`: whether it asks for a page;
    /// * `edits`: whether its assembly can be edited and run;
    /// * `views`: the names of what can be shown of it; `statistics`: whether there is a map;
    /// * `errors`: `code`, `message`; `place` and `shown`, the place and the lines of the error,
    ///   for people; `bit` or `byte`, `position`, `function`, `block`, `instruction`, `line`,
    ///   `column`, `text` as far as there are; `more`: true if there are more.
    pub fn summary(&self) -> Value {
        let sheet = self.sheet.as_ref();
        let (programs, refusal) = match &self.manifest {
            None => (Vec::new(), None),
            Some(Ok(manifest)) => (vec![manifest.program.clone()], None),
            Some(Err(error)) => (Vec::new(), Some(refusal_of(error))),
        };
        let hint = refusal.or_else(|| sheet.and_then(|sheet| sheet.hint.clone()));
        let hint = hint.or(self.findings.hint.clone()).or(self.kind.hint());
        let documents = self.findings.list.iter().map(|finding| {
            // What does not apply to an error is left out.
            let fields = finding.document.as_object().into_iter().flatten();
            let fields = fields.filter(|(_, value)| !value.is_null());
            let mut document: Value = fields
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            document["place"] = finding.place.clone().into();
            document["shown"] = finding.message.clone().into();
            document
        });
        json!({
            "kind": self.kind.word(),
            "description": self.kind.description(),
            "hint": hint,
            "programs": programs,
            "facts": sheet.map_or(Vec::new(), |sheet| sheet.lines.clone()),
            "runs": self.program().is_some(),
            "pepper": sheet.is_some_and(|sheet| sheet.document["program"]["pepper"] == true),
            "edits": matches!(self.kind, Kind::Pexe | Kind::Pnaclasm),
            "views": self.views().iter().map(|(_, name)| *name).collect::<Vec<_>>(),
            "statistics": matches!(self.kind, Kind::Pexe | Kind::Pnaclasm | Kind::Bitcode | Kind::Bytecode),
            "errors": documents.collect::<Vec<_>>(),
            "more": self.findings.more,
        })
    }

    /// The views of the file's content, with names for people.
    pub fn views(&self) -> &'static [(View, &'static str)] {
        match self.kind {
            Kind::Pexe => &[
                (View::Assembly, "Assembly"),
                (View::Listing, "Positions and records"),
                (View::Records, "Records alone"),
            ],
            Kind::Pnaclasm if self.program().is_some() => &[
                (View::Assembly, "Text"),
                (View::Listing, "Positions and records"),
            ],
            Kind::Bytecode => &[
                (View::Assembly, "Assembly"),
                (View::Listing, "What is where"),
            ],
            Kind::Bitcode => &[
                (View::Assembly, "Assembly"),
                (View::Records, "Records alone"),
            ],
            Kind::AssemblyText => &[
                (View::Assembly, "Text"),
                (View::Today, "As LLVM prints it today"),
            ],
            Kind::Pnaclasm
            | Kind::OldAssembly
            | Kind::Manifest(_)
            | Kind::WebPage
            | Kind::Script => &[(View::Assembly, "Text")],
            _ => &[],
        }
    }

    /// The text of a view.
    ///
    /// # Errors
    ///
    /// Fails with a sentence that says why there is none.
    pub fn listing(&self, view: View) -> Result<Listing, String> {
        let bytes = &self.input.bytes;
        let source = self.input.text.as_ref().map(|text| &text.source);
        match (view, &self.kind) {
            (View::Assembly, Kind::Pnaclasm) => Ok(verbatim(source.unwrap_or(bytes))),
            (View::Assembly, Kind::Bytecode) => self.old_assembly(),
            (View::Assembly, Kind::Bitcode) | (View::Today, _) => {
                let text = llvm::print(&self.input, MAX_TEXT);
                let text = text.map_err(|messages| messages.join("\n"))?;
                Ok(verbatim(text.as_bytes()))
            }
            (View::Listing, Kind::Bytecode) => {
                let dump = pinnacle_bytecode::dump::dump(bytes);
                told(|out| write!(out, "{dump}"))
            }
            (View::Records, _) => {
                told(|mut out| pinnacle_pexe::text::records::print(bytes, &mut out))
            }
            (View::Assembly, Kind::Pexe) => self.print(Form::Assembly),
            (View::Listing, _) => self.print(Form::Listing),
            (View::Assembly, _) => Ok(verbatim(bytes)),
        }
    }

    fn print(&self, form: Form) -> Result<Listing, String> {
        let options = print::Options {
            form,
            jobs: 1,
            colours: None,
        };
        told(|out| print::print(&self.input.bytes, &self.errors, &options, out))
    }

    fn old_assembly(&self) -> Result<Listing, String> {
        let module = module_of(&self.input, 1)
            .map_err(|wrong| wrong.messages(&self.input.name).join("\n"))?;
        let options = OldPrintOptions {
            style: format_of(&module),
            jobs: 1,
            ..OldPrintOptions::default()
        };
        let text = print_old(&module, &options).map_err(|error| error.to_string())?;
        Ok(verbatim(&text))
    }

    /// A web page with a map of the file; none for a text that is not a program.
    pub fn statistics(&self) -> Option<String> {
        let document = stats::of_file(&self.input)?;
        Some(stats::page(&Value::Array(vec![document])))
    }
}

/// The errors of a program as the printer takes them; none of other files.
/// The reason why a page refuses a manifest, with advice where there is some.
fn refusal_of(error: &ManifestError) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}

fn errors_of(input: &Input, options: &verify::Options) -> Vec<Error> {
    match input.kind {
        Kind::Pexe => verify::verify(&input.bytes, options).errors,
        _ => Vec::new(),
    }
}

fn verbatim(text: &[u8]) -> Listing {
    Listing::of(|out| out.write_all(text)).unwrap_or_default()
}

fn told(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Listing, String> {
    Listing::of(write).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &[u8] = include_bytes!("../../../examples/hello.pnasm");
    const OLD: &[u8] = include_bytes!("../../../examples/collatz-llvm1.ll");

    fn open(bytes: &[u8]) -> Opened {
        Opened::new("file".into(), bytes.to_vec())
    }

    fn program() -> Vec<u8> {
        open(HELLO).program().unwrap().to_vec()
    }

    #[test]
    fn a_manifest_gets_the_verdict_of_a_page() {
        let summary = |name: &str, text: &[u8]| Opened::new(name.into(), text.to_vec()).summary();
        let good = br#"{"program":{"portable":{"pnacl-translate":{"url":"a.pexe"}}}}"#;
        assert_eq!(summary("a.json", good)["programs"], json!(["a.pexe"]));
        let marked = [b"\xEF\xBB\xBF", &good[..]].concat();
        assert_eq!(summary("a.nmf", &marked)["programs"], json!(["a.pexe"]));

        for (text, reason) in [
            (
                &br#"{"program":{"portable":{"pnacl-translate":{"url":1}}}}"#[..],
                "manifest: ",
            ),
            (
                &br#"{"program":{"x86-64":{"url":"a.nexe"}}}"#[..],
                "manifest: no version",
            ),
            (&b"{"[..], "manifest JSON parsing failed"),
            (&b"<html></html>"[..], "manifest JSON parsing failed"),
        ] {
            let found = summary("a.nmf", text);
            assert_eq!(found["programs"], json!([]), "{}", text.escape_ascii());
            let hint = found["hint"].as_str().unwrap();
            assert!(hint.starts_with(reason), "{hint}");
        }
    }

    #[test]
    fn a_text_is_shown_as_it_is_and_runs() {
        let opened = open(HELLO);
        assert_eq!(opened.summary()["runs"], true);
        assert_eq!(opened.summary()["pepper"], false);
        let text = opened.listing(View::Assembly).unwrap().text();
        assert_eq!(text.as_bytes(), HELLO);
    }

    #[test]
    fn the_listing_of_a_program_assembles_to_it() {
        let bytes = program();
        let text = open(&bytes).listing(View::Assembly).unwrap().text();
        assert_eq!(open(text.as_bytes()).program(), Some(&bytes[..]));
    }

    #[test]
    fn a_damaged_program_has_errors_with_places() {
        let mut bytes = program();
        let end = bytes.len() / 2;
        bytes.truncate(end);
        let opened = open(&bytes);
        let summary = opened.summary();
        let error = &summary["errors"][0];
        assert!(
            error["code"].is_string() && error["bit"].is_u64(),
            "{error}"
        );
        assert!(summary["hint"].as_str().unwrap().contains("cut short"));
        let comment = format!("// error: {}", error["code"].as_str().unwrap());
        let listing = opened.listing(View::Listing).unwrap();
        assert!(listing.find(&comment, 0, false).is_some());
    }

    #[test]
    fn a_text_with_a_mistake_has_the_line_and_does_not_run() {
        let text = String::from_utf8_lossy(HELLO).replacen("define", "defin", 1);
        let opened = open(text.as_bytes());
        let summary = opened.summary();
        assert_eq!(summary["runs"], false);
        assert!(summary["errors"][0]["line"].as_u64() > Some(1), "{summary}");
        assert_eq!(opened.listing(View::Assembly).unwrap().text(), text);
    }

    #[test]
    fn assembly_of_llvm_1_is_shown_with_its_functions() {
        let opened = open(OLD);
        assert_eq!(opened.summary()["kind"], "llvm-1-assembly");
        assert!(!opened.listing(View::Assembly).unwrap().outline().is_empty());
        assert!(opened.statistics().is_none());
    }

    #[test]
    fn assembly_of_llvm_is_shown_as_it_is_and_as_that_of_today() {
        let text = b"@x = global i32* null\ndefine void @f() { ret void }\n";
        let opened = open(text);
        assert_eq!(opened.summary()["kind"], "assembly-text");
        let views: Vec<_> = opened.views().iter().map(|(view, _)| *view).collect();
        assert_eq!(views, [View::Assembly, View::Today]);
        let shown = |view| opened.listing(view).unwrap().text();
        assert_eq!(shown(View::Assembly).as_bytes(), text);
        assert!(shown(View::Today).contains("@x = global ptr null"));
        let wrong = open(b"define void @f() { nonsense }");
        assert!(
            wrong
                .listing(View::Today)
                .unwrap_err()
                .contains("file:1:20")
        );
    }

    #[test]
    fn the_map_of_a_program_is_a_page() {
        assert!(
            open(&program())
                .statistics()
                .unwrap()
                .contains("<!DOCTYPE html>")
        );
    }

    #[test]
    fn anything_can_be_opened() {
        for bytes in [
            &b""[..],
            b"\x7fELF",
            b"{\"program\":{}}",
            b"hello",
            b"PEXE",
            b"BC\xc0\xde",
            b"llvm",
        ] {
            let opened = open(bytes);
            assert_eq!(opened.program().is_some(), bytes == b"PEXE");
            for (view, _) in opened.views() {
                let _ = opened.listing(*view);
            }
            let _ = opened.statistics();
        }
    }
}
