//! A page with its programs as one file of HTML, which opens from a disk: without a server, without
//! a network.
//!
//! * [`Bundle::page`], [`Bundle::manifest`], [`Bundle::program`]: what is bundled;
//! * `files`: the files of a site, each an element of the page;
//! * `html`: the page itself, with what its tags load put in its place;
//! * `css`: the same for style sheets.
//!
//! The elements are read by `web/src/page/bundle.ts`.
//!
//! The addresses in a page are hostile: files come from the folder of the site alone, by the rules
//! of [`pinnacle_page::site`], and all files together have a limit.

#![forbid(unsafe_code)]

mod css;
mod error;
mod files;
mod html;

pub use error::Error;

use files::Files;
use pinnacle_page::html::escaped;
use pinnacle_page::manifest;
use pinnacle_page::site::{ORIGIN, Site};
use std::path::Path;
use url::Url;

/// The script of pages and what it loads: the files of `web/dist`.
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
    /// Bytes of the files that may go into it, the script not counted.
    pub max_size: u64,
    /// Paths below the folder of the site, with `/`, that stay out: files, or folders with all
    /// that is in them.
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

/// A page that is one file.
#[derive(Debug)]
pub struct Bundle {
    /// The page.
    pub html: Vec<u8>,
    /// Files of the site that are in it.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Addresses of other sites that the page loads from, in the order of the text. They are not
    /// part of the bundle.
    pub elsewhere: Vec<String>,
}

impl Bundle {
    /// Makes a bundle of a page in a folder.
    ///
    /// # Errors
    ///
    /// If the page cannot be read or is in UTF-16; if the files are larger than the limit, or one
    /// cannot be read.
    pub fn page(
        site: &Site,
        page: &Path,
        script: &Script<'_>,
        options: &Options,
    ) -> Result<Bundle, Error> {
        let base = url_of(site, page)?;
        let text = std::fs::read(page).map_err(|error| Error::read(page, error))?;
        let files = Files::collect(site, &base, options, Some(page))?;
        make(&text, &base, files, script)
    }

    /// Makes a bundle of a manifest in a folder, with a page around it.
    ///
    /// # Errors
    ///
    /// As [`Bundle::page`].
    pub fn manifest(
        site: &Site,
        manifest: &Path,
        script: &Script<'_>,
        options: &Options,
    ) -> Result<Bundle, Error> {
        let base = url_of(site, manifest)?;
        let files = Files::collect(site, &base, options, None)?;
        let name = base.path().rsplit('/').next().unwrap_or_default();
        make(
            around(manifest, name, options).as_bytes(),
            &base,
            files,
            script,
        )
    }

    /// Makes a bundle of a program alone, by the name that its file is to have, with a page around
    /// it.
    ///
    /// # Errors
    ///
    /// If the program is larger than the limit.
    pub fn program(
        name: &str,
        content: &[u8],
        script: &Script<'_>,
        options: &Options,
    ) -> Result<Bundle, Error> {
        let file = Path::new(name);
        let cannot = |error: url::ParseError| Error::new(file, &error.to_string());
        let mut base = Url::parse(ORIGIN).map_err(cannot)?;
        base.set_path(&name.replace(['/', '\\', '%'], "_"));
        let mut files = Files::empty(&base, options);
        files.add_program(file, content)?;
        let url = base.path().trim_start_matches('/');
        let source = format!("{url}.nmf");
        files.add_made(&source, manifest::of_program(url).into_bytes());
        let page = around(file, &source, options);
        make(page.as_bytes(), &base, files, script)
    }
}

fn url_of(site: &Site, file: &Path) -> Result<Url, Error> {
    Url::parse(&site.url_of(file)).map_err(|error| Error::new(file, &error.to_string()))
}

fn make(page: &[u8], base: &Url, files: Files<'_>, script: &Script<'_>) -> Result<Bundle, Error> {
    let (count, bytes) = (files.count(), files.bytes());
    let rewritten = html::rewrite(page, base, files, script)?;
    Ok(Bundle {
        html: rewritten.html,
        files: count,
        bytes,
        elsewhere: rewritten.elsewhere,
    })
}

/// The page around what has none.
fn around(file: &Path, source: &str, options: &Options) -> String {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
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
