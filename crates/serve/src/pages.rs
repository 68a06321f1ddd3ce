//! Generates pages: the listing of a folder, and the page around a program.

use crate::find::{Finds, Found, Kind, split};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use pinnacle_page::html::escaped;
use pinnacle_page::manifest;
use std::fmt::Write;

/// The URL of the script that runs programs.
pub(crate) const SCRIPT_URL: &str = "/.pinnacle/pinnacle.js";

/// The style of both pages, and the script of the page around a program. `npm run pages` builds
/// them from `web/pages/serve`.
pub(crate) const STYLE_NAME: &str = "page.css";
pub(crate) const STYLE: &str = include_str!("pages/generated/page.css");
pub(crate) const SCRIPT_NAME: &str = "around.js";
pub(crate) const SCRIPT: &str = include_str!("pages/generated/around.js");

/// The script that is inserted into pages of a web archive.
pub(crate) const REPLAY_SCRIPT_NAME: &str = "replay.js";
pub(crate) const REPLAY_SCRIPT: &str = include_str!("pages/generated/replay.js");

/// The beginning of the URLs of pictures.
pub(crate) const PICTURE_URL: &str = "/.pinnacle/picture/";

/// The optional features of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// True if programs can run in its pages.
    pub(crate) programs: bool,
    /// True if it shows pictures of programs.
    pub(crate) pictures: bool,
}

/// Characters that are not escaped in a path.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Escapes a path for a URL.
pub(crate) fn escaped_path(path: &str) -> String {
    utf8_percent_encode(path, PLAIN).to_string()
}

/// Returns the URL of the page around a program or a manifest.
pub(crate) fn open_url(path: &str) -> String {
    format!("/.pinnacle/open/{}", escaped_path(path))
}

/// Returns the URL of the page of a recording.
fn recording_url(path: &str) -> String {
    format!("/.pinnacle/recording/{}", escaped_path(path))
}

/// Returns a manifest that names a program.
pub(crate) fn manifest(path: &str) -> String {
    manifest::of_program(&format!("/{}", escaped_path(path)))
}

/// Returns the page that embeds a program or a manifest.
pub(crate) fn around(path: &str, [width, height]: [u32; 2], has_script: bool) -> String {
    let (folder, name) = split(path);
    let source = match name.to_ascii_lowercase().ends_with(".nmf") {
        true => format!("/{}", escaped_path(path)),
        false => format!("/.pinnacle/manifest/{}", escaped_path(path)),
    };
    let (base, title) = (escaped_path(folder), escaped(name));
    let script = match has_script {
        true => format!("<script src=\"{SCRIPT_URL}\"></script>\n"),
        false => String::new(),
    };
    format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <base href=\"/{base}\">\n\
         <title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/.pinnacle/{STYLE_NAME}\">\n\
         <script src=\"/.pinnacle/{SCRIPT_NAME}\"></script>\n\
         {script}\
         <header><h1>{title}</h1><p id=\"status\">starting</p></header>\n\
         <main>\n\
         {}\
         <div id=\"frame\"><embed id=\"program\" type=\"application/x-pnacl\" src=\"{source}\" \
         width=\"{width}\" height=\"{height}\"></div>\n\
         <section><h2>Messages</h2>\n\
         <ol id=\"messages\"></ol>\n\
         <form id=\"post\"><input id=\"text\" placeholder=\"JSON, or a text\" aria-label=\"message\">\
         <button>Post</button></form></section>\n\
         <section><h2>Console</h2><ol id=\"console\"></ol></section>\n\
         </main>\n",
        warning(has_script)
    )
}

/// Returns the page with the listing of a folder. `path` is empty or ends with `/`.
pub(crate) fn listing(path: &str, finds: &Finds, features: Features) -> String {
    let title = escaped(&format!("/{path}"));
    let mut page = format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/.pinnacle/{STYLE_NAME}\">\n\
         <header><h1>{title}</h1></header>\n<main>\n{}",
        warning(features.programs)
    );
    let mut last = None;
    for found in &finds.files {
        let (folder, name) = split(&found.path);
        if last != Some(folder) {
            if last.is_some() {
                page += "</table>\n";
            }
            if folder != path {
                let _ = writeln!(page, "<h2>{}</h2>", escaped(folder));
            }
            page += "<table>\n";
            last = Some(folder);
        }
        row(&mut page, found, name, features.pictures);
    }
    page += match (last, finds.is_cut) {
        (None, _) => "<p>There are no pages and no programs here.</p>\n",
        (Some(_), false) => "</table>\n",
        (Some(_), true) => "</table>\n<p>There are more files, which are not listed.</p>\n",
    };
    page += "</main>\n";
    page
}

