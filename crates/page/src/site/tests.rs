//! Tests which files URLs refer to, and that no URL refers to other files.

use super::*;
use std::fs;

/// Creates a folder that contains a site and a file outside the site.
fn site() -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("site");
    for path in [
        "a b.txt",
        "sub/c.txt",
        ".env",
        ".git/config",
        "sub/.d/e.txt",
        "50%.txt",
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    fs::write(folder.path().join("out.txt"), "secret").unwrap();
    let site = Site::open(&root).unwrap();
    (folder, site)
}

fn find(site: &Site, url: &str) -> Result<String, Errno> {
    let url = Url::parse("http://localhost/sub/x.html").unwrap().join(url);
    let entry = site.find(&url.unwrap())?;
    let names = entry.path.names.iter();
    let names: Vec<_> = names.map(|name| String::from_utf8_lossy(name)).collect();
    Ok(names.join("/"))
}

#[test]
fn urls_are_resolved_as_browsers_do() {
    let (_folder, site) = site();
    for (url, expected) in [
        ("c.txt", "sub/c.txt"),
        (" c.txt\n", "sub/c.txt"),
        ("..\\sub\\c.txt", "sub/c.txt"),
        ("./c.txt?query#part", "sub/c.txt"),
        ("/a%20b.txt", "a b.txt"),
        ("/a b.txt", "a b.txt"),
        ("/50%25.txt", "50%.txt"),
        ("/50%.txt", "50%.txt"),
        ("//other.host:80/a%20b.txt", "a b.txt"),
        ("https://other.host/sub/c%2Etxt", "sub/c.txt"),
        ("/%73ub", "sub"),
        // `..` at the root of a host has no effect.
        ("../../../a%20b.txt", "a b.txt"),
        ("%2e%2e/%2E./a%20b.txt", "a b.txt"),
    ] {
        assert_eq!(find(&site, url).as_deref(), Ok(expected), "{url}");
    }
}

#[test]
fn no_url_leads_out_of_the_folder() {
    let (folder, site) = site();
    let out = folder.path().join("out.txt");
    for url in [
        "../../out.txt",
        "/..%2fout.txt",
        "/sub%2f..%2f..%2fout.txt",
        "/%2e%2e%2fout.txt",
        "/..%5cout.txt",
        "/%2fetc%2fhostname",
        &format!("//localhost{}", out.display()),
        "/a%20b.txt%00",
        "/a%20b.txt/",
        "/a%20b.txt/x",
    ] {
        assert!(find(&site, url).is_err(), "{url}");
    }
}

#[cfg(unix)]
#[test]
fn links_lead_neither_out_of_the_folder_nor_to_names_with_a_dot() {
    use std::os::unix::fs::symlink;
    let (folder, site) = site();
    let root = folder.path().join("site");
    symlink("../out.txt", root.join("up.txt")).unwrap();
    symlink(folder.path().join("out.txt"), root.join("away.txt")).unwrap();
    symlink("..", root.join("above")).unwrap();
    symlink(".env", root.join("env.txt")).unwrap();
    symlink(".git", root.join("git")).unwrap();
    symlink("sub/c.txt", root.join("inside.txt")).unwrap();
    for url in [
        "/up.txt",
        "/away.txt",
        "/above/out.txt",
        "/env.txt",
        "/git/config",
        "/git",
    ] {
        assert!(find(&site, url).is_err(), "{url}");
    }
    assert_eq!(find(&site, "/inside.txt").as_deref(), Ok("sub/c.txt"));
}

#[test]
fn names_that_begin_with_a_dot_are_not_there() {
    let (_folder, site) = site();
    for url in [
        "/.env",
        "/%2eenv",
        "/.git/config",
        "/.git",
        "/sub/.d/e.txt",
        "/sub/.d/../.d/",
    ] {
        assert_eq!(find(&site, url), Err(Errno::ENOENT), "{url}");
    }
}

#[test]
fn a_program_that_is_named_alone_has_its_own_file_and_no_other() {
    let (folder, _) = site();
    let site = Site::of_file(&folder.path().join("site/a b.txt")).unwrap();
    assert_eq!(find(&site, "/a%20b.txt").as_deref(), Ok("a b.txt"));
    for url in ["/", "/sub/c.txt", "/sub", "/a%20b.txt/", "/out.txt"] {
        assert_eq!(find(&site, url), Err(Errno::ENOENT), "{url}");
    }
}

#[test]
fn a_file_has_the_url_of_its_place_in_the_site() {
    let (folder, site) = site();
    let file = |name: &str| folder.path().join(name);
    assert_eq!(
        site.url_of(&file("site/a b.txt")),
        "http://localhost/a%20b.txt"
    );
    assert_eq!(
        site.url_of(&file("site/sub/c.txt")),
        "http://localhost/sub/c.txt"
    );
    assert_eq!(
        site.url_of(&file("site/50%.txt")),
        "http://localhost/50%25.txt"
    );
    assert_eq!(site.url_of(&file("out.txt")), "http://localhost/out.txt");
    assert!(site.contains(&file("site/sub")) && !site.contains(&file("out.txt")));
}

#[test]
fn files_are_read_up_to_a_limit_and_folders_are_not() {
    let (_folder, site) = site();
    let entry =
        |path: &str| site.find(&Url::parse("http://localhost").unwrap().join(path).unwrap());
    let file = entry("/sub/c.txt").unwrap();
    assert_eq!(site.read(&file, 4), Ok(b"text".to_vec()));
    assert_eq!(site.read(&file, 3), Err(Errno::EFBIG));
    assert_eq!(site.read(&entry("/sub").unwrap(), 9), Err(Errno::EISDIR));
}

#[test]
fn an_answer_in_a_web_archive_has_the_path_of_its_url() {
    for (name, expected) in [
        ("http://a.test/b/c%20d.nmf?v=1#x", Some("b/c d.nmf")),
        ("https://a.test/", Some("index.html")),
        ("http://a.test/b/", Some("b/index.html")),
        ("20130501120000/http://a.test/b", Some("b")),
        ("http://a.test/b%2f..%2f..%2fc", None),
        ("http://a.test/c:%5cd", None),
        ("urn:x:y", None),
        ("game/page.html", None),
    ] {
        let expected = expected.map(|path| ("a.test".to_owned(), PathBuf::from(path)));
        assert_eq!(captured_path(name), expected, "{name}");
    }
}
