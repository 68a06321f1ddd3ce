//! Tests pages and manifests that name programs, and malicious ones that refer to other files.

use super::*;
use std::fs;
use tempfile::TempDir;

fn manifest(url: &str) -> String {
    format!("{{\"program\":{{\"portable\":{{\"pnacl-translate\":{{\"url\":{url:?}}}}}}}}}")
}

fn page(source: &str) -> String {
    format!("<embed type=application/x-pnacl src='{source}'>")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Creates a folder that contains the folder `site`, with programs in both.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write(folder.path(), name, text);
    write("out.pexe", "");
    write("out.nmf", &manifest("/a%20b.pexe"));
    write("site/a b.pexe", "");
    write("site/.hidden.pexe", "");
    write("site/.git/x.pexe", "");
    write("site/sub/c.pexe", "");
    write("site/relative.nmf", &manifest("sub/../a%20b.pexe?x"));
    write("site/sub/absolute.nmf", &manifest("/a%20b.pexe"));
    write(
        "site/host.nmf",
        &manifest("https://example.com:99/a%20b.pexe"),
    );
    write("site/spaces.nmf", &manifest(" a%20b.pexe\n"));
    write("site/sub/backslash.nmf", &manifest("..\\a%20b.pexe"));
    write("site/absent.nmf", &manifest("none.pexe"));
    write(
        "site/page.html",
        "<embed id=one type=application/x-pnacl src=sub/absolute.nmf width=10 own=1>\
         <embed id=two type=application/x-pnacl src=' .\\relative.nmf '>",
    );
    write("site/empty.html", "<p>");
    folder
}

fn locate_in(folder: &TempDir, name: &str, element: Option<&str>) -> Result<Located, LocateError> {
    let site = folder.path().join("site");
    let file = match name.starts_with("data:") {
        true => name.into(),
        false => folder.path().join(name).into_os_string(),
    };
    locate(&file, element, Some(&site))
}

fn error(folder: &TempDir, name: &str, element: Option<&str>) -> String {
    match locate_in(folder, name, element) {
        Err(error) => error.to_string(),
        Ok(found) => panic!("{name} leads to {}", found.program.display()),
    }
}

fn data(manifest: &str) -> String {
    let escaped = manifest.replace('%', "%25").replace('{', "%7B");
    format!("data:application/json,{escaped}")
}

