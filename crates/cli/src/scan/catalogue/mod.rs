//! A catalogue: a web site about the lines of a scan, which opens without a server.
//!
//! * `index.html`: the table, with filters and search; the rows are in `data-000.js` and so on;
//! * `programs/`: a page for each program and each file of machine code;
//! * `pictures/`: pictures of the programs that were run.
//!
//! * `run`: runs programs, and stores their pictures;
//! * `page`: the page of one program;
//! * `head`: the beginning of every page.

mod head;
mod page;
pub(super) mod run;

use crate::output::Failure;
use crate::whole_file;
use head::head;
use pinnacle_scan::Joined;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The style of the pages and the script of the table. `npm run pages` makes them from
/// `web/pages/catalogue`.
const STYLE: &str = include_str!("generated/page.css");
const SCRIPT: &str = include_str!("generated/page.js");

/// Number of rows per data file.
const ROWS: usize = 1000;

/// A catalogue that is being written.
#[derive(Debug)]
pub(super) struct Catalogue<'a> {
    folder: &'a Path,
    joined: &'a Joined,
    rows: Vec<Value>,
    /// The number of data files written so far.
    files: usize,
    lines: usize,
    /// Programs that have a page.
    described: HashSet<String>,
}

/// Returns the name of a file's page and picture: the first half of its checksum.
pub(super) fn name_of(line: &Value) -> Option<&str> {
    let is_described = line["kind"] == "program" || line["kind"] == "machine-code";
    let sum = line["sha256"].as_str().filter(|_| is_described)?;
    sum.get(..32)
}

impl<'a> Catalogue<'a> {
    /// Starts a catalogue in a folder, creating the folder if needed.
    pub(super) fn new(folder: &'a Path, joined: &'a Joined) -> Result<Catalogue<'a>, Failure> {
        make_folder(&folder.join("programs"))?;
        Ok(Catalogue {
            folder,
            joined,
            rows: Vec::new(),
            files: 0,
            lines: 0,
            described: HashSet::new(),
        })
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &Value) -> Result<(), Failure> {
        let name = name_of(line);
        self.rows.push(row(line, name.unwrap_or_default()));
        self.lines += 1;
        if let Some(name) = name
            && self.described.insert(name.to_owned())
        {
            let path = self.folder.join("programs").join(format!("{name}.html"));
            whole_file::write(&path, page::page(line, self.joined).as_bytes())?;
        }
        match self.rows.len() {
            ROWS => self.write_rows(),
            _ => Ok(()),
        }
    }

    fn write_rows(&mut self) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.rows);
        let path = self.folder.join(format!("data-{:03}.js", self.files));
        self.files += 1;
        let text = format!("addRows({});\n", Value::Array(rows));
        whole_file::write(&path, text.as_bytes())
    }

    /// Writes the remaining files. The page that links to everything comes last.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        if !self.rows.is_empty() {
            self.write_rows()?;
        }
        whole_file::write(&self.folder.join("page.css"), STYLE.as_bytes())?;
        whole_file::write(&self.folder.join("page.js"), SCRIPT.as_bytes())?;
        let index = index(self.files, self.lines);
        whole_file::write(&self.folder.join("index.html"), index.as_bytes())
    }
}

/// Makes a folder and its parents.
pub(super) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path)
        .map_err(|error| Failure::new(format!("cannot make {}: {error}", path.display())))
}

/// Returns the path of a program's picture.
pub(super) fn picture(folder: &Path, name: &str) -> PathBuf {
    folder.join("pictures").join(format!("{name}.png"))
}

/// Returns a row of the table, with the columns in the script's order.
fn row(line: &Value, name: &str) -> Value {
    let text = |pointer: &str| {
        let value = line.pointer(pointer).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    let mut words = vec![text("/title"), text("/sha256"), text("/error/code")];
    let lists = [
        "interfaces",
        "irt_interfaces",
        "languages",
        "producers",
        "libraries",
    ];
    for list in lists.iter().filter_map(|name| line[*name].as_array()) {
        words.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    for name in ["processor", "libc", "release"] {
        words.push(text(&format!("/{name}")));
    }
    words.retain(|word| !word.is_empty());
    let uses: Vec<&str> = ["threads", "gl"]
        .into_iter()
        .filter(|name| line[*name] == true)
        .collect();
    json!([
        line["place"],
        line["kind"],
        line["format"],
        line["size"].as_u64().unwrap_or(0),
        line["valid"],
        words.join(" "),
        uses.join(" "),
        text("/error/message"),
        name,
        line["run"]["picture"].is_string(),
    ])
}

/// Returns the page of the table.
fn index(files: usize, lines: usize) -> String {
    let option =
        |(value, text): &(&str, &str)| format!("<option value=\"{value}\">{text}</option>");
    let select = |id: &str, title: &str, options: &[(&str, &str)]| {
        let options: String = options.iter().map(option).collect();
        format!("<label>{title}<select id=\"{id}\">{options}</select></label>\n")
    };
    let kinds = [
        ("", "all"),
        ("program", "programs"),
        ("machine-code", "machine code"),
        ("manifest", "manifests"),
        ("page", "pages"),
        ("failure", "failures"),
    ];
    let filters = [
        select("kind", "Kind", &kinds),
        select(
            "state",
            "State",
            &[("", "all"), ("valid", "valid"), ("invalid", "invalid")],
        ),
        select(
            "uses",
            "With",
            &[
                ("", "anything"),
                ("picture", "a picture"),
                ("threads", "threads"),
                ("gl", "OpenGL"),
            ],
        ),
        select(
            "order",
            "Order",
            &[("", "as found"), ("name", "by name"), ("size", "by size")],
        ),
    ];
    let data: String = (0..files)
        .map(|number| format!("<script src=\"data-{number:03}.js\"></script>\n"))
        .collect();
    format!(
        "{}\
         <main>\n<h1>Catalogue</h1>\n\
         <form id=\"filters\" role=\"search\">\n\
         <label class=\"search\">Search names, interfaces, tools and errors<input id=\"search\" \
         type=\"search\" autocomplete=\"off\"></label>\n{}</form>\n\
         <table id=\"table\">\n<caption id=\"count\" aria-live=\"polite\">{lines} files</caption>\n\
         <thead><tr><th scope=\"col\">File</th><th scope=\"col\" class=\"picture\">Picture</th>\
         <th scope=\"col\">Kind</th><th scope=\"col\" class=\"number\">Bytes</th><th scope=\"col\">Uses</th>\
         <th scope=\"col\">State</th></tr></thead>\n<tbody id=\"rows\"></tbody>\n</table>\n\
         <p id=\"more\" class=\"more\" hidden><button type=\"button\">Show more</button></p>\n\
         <noscript><p>The table needs scripts. The pages in the folder programs do not.</p></noscript>\n\
         </main>\n<script src=\"page.js\"></script>\n{data}",
        head("Catalogue", ""),
        filters.concat(),
    )
}
