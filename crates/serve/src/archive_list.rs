//! The first page of a web archive: the pages that were captured.

use crate::pages::{STYLE_NAME, warning};
use pinnacle_page::html::escaped;
use pinnacle_replay::{Index, Page};
use std::fmt::Write as _;

/// The list of pages, those with programs first.
pub(crate) fn page(index: &Index, has_script: bool) -> String {
    let mut text = format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Web archive</title>\n\
         <link rel=\"stylesheet\" href=\"/.pinnacle/{STYLE_NAME}\">\n\
         <header><h1>Web archive</h1><p>{}</p></header>\n\
         <main>\n\
         {}",
        counts(index),
        warning(has_script)
    );
    let (programs, others): (Vec<&Page>, Vec<&Page>) =
        index.pages().iter().partition(|page| page.names_program);
    table(&mut text, "Pages with programs", &programs);
    table(&mut text, "Other pages", &others);
    if index.pages().is_empty() {
        text += "<p>No page was captured.</p>\n";
    }
    if index.has_more_pages() {
        text += "<p>There are more pages than this.</p>\n";
    }
    text += "</main>\n";
    text
}

fn counts(index: &Index) -> String {
    let mut text = format!("{} captures", index.len());
    let (_, refused) = index.refused();
    if refused > 0 {
        let _ = write!(text, ", {refused} more cannot be read");
    }
    if index.damage().is_some() {
        text += ", and the archive is damaged after these";
    }
    text
}

fn table(text: &mut String, heading: &str, pages: &[&Page]) {
    if pages.is_empty() {
        return;
    }
    let has_pictures = pages.iter().any(|page| page.picture.is_some());
    let _ = writeln!(text, "<h2>{heading}</h2>\n<table>");
    for page in pages {
        *text += "<tr>";
        if has_pictures {
            picture(text, page);
        }
        row(text, page);
    }
    *text += "</table>\n";
}

/// The cell of a page's picture. The browser loads it when the row comes into view.
fn picture(text: &mut String, page: &Page) {
    *text += "<td class=\"picture\">";
    if let Some(picture) = &page.picture {
        let (moment, picture) = (page.moment, escaped(picture));
        let _ = write!(
            text,
            "<img src=\"/{moment}/{picture}\" alt=\"\" loading=\"lazy\">"
        );
    }
}

fn row(text: &mut String, page: &Page) {
    let title = match page.title.is_empty() {
        true => &page.url,
        false => &page.title,
    };
    let programs = match (page.programs, page.names_program) {
        (0, false) => "page".to_owned(),
        (0, true) => "page whose script names a program".to_owned(),
        (1, _) => "page with a program".to_owned(),
        (more, _) => format!("page with {more} programs"),
    };
    let (title, url) = (escaped(title), escaped(&page.url));
    let (moment, size) = (page.moment, page.size.div_ceil(1024));
    let digits = moment.to_string();
    let date = format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..8]);
    let _ = writeln!(
        text,
        "<td><a href=\"/{moment}/{url}\">{title}</a><br><small>{url}</small>\
         <td>{date}<td>{programs}<td>{size} KiB"
    );
}
