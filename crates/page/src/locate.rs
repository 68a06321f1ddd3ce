//! Finds the file of a program from a page, a manifest or a program that the user names.
//!
//! The file that the user names may be anywhere. All files that it refers to must be in the
//! [`Site`], which is the folder that the user chose, or else the folder of the page or manifest.
//! If the user's file is outside that folder, it is treated as if it were directly in the folder.

use crate::data_url;
use crate::html::{self, Element};
use crate::manifest::{self, Manifest, MediaType};
use crate::site::{Entry, ORIGIN, Site};
use pinnacle_system::Errno;
use std::ffi::OsStr;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use url::Url;

/// Maximum size of a page in bytes.
const MAX_PAGE: u64 = 16 << 20;

/// The file name in the URL of the document if a manifest has no file.
const NO_DOCUMENT: &str = "page.html";

/// A program, and the element in which it runs.
#[derive(Debug)]
pub struct Located {
    /// The file of the program.
    pub program: PathBuf,
    /// The URL of the page, or of the manifest or program if there is no page.
    pub document: String,
    /// The files that the program may load from the origin of the document.
    pub site: Option<Site>,
    /// The attributes of the program's element.
    pub attributes: Vec<(String, String)>,
    /// The size of the element, if a page specifies it.
    pub size: Option<[i32; 2]>,
    /// The default representation of integers, from the page's script tag.
    pub numbers: Option<String>,
}

/// The reason why no program was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocateError {
    message: String,
    hint: Option<String>,
}

impl LocateError {
    fn new(message: impl Into<String>) -> LocateError {
        LocateError {
            message: message.into(),
            hint: None,
        }
    }

