//! The files of a release other than its packages: their checksums, a script that installs the
//! command, a Homebrew formula, winget manifests, and a container recipe.

use super::files::{said, text};
use super::{packaging, template};
use crate::process::{Result, program};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The archives that Homebrew installs: target triple, and Homebrew's blocks for the system and the
/// processor.
const FORMULA: [(&str, &str, &str); 4] = [
    ("aarch64-apple-darwin", "on_macos", "on_arm"),
    ("x86_64-apple-darwin", "on_macos", "on_intel"),
    ("aarch64-unknown-linux-gnu", "on_linux", "on_arm"),
    ("x86_64-unknown-linux-gnu", "on_linux", "on_intel"),
];

/// The winget manifests: their names in `packages`, and the names that winget requires.
const WINGET: [(&str, &str); 3] = [
    ("winget/version.yaml", "PinnaclePNaCl.Pinnacle.yaml"),
    (
        "winget/installer.yaml",
        "PinnaclePNaCl.Pinnacle.installer.yaml",
    ),
    (
        "winget/locale.yaml",
        "PinnaclePNaCl.Pinnacle.locale.en-US.yaml",
    ),
];

/// Writes the files for package channels to the folder with the packages. `url` is where the files
/// of the release will be available.
pub(crate) fn run(folder: &str, url: &str) -> Result<()> {
    let folder = Path::new(folder);
    let url = url.trim_end_matches('/');
    let mut sums = sums(folder)?;
    if sums.is_empty() {
        return Err(format!(
            "{}: no package of version {VERSION}",
            folder.display()
        ));
    }
    let plain = [("VERSION", VERSION), ("URL", url)];
    for (from, to) in [
        ("install.sh", "install.sh"),
        ("container/Containerfile", "Containerfile"),
    ] {
        write(folder, to, &template::fill(&packaging(from)?, &plain)?)?;
    }
    let install = folder.join("install.sh");
    sums.insert("install.sh".into(), sum(&install)?);

    match platforms(&sums, url) {
        blocks if blocks.is_empty() => println!("no formula: no archive for macOS or Linux"),
        blocks => {
            let values = [plain[0], plain[1], ("PLATFORMS", &blocks)];
            let formula = template::fill(&packaging("homebrew/pinnacle.rb")?, &values)?;
            write(folder, "pinnacle.rb", &formula)?;
        }
    }
    let windows = format!("pinnacle-{VERSION}-x86_64-pc-windows-msvc.zip");
    if let Some(sum) = sums.get(&windows) {
        let sum = sum.to_uppercase();
        let values = [plain[0], plain[1], ("SUM", &sum), ("ARCHIVE", &windows)];
        for (from, to) in WINGET {
            write(folder, to, &template::fill(&packaging(from)?, &values)?)?;
        }
    } else {
        println!("no manifest for winget: there is no {windows}");
    }
    let lines: Vec<String> = sums
        .iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect();
    write(folder, "SHA256SUMS", &lines.concat())
}

/// Computes the SHA-256 of every package of this version in a folder.
fn sums(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(said(folder))? {
        let path = entry.map_err(said(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_package(&name) {
            sums.insert(name.into_owned(), sum(&path)?);
        }
    }
    Ok(sums)
}

fn is_package(name: &str) -> bool {
    let is_ours = [
        format!("pinnacle-{VERSION}-"),
        format!("pinnacle_{VERSION}_"),
    ]
    .iter()
    .any(|start| name.starts_with(start));
    is_ours
        && [".tar.gz", ".zip", ".deb", ".rpm"]
            .iter()
            .any(|end| name.ends_with(end))
}

fn sum(file: &Path) -> Result<String> {
    let file = fs::canonicalize(file).map_err(said(file))?;
    let (name, options) = if cfg!(target_os = "macos") {
        ("shasum", &["-a", "256"][..])
    } else {
        ("sha256sum", &[][..])
    };
    let line = program(name, options).arguments(&[text(&file)?]).output()?;
    let sum = line.split_whitespace().next().unwrap_or_default();
    if sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Ok(sum.to_owned())
    } else {
        Err(format!("{name} gave no checksum: {line}"))
    }
}

/// Formats the part of the formula that selects the archive for each machine.
fn platforms(sums: &BTreeMap<String, String>, url: &str) -> String {
    let blocks = FORMULA.iter().filter_map(|(platform, system, processor)| {
        let archive = format!("pinnacle-{VERSION}-{platform}.tar.gz");
        let sum = sums.get(&archive)?;
        Some(format!(
            "  {system} do\n    {processor} do\n      url \"{url}/{archive}\"\n      \
             sha256 \"{sum}\"\n    end\n  end\n"
        ))
    });
    blocks.collect()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let file = folder.join(name);
    fs::write(&file, text).map_err(said(&file))?;
    println!("{}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{VERSION, is_package, platforms};
    use std::collections::BTreeMap;

    #[test]
    fn packages_of_this_version_are_found() {
        assert!(is_package(&format!("pinnacle-{VERSION}-a-b-c.tar.gz")));
        assert!(is_package(&format!("pinnacle_{VERSION}_amd64.deb")));
        assert!(!is_package("pinnacle-9.9.9-a-b-c.tar.gz"));
        assert!(!is_package(&format!("pinnacle-{VERSION}-a-b-c")));
    }

    #[test]
    fn the_formula_names_the_existing_archives() {
        let archive = format!("pinnacle-{VERSION}-aarch64-apple-darwin.tar.gz");
        let sums = BTreeMap::from([(archive.clone(), "ab".to_owned())]);
        let blocks = platforms(&sums, "https://example.org/r");
        let expected = format!(
            "  on_macos do\n    on_arm do\n      url \"https://example.org/r/{archive}\"\n      \
             sha256 \"ab\"\n    end\n  end\n"
        );
        assert_eq!(blocks, expected);
    }
}
