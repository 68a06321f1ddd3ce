//! Finds addresses in style sheets.

use cssparser::{Parser, ParserInput, Token};
use std::ops::Range;

/// Maximum nesting of blocks. Addresses in more deeply nested blocks are not found.
const MAX_BLOCKS: usize = 32;

/// An address in a style sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The byte range of the token or function that contains the address.
    pub place: Range<usize>,
    /// The address, without quotes and with escapes decoded.
    pub url: String,
}

/// Finds all `url(...)` and all strings of `@import` in a style sheet, in order.
pub fn addresses(text: &str) -> Vec<Address> {
    let mut input = ParserInput::new(text);
    let mut found = Vec::new();
    find(&mut Parser::new(&mut input), &mut found, MAX_BLOCKS);
    found
}

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

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn addresses_are_found_wherever_a_style_sheet_has_them() {
        let text = "@import 'a.css'; @import url(b.css); p { background: URL( \"c\\64.png\" ) }\n\
                    @media print { q { content: 'd.png' url(e.png) } } /* url(f.png) */";
        let found: Vec<String> = addresses(text).into_iter().map(|found| found.url).collect();
        assert_eq!(found, ["a.css", "b.css", "cd.png", "e.png"]);
    }
}