fn row(page: &mut String, found: &Found, name: &str, has_pictures: bool) {
    let (url, what) = match &found.kind {
        Kind::Page { elements } => {
            let what = match elements {
                0 => "page".to_owned(),
                1 => "page with a program".to_owned(),
                more => format!("page with {more} programs"),
            };
            (format!("/{}", escaped_path(&found.path)), what)
        }
        Kind::Manifest(Ok(program)) => (open_url(&found.path), format!("manifest of {program}")),
        Kind::Manifest(Err(error)) => (open_url(&found.path), error.clone()),
        Kind::Program => (open_url(&found.path), "program".to_owned()),
        Kind::Recording => (recording_url(&found.path), "recording".to_owned()),
    };
    let (name, what, size) = (escaped(name), escaped(&what), found.size.div_ceil(1024));
    *page += "<tr>";
    if has_pictures {
        let picture = format!("{PICTURE_URL}{}", escaped_path(&found.path));
        picture_cell(page, shows_program(&found.kind).then_some(picture.as_str()));
    }
    let _ = writeln!(
        page,
        "<td><a href=\"{url}\">{name}</a><td>{what}<td>{size} KiB"
    );
}

/// Returns true for a file whose program can be run to make a picture.
fn shows_program(kind: &Kind) -> bool {
    match kind {
        Kind::Page { elements } => *elements > 0,
        Kind::Manifest(program) => program.is_ok(),
        Kind::Program => true,
        Kind::Recording => false,
    }
}

/// Appends a table cell with a picture. The browser loads the picture when the row becomes visible.
pub(crate) fn picture_cell(text: &mut String, url: Option<&str>) {
    *text += "<td class=\"picture\">";
    if let Some(url) = url {
        let url = escaped(url);
        let _ = write!(text, "<img src=\"{url}\" alt=\"\" loading=\"lazy\">");
    }
}

/// Returns an SVG picture with the reason why a program has no picture.
pub(crate) fn no_picture(reason: &str) -> String {
    let reason = escaped(reason);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 128 80\">\
         <title>{reason}</title>\
         <rect x=\"0.5\" y=\"0.5\" width=\"127\" height=\"79\" fill=\"none\" stroke=\"#8888\"/>\
         <text x=\"64\" y=\"44\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"12\" \
         fill=\"#808080\">no picture</text></svg>\n"
    )
}

/// Returns the message on a page where programs cannot run; empty if they can.
pub(crate) fn warning(has_script: bool) -> &'static str {
    match has_script {
        true => "",
        false => {
            "<p class=\"warning\">Programs do not run here: this build of pinnacle has no pinnacle.js in it. \
             Run <code>cargo xtask page</code>, then build it again.</p>\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_text_and_nothing_else() {
        let name = "a&b/<script>\"x\"?#%.pexe";
        let page = around(name, [1, 2], true);
        assert!(page.contains("<title>&lt;script&gt;&quot;x&quot;?#%.pexe</title>"));
        assert!(
            page.contains("src=\"/.pinnacle/manifest/a%26b/%3Cscript%3E%22x%22%3F%23%25.pexe\"")
        );
        assert!(page.contains("<base href=\"/a%26b/\">"));
        assert!(manifest(name).contains("\"/a%26b/%3Cscript%3E%22x%22%3F%23%25.pexe\""));
        let files = vec![Found {
            path: name.to_owned(),
            kind: Kind::Program,
            size: 1,
        }];
        let is_cut = false;
        let features = Features {
            programs: true,
            pictures: true,
        };
        let page = listing("", &Finds { files, is_cut }, features);
        assert!(page.contains("<h2>a&amp;b/</h2>"));
        assert!(!page.contains("<script>"));
    }
}
