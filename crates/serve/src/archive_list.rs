//! Generates the start page of a web archive: a list of the captured pages.

use crate::pages::{Features, PICTURE_URL, STYLE_NAME, picture_cell, warning};
use pinnacle_page::html::escaped;
use pinnacle_replay::{Index, Page};
use std::fmt::Write as _;

/// Returns the page with the list. Pages with programs come first.
pub(crate) fn page(index: &Index, features: Features) -> String {
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
        warning(features.programs)
    );
    let (programs, others): (Vec<&Page>, Vec<&Page>) =
        index.pages().iter().partition(|page| page.names_program);
    table(&mut text, "Pages with programs", &programs, features);
    table(&mut text, "Other pages", &others, features);
    if index.pages().is_empty() {
        text += "<p>No page was captured.</p>\n";
    }
    if index.has_more_pages() {
        text += "<p>There are more pages, which are not listed.</p>\n";
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

fn table(text: &mut String, heading: &str, pages: &[&Page], features: Features) {
    if pages.is_empty() {
        return;
    }
    let pictures: Vec<Option<String>> = pages
        .iter()
        .map(|page| picture_url(page, features))
        .collect();
    let has_pictures = pictures.iter().any(Option::is_some);
    let _ = writeln!(text, "<h2>{heading}</h2>\n<table>");
    for (page, picture) in pages.iter().zip(&pictures) {
        *text += "<tr>";
        if has_pictures {
            picture_cell(text, picture.as_deref());
        }
        row(text, page);
    }
    *text += "</table>\n";
}

/// Returns the URL of a page's picture: the one in the archive, or else one made from its program.
fn picture_url(page: &Page, features: Features) -> Option<String> {
    let moment = page.moment;
    match &page.picture {
        Some(picture) => Some(format!("/{moment}/{picture}")),
        None if features.pictures && page.programs > 0 => {
            Some(format!("{PICTURE_URL}{moment}/{}", page.url))
        }
        None => None,
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
