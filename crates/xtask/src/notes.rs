//! Prints the release notes: the section of `CHANGELOG.md` for a release.

use crate::process::{Result, root};

/// Prints the section for the release with this tag. Fails if the tag is not `v` followed by the
/// version of the workspace, or if the section is missing or empty.
pub(crate) fn run(tag: &str) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    if tag.strip_prefix('v') != Some(version) {
        return Err(format!("the tag must be v{version}, found {tag}"));
    }
    let path = root().join("CHANGELOG.md");
    let text = std::fs::read_to_string(path).map_err(|error| format!("CHANGELOG.md: {error}"))?;
    println!("{}", section(&text, version)?);
    Ok(())
}

/// Returns the text below the heading `## [VERSION]`.
fn section(changelog: &str, version: &str) -> Result<String> {
    let heading = format!("## [{version}]");
    let lines = changelog
        .lines()
        .skip_while(|line| !line.starts_with(&heading));
    let lines: Vec<&str> = lines
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .collect();
    let text = lines.join("\n").trim().to_owned();
    if text.is_empty() {
        return Err(format!(
            "CHANGELOG.md has no section `{heading}`; add it before you tag"
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_release() {
        let text = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-01\n\n### Added\n\n* a\n\n\
                    ## [0.1.0]\n\n* b\n";
        assert_eq!(section(text, "0.2.0").unwrap(), "### Added\n\n* a");
        assert_eq!(section(text, "0.1.0").unwrap(), "* b");
        assert!(section(text, "Unreleased").is_err());
        assert!(section(text, "0.3.0").is_err());
    }
}
