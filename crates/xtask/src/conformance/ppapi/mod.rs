//! Chromium's tests of Pepper in `ppapi/tests`: one program with a case for each function of the
//! API.
//!
//! An attribute of the element names the case, and the program posts its result as a message. The
//! page of the tests is on a local server. The suite `ppapi` runs the program without a screen, and
//! the scripts of the page do not run. The suite `ppapi-page` opens the page in Chromium.

mod cases;
mod server;
mod web_socket;

use super::browser::{self, Browser};
use super::options::Options;
use super::package;
use super::toolchain::{ENGINES, Toolchain, not_zero, short, truncated};
use super::{Judgement, Run, Suite, read};
use crate::process::Result;
use cases::Kind;
use server::{PAGE, Site};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) const SOURCE: &str = "`ppapi/tests` of Chromium of January 2023, with the list of \
     cases for NaCl of its browser test";

pub(super) const PAGE_SOURCE: &str = "`ppapi/tests` of Chromium of January 2023 and its page, \
     `test_case.html`, in Chromium with the script of Pinnacle";

/// Headers that Chromium's build has in addition to the SDK's, with the headers of ours that they
/// stand for.
const HEADERS: [(&str, &str); 2] = [
    (
        "native_client/src/untrusted/irt/irt.h",
        "#include <irt.h>\n",
    ),
    (
        "ppapi/native_client/src/untrusted/irt_stub/thread_creator.h",
        "#include <irt.h>\n#define PP_ThreadFunctions nacl_irt_ppapi_threads\n\
         #define thread_create create\n#define thread_join join\n",
    ),
];

/// Sources that only have to compile.
const COMPILED: [&str; 3] = [
    "test_c_includes.c",
    "test_cpp_includes.cc",
    "test_struct_sizes.c",
];

/// The beginnings of the names of cases that need sockets, or what Chrome gave to programs with
/// sockets only: the list of networks and the proxies.
const SOCKETS: [&str; 7] = [
    "HostResolver",
    "NetAddressPrivateUntrusted",
    "NetworkMonitor",
    "NetworkProxy",
    "TCPServerSocket",
    "TCPSocket",
    "UDPSocket",
];

/// The cases whose page is isolated, because it waits for answers of the program.
///
/// All cases wait on the main thread for events, for which the browser has to suspend it. In an
/// isolated page it can do so only for programs that are recorded.
const ISOLATED: [&str; 1] = ["MessageHandler"];

/// Compiler options, from `ppapi/BUILD.gn`.
const OPTIONS: [&str; 4] = [
    "-O1",
    "-w",
    "-DGL_GLEXT_PROTOTYPES",
    "-DPPAPI_TEST_IMPLEMENTATION",
];

const LIBRARIES: [&str; 4] = [
    "-lppapi_cpp_private",
    "-lppapi_gles2",
    "-lppapi_cpp",
    "-lppapi",
];

/// The manifest of the program, for the page of the tests.
const MANIFEST: &str =
    "{\"program\": {\"portable\": {\"pnacl-translate\": {\"url\": \"tests.pexe\"}}}}\n";

/// Prefix of the message with a result.
const RESULT: &str = "\"TESTING_MESSAGE:DidExecuteTests:";

struct Ppapi {
    /// Chromium's folder `ppapi`.
    folder: PathBuf,
    /// The names of the sources that make up the program.
    sources: Vec<String>,
    names: Vec<String>,
    kinds: Vec<Kind>,
    port: u16,
    /// The browser of the suite that opens the page.
    browser: Option<Browser>,
    /// The program, built on first use.
    program: OnceLock<Result<PathBuf>>,
}

/// Prepares the suite that runs the program without a screen.
pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let mut suite = Ppapi::new(options, "ppapi", None)?;
    suite.names.extend(COMPILED.map(str::to_owned));
    suite.kinds.extend(COMPILED.map(|_| Kind::Plain));
    Ok(Box::new(suite))
}

/// Prepares the suite that opens the page of the tests in Chromium.
pub(super) fn prepare_page(options: &Options) -> Result<Box<dyn Suite>> {
    let browser = Browser::start(options.timeout)?;
    Ok(Box::new(Ppapi::new(options, "ppapi-page", Some(browser))?))
}

/// Returns the folder in which the program is built.
fn program_folder() -> Result<PathBuf> {
    Ok(package::base()?.join("ppapi-program"))
}

