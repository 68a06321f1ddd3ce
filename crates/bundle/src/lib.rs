//! Makes one file of a page and its programs: an HTML page that opens from disk without a server or
//! a network, or a web archive for replay tools.
//!
//! * [`Collected`]: a page, a manifest or a program with the files of its site;
//! * `files`: these files, each an element of the page;
//! * `html`: the page itself, with the files that its tags load embedded;
//! * `css`: the same for style sheets;
//! * `wacz`, `warc`: the web archive, and the records in it.
//!
//! `web/src/page/bundle.ts` reads the elements.
//!
//! The addresses in a page are untrusted: files come only from the folder of the site, by the rules
//! of [`pinnacle_page::site`], and their total size is limited.

#![forbid(unsafe_code)]

mod css;
mod error;
mod files;
mod html;
mod wacz;
mod warc;

pub use error::Error;
pub use wacz::{Archive, Captured};

use files::Files;
use pinnacle_page::html::escaped;
use pinnacle_page::manifest;
use pinnacle_page::site::{ORIGIN, Site};
use pinnacle_page::title::title;
use std::fmt;
use std::path::Path;
use url::Url;

/// The script of pages and the files that it loads, from `web/dist`.
#[derive(Clone, Copy, Debug)]
pub struct Script<'s> {
    /// `pinnacle.js`.
    pub script: &'s [u8],
    /// `pinnacle-worker.js`.
    pub worker: &'s [u8],
    /// `pinnacle.wasm`.
    pub core: &'s [u8],
}

/// Choices for a bundle.
#[derive(Clone, Debug)]
pub struct Options {
    /// Maximum total size in bytes of its files, without the script.
    pub max_size: u64,
    /// Paths below the folder of the site, separated by `/`, that are left out: files, or folders
    /// with their contents.
    pub left_out: Vec<String>,
    /// Width and height in CSS pixels of a program that has no page.
    pub size: [u32; 2],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_size: 256 << 20,
            left_out: Vec::new(),
            size: [640, 480],
        }
    }
}

/// A page in one file.
#[derive(Debug)]
pub struct Bundle {
    /// The page.
    pub html: Vec<u8>,
    /// Number of the site's files in it.
    pub files: usize,
    /// The size of these files in bytes.
    pub bytes: u64,
    /// Addresses of other sites that the page loads from, in the order of the text. They are not
    /// part of the bundle.
    pub elsewhere: Vec<String>,
}

/// A page with the files of its site.
pub struct Collected<'o> {
    page: Vec<u8>,
    title: String,
    /// The address of the page, or of the file around which a page is made, on the host of a
    /// [`Site`].
    base: Url,
    files: Files<'o>,
}

impl fmt::Debug for Collected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Collected({}, {} files)", self.base, self.files.count())
    }
}

impl<'o> Collected<'o> {
    /// Collects a page in a folder.
    ///
    /// # Errors
    ///
    /// Fails if the page or another file cannot be read, or if the files are larger than the limit.
    pub fn page(site: &Site, page: &Path, options: &'o Options) -> Result<Collected<'o>, Error> {
        let base = url_of(site, page)?;
        let text = std::fs::read(page).map_err(|error| Error::read(page, error))?;
        Ok(Collected {
            title: title(&text),
            page: text,
            files: Files::collect(site, &base, options, Some(page))?,
            base,
        })
    }

    /// Collects a manifest in a folder, with a page around it.
    ///
    /// # Errors
    ///
    /// Fails as [`Collected::page`] does.
    pub fn manifest(
        site: &Site,
        manifest: &Path,
        options: &'o Options,
    ) -> Result<Collected<'o>, Error> {
        let base = url_of(site, manifest)?;
        let files = Files::collect(site, &base, options, None)?;
        let name = base.path().rsplit('/').next().unwrap_or_default();
        Ok(Collected {
            title: stem(manifest),
            page: around(manifest, name, options).into_bytes(),
            files,
            base,
        })
    }

    /// Collects a single program, with a page around it. `name` is its file name.
    ///
    /// # Errors
    ///
    /// Fails if the program is larger than the limit.
    pub fn program(
        name: &str,
        content: &[u8],
        options: &'o Options,
    ) -> Result<Collected<'o>, Error> {
        let file = Path::new(name);
        let cannot = |error: url::ParseError| Error::new(file, &error.to_string());
        let mut base = Url::parse(ORIGIN).map_err(cannot)?;
        base.set_path(&name.replace(['/', '\\', '%'], "_"));
        let mut files = Files::empty(&base, options);
        files.add_program(file, content)?;
        let url = base.path().trim_start_matches('/');
        let source = format!("{url}.nmf");
        files.add_made(&source, manifest::of_program(url).into_bytes());
        Ok(Collected {
            title: stem(file),
            page: around(file, &source, options).into_bytes(),
            files,
            base,
        })
    }

    /// Makes one HTML page.
    ///
    /// # Errors
    ///
    /// Fails if the page is in UTF-16.
    pub fn html(self, script: &Script<'_>) -> Result<Bundle, Error> {
        let (count, bytes) = (self.files.count(), self.files.bytes());
        let rewritten = html::rewrite(&self.page, &self.base, self.files, script)?;
        Ok(Bundle {
            html: rewritten.html,
            files: count,
            bytes,
            elsewhere: rewritten.elsewhere,
        })
    }

    /// Makes a web archive in the format WACZ. The page and the files are stored unchanged.
    ///
    /// # Errors
    ///
    /// Fails if the name of a file cannot be made part of an address.
    pub fn wacz(self, captured: &Captured) -> Result<Archive, Error> {
        wacz::make(self, captured)
    }
}

fn url_of(site: &Site, file: &Path) -> Result<Url, Error> {
    Url::parse(&site.url_of(file)).map_err(|error| Error::new(file, &error.to_string()))
}

/// Returns the name of a file without its extension.
fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Returns a page around a program or a manifest.
fn around(file: &Path, source: &str, options: &Options) -> String {
    let name = stem(file);
    let [width, height] = options.size;
    format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n\
         <style>\n\
         html {{ height: 100%; background: #1b1d21; color: #d5d8de; font: 1rem system-ui, sans-serif; }}\n\
         body {{ min-height: 100%; margin: 0; display: grid; place-items: center; }}\n\
         embed {{ max-width: 100%; }}\n\
         </style>\n\
         </head>\n\
         <body>\n\
         <embed type=\"application/x-pnacl\" src=\"{}\" width=\"{width}\" height=\"{height}\">\n\
         </body>\n\
         </html>\n",
        escaped(&name),
        escaped(source),
    )
}
