//! The list of an archive's pages: their titles, and whether they have programs.

use crate::{Moment, picture};
use pinnacle_page::title::title;

/// Maximum number of bytes that are read of a page, from its start.
pub(crate) const MAX_LOOK: usize = 4 << 20;

/// Maximum number of pages that are listed.
const MAX_PAGES: usize = 5_000;
/// Maximum length in bytes of the URL of a listed page.
const MAX_URL: usize = 2_048;

/// Words that occur in a page if its scripts create the element of a program.
const SIGNS: [&str; 3] = ["application/x-pnacl", "application/x-nacl", ".nmf"];

/// A captured page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The URL as it was captured.
    pub url: String,
    /// The time of the capture.
    pub moment: Moment,
    /// The title; empty if it has none.
    pub title: String,
    /// The number of programs that its text embeds.
    pub programs: usize,
    /// True if its text contains the name of a manifest or the type of programs, for example in a
    /// script that creates an element.
    pub names_program: bool,
    /// Its size in bytes.
    pub size: u64,
    /// The URL of a captured picture of the page: a screenshot by the crawler (`urn:`), or a
    /// picture that the page names, such as its icon.
    pub picture: Option<String>,
    /// The URLs of the pictures that the page names, until it is known which were captured.
    pub(crate) named: Vec<String>,
}

/// The pages that were found.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) pages: Vec<Page>,
    /// True if pages were left out.
    pub(crate) is_cut: bool,
}

impl Pages {
    /// Adds a page, given the beginning of its text.
    pub(crate) fn add(&mut self, url: &str, moment: Moment, text: &[u8], size: u64) {
        // Others are records of the crawler, such as `urn:text:`.
        let is_web = ["http:", "https:"].iter().any(|scheme| {
            let start = url.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        if url.len() > MAX_URL || !is_web {
            return;
        }
        let content = String::from_utf8_lossy(text);
        let programs = pinnacle_page::html::programs(&content).len();
        let names_program = programs > 0 || SIGNS.iter().any(|sign| content.contains(sign));
        if self.pages.len() == MAX_PAGES {
            self.is_cut = true;
            // A page with a program replaces one without.
            let other = self.pages.iter().position(|page| !page.names_program);
            match other.filter(|_| names_program) {
                Some(other) => self.pages.swap_remove(other),
                None => return,
            };
        }
        self.pages.push(Page {
            url: url.to_owned(),
            moment,
            title: title(text),
            programs,
            names_program,
            size,
            picture: None,
            named: picture::named(url, text),
        });
    }

    /// Puts the pages in order: those with programs first, then by address and time.
    pub(crate) fn sort(&mut self) {
        let order = |page: &Page| (!page.names_program, page.url.clone(), page.moment);
        self.pages.sort_by_cached_key(order);
    }
}