#[test]
fn pages_and_manifests_lead_to_programs() {
    let folder = folder();
    for name in [
        "site/relative.nmf",
        "site/sub/absolute.nmf",
        "site/host.nmf",
        "site/spaces.nmf",
        "site/sub/backslash.nmf",
        "site/page.html",
        "out.nmf",
        &data(&manifest("http://host/a%20b.pexe")),
    ] {
        let found = locate_in(&folder, name, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(found.program.file_name().unwrap(), "a b.pexe", "{name}");
    }
    let first = locate_in(&folder, "site/page.html", None).unwrap();
    assert_eq!(first.size, Some([10, 150]));
    assert_eq!(first.attributes[4], ("own".into(), "1".into()));
    let second = locate_in(&folder, "site/page.html", Some("two")).unwrap();
    assert_eq!(second.attributes[2].1, " .\\relative.nmf ");
}

#[test]
fn a_document_has_its_place_in_the_site() {
    let folder = folder();
    let document = |name| locate_in(&folder, name, None).unwrap().document;
    assert_eq!(document("site/page.html"), "http://localhost/page.html");
    assert_eq!(
        document("site/sub/absolute.nmf"),
        "http://localhost/sub/absolute.nmf"
    );
    assert_eq!(document("out.nmf"), "http://localhost/out.nmf");
    let path = folder.path().join("site/sub/c.pexe");
    let alone = program_alone(&path, Some(&folder.path().join("site"))).unwrap();
    assert_eq!(alone.document, "http://localhost/sub/c.pexe");
    let alone = program_alone(&path, None).unwrap();
    assert_eq!(alone.document, "http://localhost/c.pexe");
}

#[test]
fn without_a_site_the_folder_of_the_page_is_the_site() {
    let folder = folder();
    let page = folder.path().join("site/page.html").into_os_string();
    let found = locate(&page, Some("two"), None).unwrap();
    assert_eq!(found.document, "http://localhost/page.html");
    // The root of the site is the page's folder, and nothing above it is accessible.
    write(folder.path(), "site/sub/up.nmf", &manifest("../c.pexe"));
    write(
        folder.path(),
        "site/sub/far.nmf",
        &manifest("../a%20b.pexe"),
    );
    let up = folder.path().join("site/sub/up.nmf").into_os_string();
    assert!(
        locate(&up, None, None)
            .unwrap()
            .program
            .ends_with("sub/c.pexe")
    );
    let far = folder.path().join("site/sub/far.nmf").into_os_string();
    assert!(locate(&far, None, None).is_err());
}

#[test]
fn no_manifest_names_a_program_outside_of_the_site() {
    let folder = folder();
    let out = folder.path().join("out.pexe");
    let out = out.display();
    for url in [
        "../out.pexe".to_owned(),
        "../../out.pexe".into(),
        "..\\..\\out.pexe".into(),
        "%2e%2e/out.pexe".into(),
        "%2E./%2e%2E/out.pexe".into(),
        "..%2fout.pexe".into(),
        "..%5cout.pexe".into(),
        "sub/../../out.pexe".into(),
        format!("{out}"),
        format!("file://{out}"),
        format!("file:{out}"),
        format!("FILE://localhost{out}"),
        format!("http://localhost{out}"),
        format!("//{out}"),
        ".hidden.pexe".into(),
        "%2ehidden.pexe".into(),
        ".git/x.pexe".into(),
        "ftp://host/a%20b.pexe".into(),
    ] {
        write(folder.path(), "site/sub/x.nmf", &manifest(&url));
        error(&folder, "site/sub/x.nmf", None);
        write(folder.path(), "site/p.html", &page("sub/x.nmf"));
        error(&folder, "site/p.html", None);
    }
}

#[test]
fn no_page_names_a_manifest_outside_of_the_site() {
    let folder = folder();
    let out = folder.path().join("out.nmf");
    let out = out.display();
    for url in [
        "../../../../etc/hostname".to_owned(),
        "/etc/hostname".into(),
        "file:///etc/hostname".into(),
        "../out.nmf".into(),
        "%2e%2e%2fout.nmf".into(),
        format!("{out}"),
        format!("file://{out}"),
    ] {
        write(folder.path(), "site/p.html", &page(&url));
        let error = error(&folder, "site/p.html", None);
        let is_refused =
            error.contains("no such file to serve") || error.contains("not in the web site");
        assert!(is_refused, "{url}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_site() {
    let folder = folder();
    let site = folder.path().join("site");
    std::os::unix::fs::symlink("../out.pexe", site.join("link.pexe")).unwrap();
    std::os::unix::fs::symlink("..", site.join("above")).unwrap();
    std::os::unix::fs::symlink("sub/c.pexe", site.join("inside.pexe")).unwrap();
    for (url, is_found) in [
        ("link.pexe", false),
        ("above/out.pexe", false),
        ("inside.pexe", true),
    ] {
        write(folder.path(), "site/x.nmf", &manifest(url));
        assert_eq!(
            locate_in(&folder, "site/x.nmf", None).is_ok(),
            is_found,
            "{url}"
        );
    }
    std::os::unix::fs::symlink("../out.nmf", site.join("link.nmf")).unwrap();
    write(folder.path(), "site/p.html", &page("link.nmf"));
    error(&folder, "site/p.html", None);
}

#[test]
fn a_data_url_has_no_place_of_its_own() {
    let folder = folder();
    let error_of = |url: &str| error(&folder, url, None);
    assert!(error_of(&data(&manifest("a%20b.pexe"))).contains("could not resolve url"));
    assert!(error_of("data:,x").contains("JSON parsing failed"));
    assert!(error_of("data:text").contains("malformed"));
    let url = data(&manifest("http://localhost/a%20b.pexe"));
    let error = locate(OsStr::new(&url), None, None).unwrap_err();
    assert!(error.hint().unwrap().contains("--urls"), "{error}");
}

#[test]
fn an_empty_url_is_that_of_the_manifest() {
    let folder = folder();
    write(folder.path(), "site/x.nmf", &manifest(""));
    let found = locate_in(&folder, "site/x.nmf", None).unwrap();
    assert!(found.program.ends_with("site/x.nmf"));
}

#[test]
fn errors_say_what_was_looked_for_and_where() {
    let folder = folder();
    for (name, element, words) in [
        ("site/none.nmf", None, "No such file"),
        (
            "site/absent.nmf",
            None,
            "none.pexe leads to /none.pexe, and the folder",
        ),
        ("site/empty.html", None, "has no <embed> or <object>"),
        ("site/page.html", Some("three"), "has the id \"three\""),
    ] {
        let error = error(&folder, name, element);
        assert!(error.contains(words), "{name}: {error}");
    }
    write(folder.path(), "far.nmf", &manifest("out.pexe"));
    let error = locate_in(&folder, "far.nmf", None).unwrap_err();
    assert!(
        error
            .hint()
            .unwrap()
            .contains("lies outside of that folder")
    );
}

#[test]
fn manifests_and_pages_have_a_largest_size() {
    let folder = folder();
    let large = manifest("a%20b.pexe") + &" ".repeat(manifest::MAX_SIZE);
    write(folder.path(), "site/large.nmf", &large);
    write(folder.path(), "site/p.html", &page("large.nmf"));
    for name in ["site/large.nmf", "site/p.html"] {
        let error = error(&folder, name, None);
        assert!(error.contains("manifest file too large"), "{error}");
    }
    write(
        folder.path(),
        "site/p.html",
        &" ".repeat(MAX_PAGE as usize + 1),
    );
    assert!(error(&folder, "site/p.html", None).contains("larger than 16 MiB"));
}

#[test]
fn pages_and_manifests_are_known_by_their_names() {
    for (name, expected) in [
        ("a.nmf", true),
        ("b/C.HTML", true),
        ("data:,x", true),
        ("a.pexe", false),
        ("nmf", false),
        ("", false),
    ] {
        assert_eq!(names_page(OsStr::new(name)), expected, "{name}");
    }
}
