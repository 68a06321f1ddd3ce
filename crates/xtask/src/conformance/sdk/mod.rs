//! The examples of the Native Client SDK. Each is built with `make` in an SDK made by `pinnacle sdk
//! install`. Its program then runs for a second in a page without scripts, which has an element of
//! the example's size.

pub(super) mod description;
mod makefile;

use super::bounded::Ended;
use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{ENGINES, Toolchain, not_zero, short};
use super::{Judgement, Run, Suite, files_below, read};
use crate::process::Result;
use description::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) const SOURCE: &str = "the examples `api`, `tutorial` and `demo` of Chromium's \
     `native_client_sdk/src` of January 2023, built with `make TOOLCHAIN=pnacl`";

/// The folder that both suites of the SDK need, for messages.
pub(super) const GIVEN: &str = "`native_client_sdk/src` of Chromium";

/// googletest, which the SDK has in its folder `src`.
pub(super) const GOOGLETEST: Package = Package {
    path: "pool/main/g/googletest/googletest_1.12.1-0.2_all.deb",
    sha256: "927be72067517da503b6538026d451455c9e860f5dbfe237f792543db7d5a928",
    inner: None,
    members: &[],
};

/// The libraries of googletest: their folders in the package, and in the SDK.
pub(super) const GOOGLETEST_FOLDERS: [(&str, &str); 2] = [
    ("usr/src/googletest/googletest", "gtest"),
    ("usr/src/googletest/googlemock", "gmock"),
];

/// Files that the SDK copied to every example.
const SHARED: [&str; 3] = ["common.js", "icon128.png", "background.js"];

struct Examples {
    /// The folder `src` of the SDK's sources.
    folder: PathBuf,
    descriptions: BTreeMap<String, Value>,
    cases: Vec<String>,
    /// The installed SDK, made on first use.
    installed: OnceLock<Result<PathBuf>>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = options.given("sdk", GIVEN)?;
    let examples = folder.join("examples");
    let mut descriptions = BTreeMap::new();
    for file in files_below(&examples, |name| name.ends_with(".dsc"))? {
        let described = Value::parse(&read(&examples.join(&file))?);
        let described = described.map_err(|error| format!("{file}: {error}"))?;
        let group = described.text("DEST").rsplit('/').next().unwrap_or("");
        descriptions.insert(format!("{group}/{}", described.text("NAME")), described);
    }
    let cases = descriptions.keys().cloned().collect();
    Ok(Box::new(Examples {
        folder,
        descriptions,
        cases,
        installed: OnceLock::new(),
    }))
}

impl Suite for Examples {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let described = &self.descriptions[case];
        let toolchains = makefile::toolchains(described);
        if !toolchains.contains(&"pnacl") {
            return Ok(Judgement::NotApplicable(format!(
                "its Makefile builds only for {}",
                toolchains.join(", ")
            )));
        }
        if let Some(name) = self.lacks(case) {
            return Ok(Judgement::NotApplicable(format!(
                "its file `{name}` is not in the folder that was given"
            )));
        }
        let installed = self.installed.get_or_init(|| install(toolchain));
        let example = installed.clone()?.join(described.text("DEST"));
        let example = example.join(described.text("NAME"));
        let failure = self.build(case, &example, toolchain, scratch)?;
        let is_built = failure.is_none();
        let mut runs = vec![Run {
            configuration: "build".to_owned(),
            failure,
        }];
        if is_built {
            for engine in ENGINES {
                runs.push(start(described, &example, engine, toolchain, scratch)?);
            }
        }
        Ok(Judgement::Judged(runs))
    }
}

impl Examples {
    /// Returns the first file that an example loads and that is missing from its folder.
    fn lacks(&self, case: &str) -> Option<&str> {
        let from = self.folder.join("examples").join(case);
        let files = self.descriptions[case].texts("DATA");
        files.into_iter().find(|file| !from.join(file).exists())
    }

