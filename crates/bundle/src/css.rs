//! Style sheets: what they load is put in its place.

use crate::files::{self, Files};
use cssparser::{Parser, ParserInput, Token};
use std::ops::Range;
use url::Url;

/// Style sheets in style sheets, one in the other.
const MAX_DEPTH: usize = 8;

/// Blocks in blocks; what lies deeper is left as it is.
const MAX_BLOCKS: usize = 32;

/// Writes `data:` URLs over the addresses of files in a style sheet, whose own address is `base`.
/// Addresses that lead nowhere stay; those of other sites are noted.
pub(crate) fn rewrite(
    text: &str,
    base: &Url,
    files: &Files<'_>,
    elsewhere: &mut Vec<String>,
) -> String {
    rewrite_to_depth(text, base, files, elsewhere, 0)
}

fn rewrite_to_depth(
    text: &str,
    base: &Url,
    files: &Files<'_>,
    elsewhere: &mut Vec<String>,
    depth: usize,
) -> String {
    let mut input = ParserInput::new(text);
    let mut found = Vec::new();
    find(&mut Parser::new(&mut input), &mut found, MAX_BLOCKS);
    let mut written = String::with_capacity(text.len());
    let mut end = 0;
    for Address { place, url } in found {
        let Ok(url) = base.join(&url) else { continue };
        let Some((content, media_type)) = files.at(&url) else {
            crate::html::note(&url, base, elsewhere);
            continue;
        };
        let data = match media_type == "text/css" && depth < MAX_DEPTH {
            true => {
                let inner = String::from_utf8_lossy(content);
                let inner = rewrite_to_depth(&inner, &url, files, elsewhere, depth + 1);
                files::data_url(inner.as_bytes(), "text/css;charset=utf-8")
            }
            false => files::data_url(content, &media_type),
        };
        written.push_str(&text[end..place.start]);
        written.push_str("url(\"");
        written.push_str(&data);
        written.push_str("\")");
        end = place.end;
    }
    written.push_str(&text[end..]);
    written
}

/// An address in a style sheet.
struct Address {
    /// The bytes of the token, or of the function, that has it.
    place: Range<usize>,
    url: String,
}

/// Finds `url(...)`, and the strings of `@import`.
fn find(parser: &mut Parser<'_, '_>, found: &mut Vec<Address>, depth: usize) {
    let mut imports = false;
    loop {
        let start = parser.position().byte_index();
        let Ok(token) = parser.next_including_whitespace_and_comments() else {
            return;
        };
        let was_import = imports;
        imports = false;
        match token.clone() {
            Token::AtKeyword(name) => imports = name.eq_ignore_ascii_case("import"),
            Token::WhiteSpace(_) | Token::Comment(_) => imports = was_import,
            Token::UnquotedUrl(url) => found.push(Address {
                place: start..parser.position().byte_index(),
                url: url.as_ref().to_owned(),
            }),
            Token::QuotedString(url) if was_import => found.push(Address {
                place: start..parser.position().byte_index(),
                url: url.as_ref().to_owned(),
            }),
            Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                let url = parser.parse_nested_block(|inner| {
                    let url = inner.expect_string().map(|url| url.as_ref().to_owned());
                    url.map_err(cssparser::ParseError::<()>::from)
                });
                if let Ok(url) = url {
                    found.push(Address {
                        place: start..parser.position().byte_index(),
                        url,
                    });
                }
            }
            Token::Function(_)
            | Token::ParenthesisBlock
            | Token::SquareBracketBlock
            | Token::CurlyBracketBlock
                if depth > 0 =>
            {
                let _ = parser.parse_nested_block(|inner| {
                    find(inner, found, depth - 1);
                    Ok::<(), cssparser::ParseError<'_, ()>>(())
                });
            }
            _ => {}
        }
    }
}
