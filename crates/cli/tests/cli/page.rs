//! Pages and manifests in place of programs, for `info`, `verify`, `stats` and `dis`.

use crate::{Folder, pinnacle, programs};
use serde_json::Value;

/// Makes a page with two programs. A manifest in a subfolder leads to the second one.
fn site() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("sub")).unwrap();
    let manifest = |url: &str| {
        format!(r#"{{"program":{{"portable":{{"pnacl-translate":{{"url":"{url}"}}}}}}}}"#)
    };
    folder.file("sub/one.pexe", programs::pepper());
    folder.file("two.pexe", programs::hello());
    folder.file("sub/one.nmf", manifest("one.pexe"));
    folder.file("two.nmf", manifest("two.pexe"));
    folder.file("absent.nmf", manifest("none.pexe"));
    let one = "<embed type=application/x-pnacl src=sub/one.nmf>";
    let two = "<object type=application/x-pnacl data=two.nmf></object>";
    folder.file("page.html", format!("<!doctype html>{one}{two}{one}"));
    folder.file("one.html", one);
    let none = "<embed type=application/x-pnacl src=absent.nmf>";
    folder.file("absent.html", format!("<html>{none}{two}"));
    folder.file("empty.html", "<html><p>");
    folder
}

#[test]
fn a_page_is_followed_to_its_programs() {
    let site = site();
    let page = site.path("page.html");
    for command in ["info", "verify", "stats"] {
        let seen = pinnacle(&[command, &page]);
        assert_eq!(seen.status, 0, "{command}: {}", seen.stderr);
        let told = format!("{page} is a web page with 2 programs: ");
        assert!(seen.stderr.starts_with(&told), "{}", seen.stderr);
        for program in ["sub/one.pexe", "two.pexe"] {
            assert!(seen.stdout.contains(&site.path(program)), "{}", seen.stdout);
        }
        let seen = pinnacle(&[command, "--json", &page]);
        let documents: Value = serde_json::from_str(&seen.stdout).expect("JSON");
        assert_eq!(documents.as_array().unwrap().len(), 2);
    }
    let seen = pinnacle(&["info", &site.path("two.nmf")]);
    assert!(
        seen.stderr
            .contains("a Native Client manifest (.nmf) with 1 program")
    );
    assert!(seen.stdout.contains("PNaCl bitcode"), "{}", seen.stdout);
}

#[test]
fn the_programs_of_a_page_that_are_not_there_are_told_and_the_others_shown() {
    let site = site();
    for command in ["info", "verify", "stats"] {
        let seen = pinnacle(&[command, &site.path("absent.html")]);
        assert_eq!(seen.status, 2, "{command}: {}", seen.stderr);
        assert!(
            seen.stderr.contains("none.pexe leads to /none.pexe"),
            "{}",
            seen.stderr
        );
        assert!(seen.stdout.contains("two.pexe"), "{}", seen.stdout);
    }
}

#[test]
fn a_page_without_programs_is_called_a_page() {
    let site = site();
    for command in ["info", "verify"] {
        let seen = pinnacle(&[command, &site.path("empty.html")]);
        assert_eq!(seen.status, 1);
        assert!(
            seen.stdout.contains("error page of a download"),
            "{}",
            seen.stdout
        );
    }
}

#[test]
fn dis_prints_the_program_of_a_page_that_has_one() {
    let site = site();
    let seen = pinnacle(&["dis", &site.path("one.html")]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert_eq!(
        seen.stdout,
        pinnacle(&["dis", &site.path("sub/one.pexe")]).stdout
    );
    pinnacle(&["dis", &site.path("page.html")]).refuses(2, &["2 programs", "dis takes one"]);
    // With `--records`, the page itself is shown.
    let seen = pinnacle(&["dis", "--records", &site.path("one.html")]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
}
