//! Runs a program of the browser without a browser: posts it a message, prints its answers, and
//! keeps a picture of what it shows.
//!
//! ```sh
//! pinnacle cc -O2 examples/pepper/life.c -lppapi -o life.pexe
//! cargo run -p pinnacle-embed --example pepper -- life.pexe '"start"' life.png
//! ```

use pinnacle_embed::Page;
use std::error::Error;

/// Runs a program; returns its messages, as JSON, and its picture, a PNG file.
fn run(program: &str, message: &str) -> Result<(Vec<String>, Vec<u8>), Box<dyn Error>> {
    let mut page = Page::open(program)?;
    page.post(message)?.run()?;
    Ok((page.messages(), page.picture()?))
}

#[allow(dead_code, reason = "tests call `run` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [program, message, picture] = words.as_slice() else {
        return Err("usage: pepper PROGRAM MESSAGE PICTURE.png".into());
    };
    let (messages, png) = run(program, message)?;
    for message in messages {
        println!("{message}");
    }
    std::fs::write(picture, png)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_is_an_error_in_words() {
        let error = run("no/such/program.pexe", "1").expect_err("it is missing");
        assert!(format!("{error:?}").contains("program.pexe"), "{error:?}");
    }
}
