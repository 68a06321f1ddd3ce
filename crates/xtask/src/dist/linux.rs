//! Builds the Debian package and the RPM from the files of an archive.

use super::files::{self, copy, copy_folder, said, text};
use super::{packaging, template};
use crate::process::{Result, program};
use std::fs;
use std::path::{Path, PathBuf};

/// A target triple, and the names of its processor in Debian and RPM.
const PROCESSORS: [(&str, &str, &str); 2] = [
    ("x86_64-unknown-linux-gnu", "amd64", "x86_64"),
    ("aarch64-unknown-linux-gnu", "arm64", "aarch64"),
];

/// Debian's folder for completions of the Z shell.
const DEBIAN_ZSH: &str = "usr/share/zsh/vendor-completions";
const RPM_ZSH: &str = "usr/share/zsh/site-functions";

/// Builds both packages. If the program that builds one is not installed, reports that and skips
/// it.
pub(super) fn packages(folder: &Path, content: &Path, platform: &str) -> Result<Vec<PathBuf>> {
    let known = PROCESSORS.iter().find(|(name, _, _)| *name == platform);
    let Some((_, debian, rpm)) = known else {
        println!("no Debian package and no RPM: not made for {platform}");
        return Ok(Vec::new());
    };
    let mut made = Vec::new();
    if program("dpkg-deb", &["--version"]).succeeds() {
        made.push(debian_package(folder, content, debian)?);
    } else {
        println!("no Debian package: dpkg-deb is not installed");
    }
    if program("rpmbuild", &["--version"]).succeeds() {
        made.push(rpm_package(folder, content, rpm)?);
    } else {
        println!("no RPM: rpmbuild is not installed");
    }
    Ok(made)
}

fn debian_package(folder: &Path, content: &Path, processor: &str) -> Result<PathBuf> {
    let tree = folder.join(format!("debian-{processor}"));
    place(content, &tree, DEBIAN_ZSH)?;
    let documents = tree.join("usr/share/doc/pinnacle");
    copy(&documents.join("LICENSE"), &documents.join("copyright"))?;
    files::absent(&documents.join("LICENSE"))?;
    let binary = tree.join("usr/bin/pinnacle");
    let bytes = fs::read(&binary).map_err(said(&binary))?;
    let size = files::size(&tree)?.div_ceil(1024).to_string();
    let values = [
        ("VERSION", env!("CARGO_PKG_VERSION")),
        ("PROCESSOR", processor),
        ("SIZE", &size),
        ("LIBC", &least_libc(&bytes).unwrap_or_else(|| "2.17".into())),
    ];
    let control = template::fill(&packaging("debian/control")?, &values)?;
    let about = tree.join("DEBIAN");
    fs::create_dir_all(&about).map_err(said(&about))?;
    fs::write(about.join("control"), control).map_err(said(&about))?;
    program("chmod", &["-R", "u+w,go-w,a+rX", text(&tree)?]).run()?;
    let name = format!("pinnacle_{}_{processor}.deb", env!("CARGO_PKG_VERSION"));
    let file = folder.join(name);
    program("dpkg-deb", &["--root-owner-group", "-Zxz", "--build"])
        .arguments(&[text(&tree)?, text(&file)?])
        .variable("SOURCE_DATE_EPOCH", &files::time())
        .run()?;
    fs::remove_dir_all(&tree).map_err(said(&tree))?;
    Ok(file)
}

