//! The start of the HTML pages of a catalogue.

use pinnacle_page::html::escaped;

/// Returns the start of a page. `up` is the relative path of the catalogue's folder.
pub(super) fn head(title: &str, up: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"{up}page.css\">\n",
        escaped(title)
    )
}
