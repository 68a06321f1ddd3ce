//! The files of a site, and the elements of the page that hold them.

use crate::{Error, Options};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use pinnacle_page::html::escaped;
use pinnacle_page::site::Site;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use url::Url;

/// The type of the elements. `web/src/page/bundle.ts` finds them by it.
pub(crate) const KIND: &str = "application/x-pinnacle-file";

/// Files by path in the site. Paths begin with `/` and are escaped as in a URL.
pub(crate) struct Files<'o> {
    contents: BTreeMap<String, Vec<u8>>,
    bytes: u64,
    /// Number of generated files.
    made: usize,
    base: Url,
    options: &'o Options,
}

impl<'o> Files<'o> {
    /// Makes a collection without files. `base` is the address of the page.
    pub(crate) fn empty(base: &Url, options: &'o Options) -> Files<'o> {
        Files {
            contents: BTreeMap::new(),
            bytes: 0,
            made: 0,
            base: base.clone(),
            options,
        }
    }

    /// Collects all files of a site that a server would serve, except for the page itself, if there
    /// is one. Other addresses are relative to `base`.
    ///
    /// # Errors
    ///
    /// Fails if the files are larger than the limit, or if one cannot be read.
    pub(crate) fn collect(
        site: &Site,
        base: &Url,
        options: &'o Options,
        page: Option<&Path>,
    ) -> Result<Files<'o>, Error> {
        let page = page.and_then(|page| page.canonicalize().ok());
        let mut files = Files::empty(base, options);
        let mut folders = vec![site.root().to_owned()];
        while let Some(folder) = folders.pop() {
            for (path, is_folder) in entries(&folder)? {
                if files.is_left_out(site, &path) || page.as_ref() == Some(&path) {
                    continue;
                }
                match is_folder {
                    true => folders.push(path),
                    false => files.add(site, &path)?,
                }
            }
        }
        Ok(files)
    }

    fn is_left_out(&self, site: &Site, path: &Path) -> bool {
        let below = path.strip_prefix(site.root()).unwrap_or(path);
        let mut left_out = self.options.left_out.iter();
        left_out.any(|given| below == Path::new(given.trim_matches('/')))
    }

    /// Adds a program at the base address.
    pub(crate) fn add_program(&mut self, name: &Path, content: &[u8]) -> Result<(), Error> {
        let size = content.len() as u64;
        if size > self.options.max_size {
            let limit = self.options.max_size;
            let message = format!("it has {size} bytes, more than the limit of {limit}");
            return Err(Error::new(name, &message).hint("raise the limit with --max-size"));
        }
        self.bytes += size;
        let path = self.base.path().to_owned();
        self.contents.insert(path, content.to_vec());
        Ok(())
    }

    /// Adds a generated file to the top folder. [`Files::count`] and [`Files::bytes`] leave it out.
    pub(crate) fn add_made(&mut self, name: &str, content: Vec<u8>) {
        self.contents.insert(format!("/{name}"), content);
        self.made += 1;
    }

    fn add(&mut self, site: &Site, path: &Path) -> Result<(), Error> {
        let url = Url::parse(&site.url_of(path)).map_err(|error| Error::read(path, error))?;
        // A name that begins with a dot, or a link out of the folder, is skipped.
        let Ok(entry) = site.find(&url) else {
            return Ok(());
        };
        let rest = self.options.max_size.saturating_sub(self.bytes);
        if entry.status.size > rest {
            return Err(too_large(site.root(), path, self.options.max_size));
        }
        let content = site
            .read(&entry, rest)
            .map_err(|error| Error::read(path, error))?;
        self.bytes += content.len() as u64;
        self.contents.insert(url.path().to_owned(), content);
        Ok(())
    }

    /// Returns the number of files of the site.
    pub(crate) fn count(&self) -> usize {
        self.contents.len() - self.made
    }

    /// Returns the size of the files of the site in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the file at a URL of the site, with the content type for its name.
    pub(crate) fn at(&self, url: &Url) -> Option<(&[u8], String)> {
        if url.origin() != self.base.origin() {
            return None;
        }
        let content = self.contents.get(url.path())?;
        Some((content, media_type(url.path())))
    }

    /// Returns true if there is a file at a path that begins with `/`.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.contents.contains_key(path)
    }

    /// Returns the path, the content and the content type of each file.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &[u8], String)> {
        let contents = self.contents.iter();
        contents.map(|(path, content)| (path.as_str(), content.as_slice(), media_type(path)))
    }

    /// Writes an element for each file.
    ///
    /// # Errors
    ///
    /// Fails only if memory runs out.
    pub(crate) fn write_elements(&self, out: &mut String) -> io::Result<()> {
        for (path, content) in &self.contents {
            let folder = self.base.join(".").ok();
            let relative = folder.and_then(|folder| folder.make_relative(&folder.join(path).ok()?));
            let relative = relative.unwrap_or_default();
            let attributes = format!(
                " data-url=\"{}\" data-path=\"{}\"",
                escaped(&relative),
                escaped(path)
            );
            if is_program(path) {
                let packing = format!("{attributes} data-packing=\"gzip\"");
                write_element(out, &packing, &packed(content)?);
            } else {
                let kind = escaped(&media_type(path));
                let kind = format!("{attributes} data-media-type=\"{kind}\"");
                write_element(out, &kind, content);
            }
        }
        Ok(())
    }
}

/// Writes an element with these attributes that holds these bytes in base64.
pub(crate) fn write_element(out: &mut String, attributes: &str, content: &[u8]) {
    out.push_str("<script type=\"");
    out.push_str(KIND);
    out.push('"');
    out.push_str(attributes);
    out.push('>');
    BASE64.encode_string(content, out);
    out.push_str("</script>\n");
}

/// Returns bytes as a `data:` URL.
pub(crate) fn data_url(content: &[u8], media_type: &str) -> String {
    let mut url = format!("data:{media_type};base64,");
    BASE64.encode_string(content, &mut url);
    url
}

/// Compresses bytes with gzip.
pub(crate) fn packed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

/// Returns true for a program. Only programs are compressed: they are the largest files that are
/// not compressed already, and scripts of pages do not read them.
fn is_program(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    [".pexe", ".bc"].iter().any(|ending| path.ends_with(ending))
}

fn media_type(path: &str) -> String {
    mime_guess::from_path(path)
        .first_or_octet_stream()
        .to_string()
}

/// Returns the files and folders of a folder, sorted by name. Links to folders are not followed.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, bool)>, Error> {
    let cannot = |error| Error::read(folder, error);
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let is_folder = entry.file_type().map_err(cannot)?.is_dir();
        if is_folder || entry.path().is_file() {
            found.push((entry.path(), is_folder));
        }
    }
    found.sort();
    Ok(found)
}

fn too_large(root: &Path, file: &Path, limit: u64) -> Error {
    let below = file.strip_prefix(root).unwrap_or(file);
    let message = format!(
        "with {}, its files exceed the limit of {limit} bytes",
        below.display()
    );
    Error::new(root, &message).hint(
        "leave out files that the page does not need with --exclude, or raise the limit \
        with --max-size",
    )
}
