//! First messages of known pages, for programs that wait for them.
//!
//! A page's script is not run. A program whose first message identifies its page is run again with
//! the messages of that page. A program that posts and shows nothing is run again with a greeting,
//! which the page of the SDK's first lesson posts.

use serde_json::{Value, json};

/// Returns the messages that the page of a program posts, by the program's first message, as lines
/// to put before the user's script. Returns `None` if the page is unknown or posts nothing.
pub(super) fn script(
    first_message: Option<&str>,
    has_picture: bool,
    file_name: &str,
) -> Option<Vec<Value>> {
    match first_message {
        // ZillaLib: the page makes the program load the data that follows its code from its own
        // URL, starts it, and resizes the element as the program requests.
        Some("\"RDY\"") => Some(vec![
            json!({ "post": format!("PKG{file_name}") }),
            json!({ "after": "PKD", "post": "INI" }),
            json!({ "after": { "$starts": "WIN" }, "resize": { "width": 854, "height": 480 } }),
            json!({ "post": "RUN" }),
        ]),
        None if !has_picture => Some(vec![json!({ "post": "hello" })]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_the_messages_of_its_page() {
        let zilla = script(Some("\"RDY\""), false, "a.pexe").unwrap();
        assert_eq!(zilla[0], json!({ "post": "PKGa.pexe" }));
        assert_eq!(script(None, false, "a.pexe").unwrap().len(), 1);
        assert_eq!(script(None, true, "a.pexe"), None);
        assert_eq!(script(Some("1"), false, "a.pexe"), None);
    }
}
