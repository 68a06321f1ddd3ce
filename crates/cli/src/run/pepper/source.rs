//! From a page or a manifest to the file of the program.
//!
//! URLs are followed as far as they lead to files: relative ones from the page or
//! manifest that has them, those with an absolute path and those of other hosts
//! from the folder that is the web site.

use crate::output::Failure;
use pinnacle_headless::data_url::{self, percent_decode};
use pinnacle_headless::html;
use pinnacle_headless::manifest::Manifest;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Where a program comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::run) struct Source {
    /// Its file.
    pub(super) program: PathBuf,
    /// The file of the page, or what stands for it.
    pub(super) document: PathBuf,
    /// The attributes of its element.
    pub(super) attributes: Vec<(String, String)>,
    /// The size of the element, if a page says it.
    pub(super) size: Option<[i32; 2]>,
}

impl Source {
    /// That of a program that is named itself.
    pub(super) fn of_program(path: &Path) -> Source {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Source {
            program: path.to_owned(),
            document: path.to_owned(),
            attributes: vec![
                ("src".into(), name.into_owned()),
                ("type".into(), html::MEDIA_TYPE.into()),
            ],
            size: None,
        }
    }

    /// The path of the document in the web site that a folder is.
    pub(super) fn address(&self, site: &Path) -> String {
        let whole = |path: &Path| path.canonicalize().ok();
        let inside = whole(&self.document)
            .zip(whole(site))
            .and_then(|(document, site)| Some(document.strip_prefix(site).ok()?.to_owned()));
        let name = || self.document.file_name().map(PathBuf::from);
        let path = inside.or_else(name).unwrap_or_default();
        let mut address = String::new();
        for part in &path {
            address.push('/');
            for letter in part.to_string_lossy().chars() {
                match letter {
                    '%' => address.push_str("%25"),
                    '?' => address.push_str("%3F"),
                    '#' => address.push_str("%23"),
                    _ => address.push(letter),
                }
            }
        }
        address
    }
}

/// Where relative URLs lead to.
struct Base<'a> {
    /// The folder of what has the URL; none for a `data:` URL.
    folder: Option<PathBuf>,
    /// The web site.
    site: &'a Path,
}

/// Follows a page or a manifest.
pub(super) fn find(
    name: &OsStr,
    element: Option<&str>,
    site: Option<&Path>,
) -> Result<Source, Failure> {
    let text = name.to_string_lossy();
    let path = Path::new(name);
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let current = PathBuf::new();
    let is_data = text
        .get(..5)
        .is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    if is_data {
        let site = site.unwrap_or(&current);
        let mut source = manifest_source(&text, &Base { folder: None, site })?;
        source.document = site.join("page.html");
        source.attributes = of_manifest(&text);
        return Ok(source);
    }
    let site = site.unwrap_or(&folder);
    let base = Base {
        folder: Some(folder.clone()),
        site,
    };
    let bytes = read(path)?;
    if text.to_ascii_lowercase().ends_with(".nmf") {
        let mut source = program(&bytes, &text, &base)?;
        source.document = path.to_owned();
        let file_name = path.file_name().unwrap_or_default();
        source.attributes = of_manifest(&file_name.to_string_lossy());
        return Ok(source);
    }
    let page = String::from_utf8_lossy(&bytes);
    let Some(found) = html::program(&page, element) else {
        return Err(no_element(&page, &text, element));
    };
    let Some(url) = found.source() else {
        return Err(no_source(&text));
    };
    let mut source = manifest_source(url, &base)?;
    source.document = path.to_owned();
    source.size = Some(found.size());
    source.attributes = found.attributes;
    Ok(source)
}

/// The files of all programs that a page or a manifest leads to, in the order of the page.
/// `content` is the file and whether it is a page; without it `name` is a `data:` URL with a
/// manifest.
pub(crate) fn programs_of(
    name: &OsStr,
    content: Option<(&[u8], bool)>,
) -> Vec<Result<PathBuf, Failure>> {
    let text = name.to_string_lossy();
    let folder = Path::new(name).parent().map(Path::to_owned);
    let folder = folder.unwrap_or_default();
    let base = Base {
        folder: Some(folder.clone()),
        site: &folder,
    };
    let sources = match content {
        None => {
            let base = Base {
                folder: None,
                site: Path::new(""),
            };
            vec![manifest_source(&text, &base)]
        }
        Some((manifest, false)) => vec![program(manifest, &text, &base)],
        Some((page, true)) => html::programs(&String::from_utf8_lossy(page))
            .iter()
            .map(|element| match element.source() {
                Some(url) => manifest_source(url, &base),
                None => Err(no_source(&text)),
            })
            .collect(),
    };
    let programs = sources.into_iter().map(|one| Ok(one?.program));
    programs.collect()
}

fn no_source(name: &str) -> Failure {
    Failure::new(format!(
        "{name}: the element has no manifest: src is missing"
    ))
}

fn no_element(page: &str, name: &str, element: Option<&str>) -> Failure {
    let others = html::programs(page);
    let ids: Vec<&str> = others
        .iter()
        .filter_map(|one| one.attribute("id"))
        .collect();
    match (element, others.is_empty()) {
        (Some(id), false) => {
            let failure = Failure::new(format!(
                "{name}: no element with a program has the id {id:?}"
            ));
            match ids.is_empty() {
                true => failure,
                false => failure.hint(format!("there is {}", ids.join(", "))),
            }
        }
        _ => Failure::new(format!(
            "{name}: the page has no <embed> or <object> of the type {}",
            html::MEDIA_TYPE
        ))
        .hint("if a script makes the element, name the manifest (.nmf) or the program instead"),
    }
}