/// Returns the sources of the program for Native Client: the common ones, and those of its own
/// target.
fn sources(build: &str) -> Vec<String> {
    let list = |begin: &str| {
        let rest = build.split_once(begin).map_or("", |(_, rest)| rest);
        let inside = rest
            .split_once("defines")
            .map_or(rest, |(inside, _)| inside);
        let inside = inside
            .split_once("\n]\n")
            .map_or(inside, |(inside, _)| inside);
        inside
            .split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let mut found: Vec<String> = list("test_common_source_files = [");
    found.extend::<Vec<String>>(list("nacl_test_data(\"ppapi_nacl_tests\") {"));
    let names = found.iter().filter_map(|path| path.strip_prefix("tests/"));
    let is_program =
        |name: &&str| (name.ends_with(".cc") || name.ends_with(".c")) && !COMPILED.contains(name);
    names.filter(is_program).map(str::to_owned).collect()
}

impl Suite for Ppapi {
    fn cases(&self) -> &[String] {
        &self.names
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let at = self.names.iter().position(|name| name == case);
        let kind = at.map_or(Kind::Plain, |at| self.kinds[at]);
        if kind == Kind::Mocked {
            let reason = "needs a network service that fails on purpose";
            return Ok(Judgement::NotApplicable(reason.to_owned()));
        }
        if COMPILED.contains(&case) {
            let failure = self.compile(case, toolchain, scratch)?;
            let configuration = String::from("compiled");
            return Ok(Judgement::Judged(vec![Run {
                configuration,
                failure,
            }]));
        }
        let program = self.program.get_or_init(|| self.build(toolchain));
        let program = program.as_ref().map_err(Clone::clone)?;
        if let Some(browser) = &self.browser {
            if SOCKETS.iter().any(|group| case.starts_with(group)) && kind == Kind::Plain {
                let reason = "needs sockets, which browsers do not give to pages";
                return Ok(Judgement::NotApplicable(reason.to_owned()));
            }
            let failure = self.open(case, browser)?;
            let configuration = String::from("page");
            return Ok(Judgement::Judged(vec![Run {
                configuration,
                failure,
            }]));
        }
        let runs = ENGINES.map(|engine| {
            let failure = self.run(case, kind, engine, program, toolchain, scratch)?;
            Ok(Run {
                configuration: engine.to_owned(),
                failure,
            })
        });
        let runs: Result<Vec<Run>> = runs.into_iter().collect();
        Ok(Judgement::Judged(runs?))
    }
}

impl Ppapi {
    fn new(options: &Options, suite: &str, browser: Option<Browser>) -> Result<Ppapi> {
        let from = options.given(suite, "with Chromium's ppapi and chrome/test/ppapi")?;
        let folder = from.join("ppapi");
        let listed = cases::listed(&read(&from.join("chrome/test/ppapi/ppapi_browsertest.cc"))?);
        let (names, kinds) = listed.into_iter().unzip();
        let program = browser.as_ref().map(|_| program_folder()).transpose()?;
        let site = Site {
            folder: folder.join("tests"),
            program,
        };
        Ok(Ppapi {
            sources: sources(&read(&folder.join("BUILD.gn"))?),
            port: server::start(&site)?,
            folder,
            names,
            kinds,
            browser,
            program: OnceLock::new(),
        })
    }

    /// Compiles all sources and links the program. Objects and a program from an earlier run with
    /// the same command are reused. Sources that cannot be compiled are left out, so their cases
    /// fail.
    fn build(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        let folder = program_folder()?;
        let program = folder.join("tests.pexe");
        let from = |source: &str| self.folder.join("tests").join(source);
        let said = |error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(said)?;
        fs::write(folder.join("ppapi_nacl_tests_pnacl.nmf"), MANIFEST).map_err(said)?;
        let mut objects = Vec::new();
        let mut is_linked = program.exists();
        for source in &self.sources {
            let object = format!("{source}.o");
            if toolchain.is_made(&folder.join(&object), &from(source)) {
                objects.push(object);
                continue;
            }
            is_linked = false;
            match self.compile(source, toolchain, &folder)? {
                None => objects.push(object),
                Some(failure) => println!("ppapi: {source}: {failure}"),
            }
        }
        if is_linked {
            return Ok(program);
        }
        let _ = fs::remove_file(&program);
        let mut words = ["c++", "-O1", "-o", "tests.pexe"]
            .map(str::to_owned)
            .to_vec();
        words.extend(objects);
        words.extend(LIBRARIES.map(str::to_owned));
        let linked = toolchain.pinnacle(&words, &folder)?;
        match linked.is_good() {
            true => Ok(program),
            false => Err(format!("the tests cannot be linked: {}", linked.message())),
        }
    }

    /// Compiles a source to an object in the folder `scratch`. Returns the error if that fails.
    fn compile(
        &self,
        source: &str,
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<Option<String>> {
        self.write_headers(scratch)?;
        let driver = if source.ends_with(".c") { "cc" } else { "c++" };
        let mut words = vec![driver.to_owned()];
        words.extend(OPTIONS.map(str::to_owned));
        words.extend(["-Iinclude", "-c", "-o"].map(str::to_owned));
        words.push(format!("{source}.o"));
        words.push(format!("include/ppapi/tests/{source}"));
        let compiled = toolchain.pinnacle(&words, scratch)?;
        let failure = format!("not compiled: {}", short(compiled.message()));
        Ok((!compiled.is_good()).then_some(failure))
    }

    /// Makes a folder with the tests' own headers, without Chromium's headers of Pepper.
    fn write_headers(&self, scratch: &Path) -> Result<()> {
        let include = scratch.join("include");
        for (path, text) in HEADERS {
            let path = include.join(path);
            let folder = path.parent().unwrap_or(&include);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let link = include.join("ppapi/tests");
        if link.exists() {
            return Ok(());
        }
        let made = std::os::unix::fs::symlink(self.folder.join("tests"), &link);
        made.map_err(|error| format!("{}: {error}", link.display()))
    }

    /// Opens the page of the tests for a case. Returns its failure, if any.
    fn open(&self, case: &str, browser: &Browser) -> Result<Option<String>> {
        let port = self.port;
        let socket = format!("websocket_host=127.0.0.1&websocket_port={port}");
        let isolated = if ISOLATED.contains(&case) {
            browser::IS_ISOLATED
        } else {
            ""
        };
        let query = format!("mode=nacl_pnacl&testcase={case}&{socket}{isolated}");
        let reported = browser.open(&format!("http://127.0.0.1:{port}/{PAGE}?{query}"))?;
        Ok(match reported {
            Ok(result) if result == "PASS" => None,
            Ok(result) | Err(result) => Some(truncated(&result)),
        })
    }

    /// Runs a case like the page of the tests. Returns its failure, if any.
    fn run(
        &self,
        case: &str,
        kind: Kind,
        engine: &str,
        program: &Path,
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<Option<String>> {
        let port = self.port;
        let query = format!("mode=nacl_pnacl&testcase={case}");
        let page = format!("http://127.0.0.1:{port}/{PAGE}?{query}");
        let program = program.to_string_lossy();
        let mut words: Vec<String> = ["run", &program, "--engine", engine, "--quiet"]
            .into_iter()
            .chain([
                "--view",
                "80x80",
                "--messages",
                "messages.txt",
                "--page-url",
                &page,
            ])
            .map(str::to_owned)
            .collect();
        let attributes = [
            ("testcase", case),
            ("mode", "nacl_pnacl"),
            ("protocol", "http:"),
            ("websocket_host", "127.0.0.1"),
            ("websocket_port", &port.to_string()),
        ];
        words.extend(attributes.map(|(name, value)| format!("--attr={name}={value}")));
        if kind != Kind::WithoutSockets {
            words.push("--net".to_owned());
        }
        let ended = toolchain.engine(&words, scratch)?;
        let messages = read(&scratch.join("messages.txt")).unwrap_or_default();
        let result = messages.lines().find_map(|line| line.strip_prefix(RESULT));
        Ok(match result.map(|result| result.trim_end_matches('"')) {
            Some("PASS") => None,
            Some(result) => Some(short(result)),
            None => Some(not_zero(&ended).unwrap_or("ended without a result".to_owned())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_are_those_of_the_target_for_nacl() {
        let build = "test_common_source_files = [\n  \"lib/gl/gles2.c\",\n  \
            \"tests/test_core.cc\",\n  \"tests/test_core.h\",\n  \
            \"tests/test_c_includes.c\",\n]\n\
            sources += [ \"tests/test_buffer.cc\" ]\n\
            nacl_test_data(\"ppapi_nacl_tests\") {\n      include_dirs = [ \"lib\" ]\n\
            sources += [ \"tests/test_stack.cc\" ]\n defines = [ \"A\" ]\n";
        assert_eq!(sources(build), ["test_core.cc", "test_stack.cc"]);
    }
}