    /// Builds an example with its Makefile, unless an earlier run has done so. Returns the failure,
    /// if any.
    fn build(
        &self,
        case: &str,
        example: &Path,
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<Option<String>> {
        let described = &self.descriptions[case];
        let source = self.folder.join("examples").join(case).join("example.dsc");
        if toolchain.is_made(&manifest(described, example), &source) {
            return Ok(None);
        }
        self.copy(case, example)?;
        let mut words = vec!["-C".to_owned(), example.display().to_string()];
        words.push("TOOLCHAIN=pnacl".to_owned());
        let built = toolchain.command_line(Path::new("make"), &words, scratch)?;
        Ok((!built.is_good()).then(|| short(built.message())))
    }

    /// Copies an example into the SDK and writes its Makefile.
    fn copy(&self, case: &str, to: &Path) -> Result<()> {
        let described = &self.descriptions[case];
        let _ = fs::remove_dir_all(to);
        let from = self.folder.join("examples").join(case);
        for file in files_below(&from, |_| true)? {
            copy(&from.join(&file), &to.join(&file))?;
        }
        for name in SHARED {
            copy(&self.folder.join("resources").join(name), &to.join(name))?;
        }
        let file = to.join("Makefile");
        let written = fs::write(&file, makefile::makefile(described));
        written.map_err(|error| format!("{}: {error}", file.display()))
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// Installs an SDK, and adds the libraries that the original contained and that `pinnacle` has as
/// ports.
fn install(toolchain: &Toolchain) -> Result<PathBuf> {
    let folder = package::base()?.join("sdk");
    let scratch = package::base()?;
    let place = folder.display().to_string();
    let installed = toolchain.pinnacle(&["sdk", "install", &place], &scratch)?;
    if !installed.is_good() {
        return Err(installed.message().to_owned());
    }
    port("jsoncpp", &folder, toolchain, &scratch)?;
    let googletest = package::unpacked("googletest", &[GOOGLETEST])?;
    for (there, name) in GOOGLETEST_FOLDERS {
        let from = googletest.join(there);
        for file in files_below(&from, |name| !name.starts_with("test/"))? {
            copy(
                &from.join(&file),
                &folder.join("src").join(name).join(&file),
            )?;
        }
    }
    Ok(folder)
}

/// Builds a port and copies it into the SDK.
fn port(name: &str, sdk: &Path, toolchain: &Toolchain, scratch: &Path) -> Result<()> {
    let succeeds = |words: &[&str]| {
        let ended = toolchain.pinnacle(words, scratch)?;
        match ended.is_good() {
            true => Ok(ended.stdout),
            false => Err(format!("the port {name}: {}", ended.message())),
        }
    };
    succeeds(&["sdk", "ports", "build", name])?;
    let built = PathBuf::from(succeeds(&["sdk", "ports", "path", name])?.trim());
    for (folder, to) in [
        ("include", "include"),
        ("lib", "lib/pnacl/Debug"),
        ("lib", "lib/pnacl/Release"),
    ] {
        let from = built.join(folder);
        for file in files_below(&from, |name| !name.contains('/') || folder == "include")? {
            copy(&from.join(&file), &sdk.join(to).join(&file))?;
        }
    }
    Ok(())
}

/// Returns the manifest of an example, which its Makefile writes last.
fn manifest(described: &Value, example: &Path) -> PathBuf {
    example.join(format!("pnacl/Debug/{}.nmf", described.text("NAME")))
}

/// Runs the program of an example for a second of its own time. In the interpreter a tenth of a
/// second must suffice, because drawing a second of some examples takes minutes.
fn start(
    described: &Value,
    example: &Path,
    engine: &str,
    toolchain: &Toolchain,
    scratch: &Path,
) -> Result<Run> {
    let page = example.join("example.html");
    let element = element(described, &read(&example.join("index.html"))?);
    fs::write(&page, element).map_err(|error| format!("{}: {error}", page.display()))?;
    let page = page.display().to_string();
    let until = match engine {
        "interp" => "time:0.1",
        _ => "time:1",
    };
    let words = ["run", "--engine", engine, &page, "--until", until];
    let ended = toolchain.pinnacle(&words, scratch)?;
    Ok(Run {
        configuration: engine.to_owned(),
        failure: not_zero(&ended).or_else(|| complaint(&ended)),
    })
}

/// Returns a page with the element that `common.js` creates from the attributes of the body of an
/// example's own page.
fn element(described: &Value, page: &str) -> String {
    let size = |name: &str| {
        let value = page.split_once(&format!(" data-{name}=\""));
        let value = value.and_then(|(_, rest)| rest.split('"').next());
        value.unwrap_or("200").to_owned()
    };
    let (name, width, height) = (described.text("NAME"), size("width"), size("height"));
    format!(
        "<!doctype html>\n<embed type=\"application/x-pnacl\" src=\"pnacl/Debug/{name}.nmf\" \
         width=\"{width}\" height=\"{height}\">\n"
    )
}

/// Returns the first complaint of the host, for example about a file that is missing. What examples
/// write to the console is no failure: some of their logs have the level of errors.
fn complaint(ended: &Ended) -> Option<String> {
    let mut lines = ended.stderr.lines();
    lines.find(|line| line.starts_with("cannot ")).map(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_of_the_host_are_failures() {
        let ended = |stderr: &str| Ended {
            status: 0,
            stdout: String::new(),
            stderr: stderr.to_owned(),
        };
        assert_eq!(complaint(&ended("console error: a\n")), None);
        let failure = complaint(&ended("console log: a\ncannot load http://a/: 404\n"));
        assert_eq!(failure.as_deref(), Some("cannot load http://a/: 404"));
    }

    #[test]
    fn the_element_has_the_size_that_the_page_says() {
        let described = Value::parse("{'NAME': 'stars'}").unwrap();
        let page = element(
            &described,
            "<body {{attrs}} data-width=\"512\" data-height=\"256\">",
        );
        assert!(page.contains("src=\"pnacl/Debug/stars.nmf\" width=\"512\" height=\"256\""));
        assert!(element(&described, "<body>").contains("width=\"200\""));
    }
}