fn rpm_package(folder: &Path, content: &Path, processor: &str) -> Result<PathBuf> {
    let (top, tree) = (folder.join("rpm"), folder.join("rpm-tree"));
    files::empty(&top)?;
    place(content, &tree, RPM_ZSH)?;
    program("chmod", &["-R", "u+w,go-w,a+rX", text(&tree)?]).run()?;
    let top = fs::canonicalize(&top).map_err(said(&top))?;
    let tree = fs::canonicalize(&tree).map_err(said(&tree))?;
    let values = [
        ("VERSION", env!("CARGO_PKG_VERSION")),
        ("TREE", text(&tree)?),
    ];
    let spec = top.join("pinnacle.spec");
    let filled = template::fill(&packaging("rpm/pinnacle.spec")?, &values)?;
    fs::write(&spec, filled).map_err(said(&spec))?;
    let name = format!("pinnacle-{}-1.{processor}.rpm", env!("CARGO_PKG_VERSION"));
    let defined = format!("_topdir {}", text(&top)?);
    let out = format!("_rpmdir {}", text(&top)?);
    let named = format!("_rpmfilename {name}");
    program("rpmbuild", &["-bb", "--quiet", "--target", processor])
        .arguments(&["--define", &defined, "--define", &out, "--define", &named])
        .arguments(&[text(&spec)?])
        .variable("SOURCE_DATE_EPOCH", &files::time())
        .run()?;
    let file = folder.join(&name);
    copy(&top.join(&name), &file)?;
    for used in [&top, &tree] {
        fs::remove_dir_all(used).map_err(said(used))?;
    }
    Ok(file)
}

/// Copies the files of an archive to the places where a system expects them.
fn place(content: &Path, tree: &Path, zsh: &str) -> Result<()> {
    files::empty(tree)?;
    let files = [
        ("pinnacle", "usr/bin", "pinnacle"),
        (
            "completions/pinnacle.bash",
            "usr/share/bash-completion/completions",
            "pinnacle",
        ),
        (
            "completions/pinnacle.fish",
            "usr/share/fish/vendor_completions.d",
            "pinnacle.fish",
        ),
        ("completions/_pinnacle", zsh, "_pinnacle"),
        ("LICENSE", "usr/share/doc/pinnacle", "LICENSE"),
        ("README.md", "usr/share/doc/pinnacle", "README.md"),
        ("CHANGELOG.md", "usr/share/doc/pinnacle", "CHANGELOG.md"),
        ("SECURITY.md", "usr/share/doc/pinnacle", "SECURITY.md"),
        ("sbom.cdx.json", "usr/share/doc/pinnacle", "sbom.cdx.json"),
    ];
    for (from, folder, name) in files {
        let folder = tree.join(folder);
        fs::create_dir_all(&folder).map_err(said(&folder))?;
        copy(&content.join(from), &folder.join(name))?;
    }
    for (from, to) in [
        ("docs", "usr/share/doc/pinnacle/docs"),
        ("examples", "usr/share/doc/pinnacle/examples"),
        ("page", "usr/share/pinnacle/page"),
        ("man", "usr/share/man/man1"),
    ] {
        copy_folder(&content.join(from), &tree.join(to))?;
    }
    let man = tree.join("usr/share/man/man1");
    for page in fs::read_dir(&man).map_err(said(&man))? {
        let page = page.map_err(said(&man))?.path();
        program("gzip", &["-9", "-n", text(&page)?]).run()?;
    }
    Ok(())
}

/// The newest version of glibc whose symbols a program uses.
fn least_libc(bytes: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_2.";
    let mut found = None;
    for (at, window) in bytes.windows(NAME.len()).enumerate() {
        if window == NAME {
            let digits = bytes[at + NAME.len()..].iter();
            let digits: String = digits
                .take_while(|byte| byte.is_ascii_digit())
                .take(3)
                .map(|byte| char::from(*byte))
                .collect();
            found = found.max(digits.parse::<u32>().ok());
        }
    }
    found.map(|minor| format!("2.{minor}"))
}

#[cfg(test)]
mod tests {
    use super::least_libc;

    #[test]
    fn the_newest_release_counts_by_number() {
        let names = b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.4\0GLIBC_PRIVATE\0GLIBC_2.";
        assert_eq!(least_libc(names).as_deref(), Some("2.34"));
        assert_eq!(least_libc(b"static"), None);
    }
}
