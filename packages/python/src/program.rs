//! A file in memory: what it is, its text, its translation.

use crate::run::{self, Ended, Wishes};
use crate::{failure, refused};
use pinnacle_commands::Outcome;
use pinnacle_commands::change::{self, Threads, TranslationOptions};
use pinnacle_commands::formats::format;
use pinnacle_commands::look::{self, Form, PrintingOptions, Statistics};
use pinnacle_inspect::report::Palette;
use pinnacle_inspect::{Input, Kind};
use pinnacle_pexe::compress;
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A document in JSON, and the same as text.
type Said = (String, String);

/// A file in memory.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Program {
    name: String,
    /// As it was read, but for compression and launchers; of PNaClAsm, what it was assembled to.
    bytes: Vec<u8>,
}

#[pymethods]
impl Program {
    /// Takes the bytes of a file. PNaClAsm is assembled.
    #[new]
    fn new(name: String, bytes: Vec<u8>) -> PyResult<Program> {
        Program::of(name, bytes)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    #[getter]
    fn kind(&self) -> String {
        Kind::of(&self.bytes).description().to_owned()
    }

    fn info(&self, py: Python<'_>) -> PyResult<Said> {
        said(py.detach(|| look::info(self.input(), Palette::Plain)))
    }

    fn verify(&self, py: Python<'_>, allow: Vec<String>) -> PyResult<Said> {
        let mut allowed = Allow::default();
        for name in &allow {
            match name.as_str() {
                "trailing-data" => allowed.trailing_data = true,
                "binary-flags" => allowed.binary_flags = true,
                "minsfi-syscalls" => allowed.minsfi_syscalls = true,
                "local-symbol-tables" => allowed.local_symbol_tables = true,
                _ => return Err(refused(format!("unknown name {name:?} in `allow`"))),
            }
        }
        let options = verify::Options {
            allow: allowed,
            ..verify::Options::default()
        };
        said(py.detach(|| look::verify(self.input(), &options, Palette::Plain)))
    }

    fn statistics(&self, py: Python<'_>, top: usize) -> PyResult<Said> {
        said(py.detach(|| Statistics::new(top, Palette::Plain).add(self.input())))
    }

    fn text(
        &self,
        py: Python<'_>,
        form: &str,
        style: Option<&str>,
        keep_order: bool,
    ) -> PyResult<String> {
        let form = match form {
            "assembly" => Form::Assembly,
            "listing" => Form::Listing,
            "listed-records" => Form::ListedRecords,
            "records" => Form::Records,
            _ => return Err(refused(format!("no form {form:?}"))),
        };
        let options = PrintingOptions {
            form,
            style: style.map(format).transpose().map_err(refused)?,
            keep_order,
            palette: Palette::Plain,
        };
        let outcome = py.detach(|| look::disassemble(self.input(), &options));
        // What can be read of a wrong file is text too, with the errors in it.
        match outcome.result {
            Some(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
            None => Err(failure(&outcome)),
        }
    }

    fn compress<'py>(
        &self,
        py: Python<'py>,
        effort: Option<u8>,
        for_transport: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = compress::Options {
            effort: effort.unwrap_or(compress::DEFAULT_EFFORT),
            for_transport,
        };
        made(
            py,
            py.detach(|| change::compressed(&self.input(), &options)),
        )
    }

    fn translate<'py>(
        &self,
        py: Python<'py>,
        strip: bool,
        stack_size: Option<u32>,
        threads: &str,
        lenient_calls: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let threads = match threads {
            "auto" => Threads::Auto,
            "on" => Threads::On,
            "off" => Threads::Off,
            _ => return Err(refused(format!("no value {threads:?} for threads"))),
        };
        let options = TranslationOptions {
            module: None,
            strip,
            stack_size: stack_size.unwrap_or(pinnacle_pexe::layout::DEFAULT_STACK_SIZE),
            threads,
            lenient_calls,
            source_map: false,
        };
        made(py, py.detach(|| change::translate(self.input(), &options)))
    }

    /// Runs the program to its end; returns standard output, standard error and the status.
    fn run<'py>(
        &self,
        py: Python<'py>,
        arguments: Vec<Vec<u8>>,
        environment: Vec<Vec<u8>>,
        input: Vec<u8>,
        timeout: Option<f64>,
        memory: Option<u32>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, u8)> {
        let wishes = Wishes {
            arguments,
            environment,
            input,
            timeout: run::duration(timeout)?,
            memory,
            seed,
        };
        let Ended {
            output,
            errors,
            status,
        } = run::run(py, self.name.clone(), &self.bytes, wishes)?;
        Ok((PyBytes::new(py, &output), PyBytes::new(py, &errors), status))
    }

    fn __repr__(&self) -> String {
        format!(
            "<pinnacle.Program {:?}, {} bytes>",
            self.name,
            self.bytes.len()
        )
    }
}

impl Program {
    /// Takes the bytes of a file. PNaClAsm is assembled.
    pub(crate) fn of(name: String, bytes: Vec<u8>) -> PyResult<Program> {
        let input = Input::new(name, bytes);
        if input.kind != Kind::Pnaclasm {
            let Input { name, bytes, .. } = input;
            return Ok(Program { name, bytes });
        }
        let name = input.name.clone();
        match input.try_assemble() {
            Ok(Input { bytes, .. }) => Ok(Program { name, bytes }),
            Err(errors) => Err(failure(&Outcome::bad_text(&name, &errors))),
        }
    }

    /// The file for a command, which takes it.
    fn input(&self) -> Input {
        Input::new(self.name.clone(), self.bytes.clone())
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The document of a report and its text.
fn said(outcome: Outcome) -> PyResult<Said> {
    match (&outcome.document, &outcome.result) {
        (Some(document), Some(text)) => Ok((
            document.to_string(),
            String::from_utf8_lossy(text).into_owned(),
        )),
        _ => Err(failure(&outcome)),
    }
}

/// The file that a command made.
fn made(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyBytes>> {
    match &outcome.result {
        Some(bytes) => Ok(PyBytes::new(py, bytes)),
        None => Err(failure(&outcome)),
    }
}