fn of_manifest(url: &str) -> Vec<(String, String)> {
    vec![
        ("src".into(), url.to_owned()),
        ("type".into(), html::MEDIA_TYPE.into()),
    ]
}

/// Follows the URL of a manifest.
fn manifest_source(url: &str, base: &Base<'_>) -> Result<Source, Failure> {
    if let Some(data) = data_url::parse(url) {
        let base = Base {
            folder: None,
            site: base.site,
        };
        return program(&data.bytes, "the data: URL", &base);
    }
    let path = file_of(url, base)?;
    let base = Base {
        folder: path.parent().map(Path::to_owned),
        site: base.site,
    };
    program(&read(&path)?, &path.display().to_string(), &base)
}

/// The program that a manifest names.
fn program(manifest: &[u8], name: &str, base: &Base<'_>) -> Result<Source, Failure> {
    let manifest =
        Manifest::parse(manifest).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    let program = file_of(&manifest.program, base)
        .map_err(|failure| failure.hint("--urls FOLDER says where the files of the site are"))?;
    Ok(Source {
        program,
        ..Source::default()
    })
}

/// The file that a URL leads to.
fn file_of(url: &str, base: &Base<'_>) -> Result<PathBuf, Failure> {
    let part = url.split(['?', '#']).next().unwrap_or_default();
    let scheme_end = part.find("://");
    let (folder, part) = match (
        scheme_end,
        part.strip_prefix("//").or(part.strip_prefix('/')),
    ) {
        (Some(at), _) => {
            let rest = &part[at + 3..];
            let path = rest.split_once('/').map_or("", |(_, path)| path);
            match part[..at].eq_ignore_ascii_case("file") {
                true => (Path::new("/"), path),
                false => (base.site, path),
            }
        }
        (None, Some(path)) => (base.site, path),
        (None, None) => match &base.folder {
            Some(folder) => (folder.as_path(), part),
            // A manifest without a place of its own: the page's.
            None => (base.site, part),
        },
    };
    let path = String::from_utf8(percent_decode(part))
        .map_err(|_| Failure::new(format!("the URL {url} is no name of a file")))?;
    let file = folder.join(path.trim_start_matches('/'));
    match file.is_file() {
        true => Ok(file),
        false => Err(Failure::new(format!(
            "{url} would be {}, which is not there",
            file.display()
        ))),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let manifest = |url: &str| {
            format!(
                "{{\"program\":{{\"portable\":{{\"pnacl-translate\":{{\"url\":\"{url}\"}}}}}}}}"
            )
        };
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("a b.pexe", "");
        write("sub/c.pexe", "");
        write("relative.nmf", &manifest("sub/../a%20b.pexe?x"));
        write("sub/absolute.nmf", &manifest("/a%20b.pexe"));
        write("absent.nmf", &manifest("none.pexe"));
        write(
            "page.html",
            "<embed id=one type=application/x-pnacl src=sub/absolute.nmf width=10 own=1>\
             <embed id=two type=application/x-pnacl src=relative.nmf>",
        );
        write("empty.html", "<p>");
        folder
    }

    fn found(site: &Path, name: &str, element: Option<&str>) -> Result<Source, String> {
        let file = match name.starts_with("data:") {
            true => name.into(),
            false => site.join(name).into_os_string(),
        };
        find(&file, element, Some(site)).map_err(|failure| match failure {
            Failure::Told(told) => told.message,
            Failure::BrokenPipe => String::new(),
        })
    }

    #[test]
    fn pages_and_manifests_lead_to_programs() {
        let site = site();
        let data = "data:;,%7B%22program%22:%7B%22portable%22:%7B%22pnacl-translate%22:\
                    %7B%22url%22:%22http://host/a%2520b.pexe%22%7D%7D%7D%7D";
        for name in ["relative.nmf", "sub/absolute.nmf", "page.html", data] {
            let source = found(site.path(), name, None).unwrap_or_else(|e| panic!("{name}: {e}"));
            let program = source.program.canonicalize().unwrap();
            assert_eq!(program.file_name().unwrap(), "a b.pexe", "{name}");
        }
        let page = found(site.path(), "page.html", None).unwrap();
        assert_eq!(page.size, Some([10, 150]));
        assert_eq!(page.attributes[4], ("own".into(), "1".into()));
        let second = found(site.path(), "page.html", Some("two")).unwrap();
        assert_eq!(second.attributes[2].1, "relative.nmf");
    }

    #[test]
    fn a_document_has_its_place_in_the_site() {
        let site = site();
        let page = found(site.path(), "page.html", None).unwrap();
        assert_eq!(page.address(site.path()), "/page.html");
        assert_eq!(page.address(&site.path().join("sub")), "/page.html");
        let program = Source::of_program(&site.path().join("sub/c.pexe"));
        assert_eq!(program.address(site.path()), "/sub/c.pexe");
    }

    #[test]
    fn what_leads_nowhere_is_told() {
        let site = site();
        for (name, element, words) in [
            ("none.nmf", None, "No such file"),
            ("absent.nmf", None, "none.pexe would be"),
            ("empty.html", None, "has no <embed> or <object>"),
            ("page.html", Some("three"), "has the id \"three\""),
            ("data:,x", None, "not JSON"),
        ] {
            let error = found(site.path(), name, element).unwrap_err();
            assert!(error.contains(words), "{name}: {error}");
        }
    }
}
