//! The beginning of the pages of a catalogue.

use pinnacle_page::html::escaped;

/// The beginning of a page, `up` from the folder of the catalogue.
pub(super) fn head(title: &str, up: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"{up}page.css\">\n",
        escaped(title)
    )
}
