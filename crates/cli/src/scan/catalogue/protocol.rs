//! First messages of pages whose scripts are known, for programs that wait for them.
//!
//! A page's script is not run. A program that says in its first message which page it expects is
//! run again with what that page posts; one that says and shows nothing, with a word of greeting,
//! which is what the page of the SDK's first lesson posts.

use serde_json::{Value, json};

/// Returns the lines of a script that go before those of the user: what the page of a program
/// posts, by the first message of the program. None if no such page is known, or none is needed.
pub(super) fn script(
    first_message: Option<&str>,
    has_picture: bool,
    file_name: &str,
) -> Option<Vec<Value>> {
    match first_message {
        // ZillaLib: its page has the program load the data after its code from its own URL, starts
        // it, and gives the element the size that the program asks for.
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