    fn with_hint(self, hint: impl Into<String>) -> LocateError {
        LocateError {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Returns advice for the user, if any.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for LocateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LocateError {}

/// Returns true if a name is that of a manifest, or a `data:` URL.
pub fn names_manifest(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    data_url::has_scheme(&name) || has_manifest_name(&name)
}

/// Returns true if a name is that of a page or a manifest, or a `data:` URL.
pub fn names_page(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let has_ending = |ending: &&str| {
        let start = name.len().checked_sub(ending.len());
        let found = start.and_then(|start| name.get(start..));
        found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    data_url::has_scheme(&name) || [".nmf", ".html", ".htm", ".xhtml"].iter().any(has_ending)
}

/// Finds the program of a page, a manifest or a `data:` URL. In a page it is the program of the
/// element with the given ID, or of the first element. Without a folder, the site is the folder of
/// the page or manifest; a `data:` URL has no site.
///
/// # Errors
///
/// Fails if the program does not exist or is outside the site.
pub fn locate(
    name: &OsStr,
    element: Option<&str>,
    site: Option<&Path>,
) -> Result<Located, LocateError> {
    let text = name.to_string_lossy();
    if data_url::has_scheme(&text) {
        return in_data_url(&text, site);
    }
    let path = Path::new(name);
    let folder = path.parent().unwrap_or(Path::new(""));
    let search = Search {
        site: Some(open(site.unwrap_or(folder))?),
        document: path,
    };
    let document = search
        .site
        .as_ref()
        .map_or(String::new(), |site| site.url_of(path));
    let base = parse_url(&document)?;
    if has_manifest_name(&text) {
        let limit = manifest::MAX_SIZE as u64 + 1;
        let program = search.program(&read(path, limit)?, &text, &base)?;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let attributes = minimal_attributes(&file_name);
        return Ok(search.found(program, document, attributes, None));
    }
    let page = read(path, MAX_PAGE + 1)?;
    if page.len() as u64 > MAX_PAGE {
        let limit = MAX_PAGE >> 20;
        return Err(LocateError::new(format!(
            "{text}: the page is larger than {limit} MiB, the limit"
        )));
    }
    let page = String::from_utf8_lossy(&page);
    let tags = html::read(&page);
    let Some(found) = tags.program(element) else {
        return Err(no_element(&tags.programs, &text, element));
    };
    let Some(url) = found.source() else {
        return Err(no_source(&text));
    };
    let program = search.by_manifest(url, &base)?;
    let size = found.size();
    let attributes = found.attributes.clone();
    Ok(Located {
        numbers: tags.numbers,
        ..search.found(program, document, attributes, Some(size))
    })
}

/// The contents of a page or manifest.
#[derive(Clone, Copy, Debug)]
pub enum Document<'a> {
    /// A page.
    Page(&'a [u8]),
    /// A manifest.
    Manifest(&'a [u8]),
}

/// Finds the program of every element of a page, in order, or the program of a manifest. The site
/// is the folder of the document.
///
/// Each element without a program yields an error.
pub fn locate_all(name: &OsStr, document: Document<'_>) -> Vec<Result<PathBuf, LocateError>> {
    let text = name.to_string_lossy();
    let path = Path::new(name);
    let opened = open(path.parent().unwrap_or(Path::new(""))).and_then(|site| {
        let base = parse_url(&site.url_of(path))?;
        Ok((site, base))
    });
    let (site, base) = match opened {
        Ok(opened) => opened,
        Err(error) => return vec![Err(error)],
    };
    let search = Search {
        site: Some(site),
        document: path,
    };
    let programs: Vec<_> = match document {
        Document::Page(page) => html::programs(&String::from_utf8_lossy(page))
            .iter()
            .map(|element| match element.source() {
                Some(url) => search.by_manifest(url, &base),
                None => Err(no_source(&text)),
            })
            .collect(),
        Document::Manifest(manifest) => vec![search.program(manifest, &text, &base)],
    };
    // The hints name options for choosing a site or an element, which callers of this function do
    // not have.
    let without_hint = |error| LocateError {
        hint: None,
        ..error
    };
    let programs = programs.into_iter();
    programs.map(|one| one.map_err(without_hint)).collect()
}

fn no_source(name: &str) -> LocateError {
    LocateError::new(format!(
        "{name}: the element has no manifest: src is missing"
    ))
}

/// Returns a program that the user names directly. Without a folder, the program can only load its
/// own file.
///
/// # Errors
///
/// Fails if the folder cannot be opened.
pub fn program_alone(path: &Path, site: Option<&Path>) -> Result<Located, LocateError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let site = match site {
        Some(site) => open(site)?,
        None => Site::of_file(path).map_err(|error| cannot_open(path, &error))?,
    };
    Ok(Located {
        program: path.to_owned(),
        document: site.url_of(path),
        site: Some(site),
        attributes: minimal_attributes(&name),
        size: None,
        numbers: None,
    })
}

fn in_data_url(text: &str, site: Option<&Path>) -> Result<Located, LocateError> {
    let search = Search {
        site: site.map(open).transpose()?,
        document: Path::new(NO_DOCUMENT),
    };
    let base = parse_url(&format!("{ORIGIN}/{NO_DOCUMENT}"))?;
    let program = search.by_manifest(text, &base)?;
    let attributes = minimal_attributes(text);
    Ok(search.found(program, base.into(), attributes, None))
}

fn open(folder: &Path) -> Result<Site, LocateError> {
    Site::open(folder).map_err(|error| cannot_open(folder, &error))
}

fn cannot_open(folder: &Path, error: &std::io::Error) -> LocateError {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    LocateError::new(format!(
        "cannot open the folder {}: {error}",
        folder.display()
    ))
}

fn parse_url(text: &str) -> Result<Url, LocateError> {
    Url::parse(text).map_err(|error| LocateError::new(format!("the URL {text}: {error}")))
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, LocateError> {
    let cannot = |error| LocateError::new(format!("{}: {error}", path.display()));
    let file = std::fs::File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(cannot)?;
    Ok(bytes)
}

fn has_manifest_name(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".nmf")
}

/// Returns the attributes of an element if there is no page.
fn minimal_attributes(source: &str) -> Vec<(String, String)> {
    vec![
        ("src".into(), source.to_owned()),
        ("type".into(), html::MEDIA_TYPE.into()),
    ]
}

fn no_element(others: &[Element], name: &str, element: Option<&str>) -> LocateError {
    let ids = others
        .iter()
        .filter_map(|other: &Element| other.attribute("id"));
    let ids: Vec<&str> = ids.collect();
    match (element, others.is_empty()) {
        (Some(id), false) => {
            let error = LocateError::new(format!(
                "{name}: no element with a program has the id {id:?}"
            ));
            match ids.is_empty() {
                true => error,
                false => error.with_hint(format!("there is {}", ids.join(", "))),
            }
        }
        _ => LocateError::new(format!(
            "{name}: the page has no <embed> or <object> of the type {}",
            html::MEDIA_TYPE
        ))
        .with_hint(
            "if a script makes the element, name the manifest (.nmf) or the program instead",
        ),
    }
}

/// Resolves the URLs in a document within a site.
struct Search<'a> {
    site: Option<Site>,
    document: &'a Path,
}

impl Search<'_> {
    fn found(
        self,
        program: PathBuf,
        document: String,
        attributes: Vec<(String, String)>,
        size: Option<[i32; 2]>,
    ) -> Located {
        Located {
            program,
            document,
            site: self.site,
            attributes,
            size,
            numbers: None,
        }
    }

    /// Finds the program of the manifest at a URL.
    fn by_manifest(&self, url: &str, base: &Url) -> Result<PathBuf, LocateError> {
        if data_url::has_scheme(url) {
            let data = data_url::parse(url)
                .ok_or_else(|| LocateError::new("the data: URL of the manifest is malformed"))?;
            return self.program(&data.bytes, "the data: URL", &parse_url(url)?);
        }
        let (absolute, entry) = self.entry(url, base)?;
        let limit = manifest::MAX_SIZE as u64;
        let bytes = match self.site.as_ref().map(|site| site.read(&entry, limit)) {
            Some(Ok(bytes)) => bytes,
            Some(Err(Errno::EFBIG)) => {
                let error = manifest::ManifestError::TooLarge;
                return Err(LocateError::new(format!("{absolute}: {error}")));
            }
            _ => return Err(LocateError::new(format!("{absolute} cannot be read"))),
        };
        self.program(&bytes, absolute.as_str(), &absolute)
    }

    /// Finds the program that a manifest names.
    fn program(&self, text: &[u8], name: &str, base: &Url) -> Result<PathBuf, LocateError> {
        let manifest = Manifest::parse(text, MediaType::Pnacl).map_err(|error| {
            let message = LocateError::new(format!("{name}: {error}"));
            match error.hint() {
                Some(hint) => message.with_hint(hint),
                None => message,
            }
        })?;
        let (absolute, entry) = self.entry(&manifest.program, base)?;
        let path = self.site.as_ref().map(|site| site.host_path(&entry));
        path.and_then(Result::ok)
            .ok_or_else(|| LocateError::new(format!("{absolute} is not the name of a file")))
    }

    /// Finds the file at a URL. Also returns its absolute URL.
    fn entry(&self, url: &str, base: &Url) -> Result<(Url, Entry), LocateError> {
        let absolute = base.join(url).map_err(|_| {
            LocateError::new(format!(
                "could not resolve url '{url}' relative to manifest base url '{base}'."
            ))
            .with_hint("URLs in a manifest that is a data: URL must be absolute")
        })?;
        if !["http", "https"].contains(&absolute.scheme()) {
            return Err(LocateError::new(format!(
                "{absolute} is not in the web site: a page can load files only by http:, https: \
                 and relative URLs, found {}:",
                absolute.scheme()
            )));
        }
        let Some(site) = &self.site else {
            return Err(LocateError::new(format!(
                "{absolute} cannot be found: a data: URL has no folder that is its web site"
            ))
            .with_hint("name that folder by --urls FOLDER"));
        };
        let entry = site.find(&absolute).ok();
        match entry.filter(|entry| entry.status.is_regular()) {
            Some(entry) => Ok((absolute, entry)),
            None => Err(self.not_there(url, &absolute, site)),
        }
    }

    fn not_there(&self, url: &str, absolute: &Url, site: &Site) -> LocateError {
        let root = site.root().display();
        let error = LocateError::new(format!(
            "{url} leads to {}, and the folder {root} has no such file to serve",
            absolute.path()
        ));
        match site.contains(self.document) {
            true => error.with_hint("--urls FOLDER names the folder that is the web site"),
            false => error.with_hint(format!(
                "{} lies outside of that folder, so its relative URLs lead to the top of it",
                self.document.display()
            )),
        }
    }
}

#[cfg(test)]
mod tests;
