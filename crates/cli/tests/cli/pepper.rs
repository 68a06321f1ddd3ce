//! `pinnacle run` with programs for browsers. They are in the corpus next to the repository. Tests
//! whose program is missing print a note and pass.

use crate::{Folder, Seen, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::corpus;

const ENGINES: [&str; 2] = ["interp", "wasmtime"];

/// Returns the path of a file of the corpus; `None` if it is missing.
fn real(name: &str) -> Option<String> {
    let path = corpus::folder("corpus")?.join(name);
    Some(path.to_str()?.to_owned())
}

/// Runs a program on both engines, and asserts that the results are equal.
fn run(file: &str, options: &[&str]) -> Seen {
    let mut runs = ENGINES.map(|engine| {
        let words = [&["run", "--engine", engine][..], options, &[file]].concat();
        pinnacle(&words)
    });
    assert_eq!(
        runs[0].stdout, runs[1].stdout,
        "{}{}",
        runs[0].stderr, runs[1].stderr
    );
    assert_eq!(
        runs[0].status, runs[1].status,
        "{}{}",
        runs[0].stderr, runs[1].stderr
    );
    std::mem::replace(
        &mut runs[0],
        Seen {
            status: 0,
            stdout: String::new(),
            stderr: String::new(),
        },
    )
}

#[test]
fn a_program_answers_messages() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let posts = [
        "--post", "1", "--post", "1.5", "--post", "\"x\"", "--post", "41",
    ];
    let seen = run(&counter, &[&posts[..], &["--messages", "-"]].concat());
    assert_eq!(
        (seen.status, &*seen.stdout),
        (0, "1\n2\n43\n"),
        "{}",
        seen.stderr
    );
}

#[test]
fn options_may_follow_a_program_of_the_browser() {
    let Some(hello) = real("ppapi/hello_tutorial.pexe") else {
        return;
    };
    let seen = pinnacle(&["run", &hello, "--post", "\"hello\"", "--messages", "-"]);
    assert_eq!((seen.status, &*seen.stdout), (0, "\"Hello from NaCl!\"\n"));
    pinnacle(&["run", &hello, "--nonsense"]).refuses(2, &["--nonsense"]);
}

/// Code that is not ready when the run ends is compiled in the background, for the next run. The
/// program is interpreted for more than 200 frames before that begins.
#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn a_run_does_not_wait_for_the_compiler_and_the_next_one_has_its_code() {
    let Some(demo) = real("ppapi/oryol-ImGuiDemo.pexe") else {
        return;
    };
    let folder = Folder::new();
    let cache = folder.path("cache");
    let entries = || {
        let entries = std::fs::read_dir(&cache).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let is_entry = |path: &std::path::PathBuf| path.extension().is_some_and(|e| e == "entry");
        paths.filter(is_entry).count()
    };
    let run = || {
        let mut run = crate::command();
        run.env("PINNACLE_CACHE_DIR", &cache);
        run.args(["run", &demo, "--until", "frame:250"]);
        // The background compiler must not hold this pipe open, or the test would wait for it.
        Seen::new(run.output().unwrap())
    };
    assert_eq!(run().status, 0);
    assert_eq!(entries(), 0, "the run waited for the compiler");
    for _ in 0..1200 {
        if entries() > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(entries(), 1, "nobody compiled");
    assert_eq!(run().status, 0);
    assert_eq!(entries(), 1);
}

#[test]
fn options_may_follow_a_program_from_standard_input() {
    let program = programs::pepper_hello();
    let seen = pinnacle_reading(&["run", "-", "--post", "5", "--messages", "-"], &program);
    // Standard output carries the messages, so the program's output goes to standard error.
    let found = (seen.status, &*seen.stdout, &*seen.stderr);
    assert_eq!(found, (0, "", "hello\n"));
    let seen = pinnacle_reading(&["run", "-", "--post", "{"], &program);
    seen.refuses(2, &["--post"]);
    // For a console program, these words are its arguments.
    let seen = pinnacle_reading(&["run", "-", "--post", "{"], &programs::hello());
    assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
}

#[test]
fn a_timeout_after_the_file_counts() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", programs::pepper_flood());
    let null = std::fs::File::create("/dev/null").unwrap();
    for engine in ["interp", "wasmtime", "tiered"] {
        let mut run = crate::command();
        run.args(["run", "--engine", engine, &path, "--timeout", "300ms"]);
        let output = run.stdout(null.try_clone().unwrap()).output().unwrap();
        // On a busy machine, the limit may pass before the program is recognised as a browser
        // program.
        let status = output.status.code();
        assert!(matches!(status, Some(124 | 137)), "{engine}: {status:?}");
    }
}

#[test]
fn a_program_of_the_browser_has_no_arguments() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", programs::pepper_hello());
    for engine in ENGINES {
        let seen = pinnacle(&["run", "--engine", engine, &path, "one", "--post", "5"]);
        seen.refuses(2, &["takes no arguments", "\"one\"", "hint: "]);
        let seen = pinnacle(&["run", "--engine", engine, "--element", "a", &path]);
        seen.refuses(2, &["--element a", "is not a page"]);
    }
}

#[test]
fn options_for_programs_of_the_browser_are_refused_for_others() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", programs::hello());
    let shown = folder.path("a.png");
    for engine in ["interp", "wasmtime", "tiered"] {
        for (option, value) in [
            ("--view", "10x10"),
            ("--post", "1"),
            ("--messages", "-"),
            ("--script", "none"),
            ("--screenshot", &*shown),
            ("--frames", "none"),
            ("--film", &*shown),
            ("--sound", "none.wav"),
            ("--until", "load"),
            ("--clock", "real"),
            ("--storage", "none"),
            ("--urls", "none"),
            ("--net", "none"),
            ("--attr", "a=b"),
            ("--element", "a"),
            ("--trace", "pepper"),
        ] {
            let given = format!("{option}={value}");
            let seen = pinnacle(&["run", "--engine", engine, &given, &path]);
            seen.refuses(2, &[option, "is for browser programs"]);
            assert_eq!(seen.stdout, "");
        }
    }
    assert!(std::fs::metadata(&shown).is_err());
}

#[test]
fn contradictory_options_are_refused() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", programs::pepper_hello());
    let script = folder.file("a.jsonl", "{\"post\":1}\n");
    for option in [["--post", "1"], ["--script", &script]] {
        let seen = pinnacle(&[&["run", "--until", "load"][..], &option, &[&path]].concat());
        seen.refuses(2, &[option[0], "--until load", "hint: "]);
    }
    let words = ["run", "--no-cache", "--cache-size", "1k", &path];
    pinnacle(&words).refuses(2, &["--cache-size", "--no-cache"]);
    pinnacle(&["run", "--until", "message:0", &path]).refuses(2, &["message:N"]);
}

#[test]
fn a_film_in_a_format_that_is_not_written_is_refused() {
    for (option, words) in [
        (
            "--film=x.mp4",
            "cannot write .mp4, expected a name that ends in .png or .apng or .y4m; for another \
             format, write a .y4m and convert it, for example with `ffmpeg -i x.y4m -pix_fmt \
             yuv420p x.mp4`",
        ),
        (
            "--screenshot=x.jpg",
            "cannot write .jpg, expected a name that ends in .png",
        ),
        ("--sound=x.mp3", "cannot write .mp3"),
        ("--screenshot=-", "name a file"),
    ] {
        pinnacle(&["run", option, "x.pexe"]).refuses(2, &[words]);
    }
}

#[test]
fn a_url_that_is_not_loaded_is_told_once() {
    let Some(loader) = real("ppapi/url_loader.pexe") else {
        return;
    };
    let words = ["--post", "\"getUrl:x\"", "--post", "\"getUrl:x\""];
    let seen = run(&loader, &words);
    let told = ": the program is not allowed to use the network; --net=HOST allows it\n";
    assert_eq!(seen.stderr.matches(told).count(), 1, "{}", seen.stderr);
    assert!(
        seen.stderr.starts_with("cannot load http"),
        "{}",
        seen.stderr
    );
}

#[test]
fn a_page_and_its_manifest_lead_to_the_program() {
    let Some(manifest) = real("pages/hello-tutorial/hello_tutorial.nmf") else {
        return;
    };
    let options = ["--post", "\"hello\"", "--messages", "-"];
    let expected = "\"Hello from NaCl!\"\n";
    assert_eq!(run(&manifest, &options).stdout, expected);
    let folder = Folder::new();
    let site = manifest.strip_suffix("/hello_tutorial.nmf").unwrap();
    let page = "<embed id=a type=application/x-pnacl src=none.nmf>\
                <embed id=b type=application/x-pnacl src='/hello_tutorial.nmf'>";
    let page = folder.file("page.html", page.as_bytes());
    let options = [&options[..], &["--urls", site, "--element", "b"]].concat();
    assert_eq!(run(&page, &options).stdout, expected);
    pinnacle(&["run", &page, "--element", "c"]).refuses(2, &["the id \"c\"", "a, b"]);
}

/// Returns a manifest with a program.
fn manifest(url: &str) -> String {
    format!("{{\"program\":{{\"portable\":{{\"pnacl-translate\":{{\"url\":{url:?}}}}}}}}}")
}

#[test]
fn a_page_names_no_file_outside_of_its_site() {
    let folder = Folder::new();
    folder.file("a.pexe", b"PEXE");
    let out = folder.file("a.nmf", manifest("a.pexe").as_bytes());
    std::fs::create_dir(folder.path("site")).unwrap();
    folder.file("site/a.nmf", manifest("../../a.pexe").as_bytes());
    for source in [
        "a.nmf",
        "../a.nmf",
        "%2e%2e/a.nmf",
        "..%2fa.nmf",
        "..\\a.nmf",
        "../../../../etc/hostname",
        "file:///etc/hostname",
        &out,
        &format!("file://{out}"),
    ] {
        let page = format!("<embed type=application/x-pnacl src='{source}'>");
        let page = folder.file("site/p.html", page.as_bytes());
        let site = folder.path("site");
        for options in [&["run", "--urls", &site, &page][..], &["run", &page]] {
            pinnacle(options).refuses(2, &["error: "]);
        }
    }
}

#[test]
fn manifests_are_refused_as_in_a_page() {
    let folder = Folder::new();
    for (text, words) in [
        (
            "{",
            "manifest JSON parsing failed: Line: 1, column: 1, Syntax error.",
        ),
        (
            "{\"program\":{\"x86-64\":{\"url\":\"a\"}}}",
            "manifest: no version of program given for portable.",
        ),
        (
            "{\"program\":{\"portable\":{\"pnacl-translate\":{\"url\":\"a\",\"optlevel\":\"2\"}}}}",
            "has non-numeric value '\"2\"' for key 'optlevel'.",
        ),
        (
            "{\"files\":[],\"program\":{\"portable\":{\"pnacl-translate\":{\"url\":\"a\"}}}}",
            "manifest: 'files' is not a dictionary.",
        ),
    ] {
        let manifest = folder.file("a.nmf", text.as_bytes());
        pinnacle(&["run", &manifest]).refuses(2, &[words]);
    }
}

#[test]
fn a_script_posts_and_expects() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let folder = Folder::new();
    let right =
        "{\"post\":5}\n{\"expect\":5}\n{\"at\":2,\"post\":1}\n{\"after\":6,\"stop\":true}\n";
    let script = folder.file("right.jsonl", right.as_bytes());
    let seen = run(&counter, &["--script", &script]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));

    let script = folder.file("wrong.jsonl", b"{\"post\":5}\n{\"expect\":{\"a\":5}}\n");
    let seen = run(&counter, &["--script", &script]);
    let told = "error: line 2 of the script: expected a dictionary, found 5\n- {\"a\":5}\n+ 5\n";
    assert_eq!((seen.status, &*seen.stderr), (3, told));

    let script = folder.file("bad.jsonl", b"\n{\"pots\":5}\n");
    let seen = pinnacle(&["run", "--script", &script, &counter]);
    seen.refuses(2, &["bad.jsonl", "line 2", "unexpected field \"pots\""]);
}

#[test]
fn hashes_are_those_of_the_reference_library() {
    let Some(argon2) = real("ppapi/argon2.pexe") else {
        return;
    };
    for (ty, hash) in [
        (
            0,
            "2e2e5e05fe57ac2cf472ecd045ef687e562a980fd50339b389c870e1962bbc45",
        ),
        (
            1,
            "95466cc4f92f874954617eec0aa1195d22980abd625e5cac44763ae3a9cb6ab7",
        ),
    ] {
        let post = format!(
            "{{\"pass\":\"password\",\"salt\":\"somesalt\",\"time\":1,\"mem\":1024,\
             \"hashLen\":32,\"parallelism\":1,\"type\":{ty}}}"
        );
        let seen = run(&argon2, &["--post", &post, "--messages", "-"]);
        assert!(seen.stdout.contains(hash), "{}{}", seen.stdout, seen.stderr);
    }
}

#[test]
fn whole_numbers_are_doubles_where_the_element_or_the_command_line_says_so() {
    let Some(webpenc) = real("ppapi/webpenc.pexe") else {
        return;
    };
    let post = "{\"rgba\":{\"$bytes\":\"AAAAAA==\"},\"id\":1,\"width\":1,\"height\":1,\
                \"quality\":\"lossless\"}";
    let element = ["--attr", "data-numbers=double"];
    for (options, takes) in [
        (vec![], true),
        (vec!["--numbers", "int32"], true),
        (vec!["--numbers", "double"], false),
        (element.to_vec(), false),
        ([&element[..], &["--numbers", "int32"]].concat(), true),
    ] {
        let all = [&["--post", post, "--messages", "-"], &options[..]].concat();
        let seen = run(&webpenc, &all);
        // This program rejects numbers that are not int32.
        let refused = seen.stdout.contains("is not int");
        assert_eq!(
            refused, !takes,
            "{options:?}: {}{}",
            seen.stdout, seen.stderr
        );
    }
    for (script, element, takes) in [
        ("", "", true),
        ("data-numbers=double", "", false),
        ("", "data-numbers=double", false),
        ("data-numbers=double", "data-numbers=int32", true),
    ] {
        let folder = Folder::new();
        folder.file("webpenc.pexe", std::fs::read(&webpenc).unwrap());
        let manifest = r#"{"program":{"portable":{"pnacl-translate":{"url":"webpenc.pexe"}}}}"#;
        folder.file("webpenc.nmf", manifest);
        let html = format!(
            "<script src=pinnacle.js {script}></script>\
             <embed type=application/x-pnacl src=webpenc.nmf {element}>"
        );
        let page = folder.file("page.html", html);
        let seen = run(&page, &["--post", post, "--messages", "-"]);
        let refused = seen.stdout.contains("is not int");
        assert_eq!(refused, !takes, "{script:?}, {element:?}: {}", seen.stderr);
    }
    let seen = run(&webpenc, &["--post", post, "--attr", "data-numbers=float"]);
    let warning = "data-numbers must be \"int32\" or \"double\", found \"float\"";
    assert!(seen.stderr.contains(warning), "{}", seen.stderr);
}

#[test]
fn runs_with_threads_repeat() {
    let Some(monte_carlo) = real("ppapi/monte_carlo.pexe") else {
        return;
    };
    let post = "{\"cmd\":\"sim\",\"nPts\":1000,\"model\":\"Circle\"}";
    let options = ["--post", post, "--messages", "-"];
    let once = run(&monte_carlo, &options);
    assert_eq!(once.stdout.lines().count(), 12, "{}", once.stdout);
    assert!(once.stdout.ends_with("{\"Type\":\"completed\"}\n"));
    assert_eq!(run(&monte_carlo, &options).stdout, once.stdout);
}

#[test]
fn a_run_can_be_written_down() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let seen = run(&counter, &["--post", "1", "--trace", "pepper"]);
    for words in ["PPB_Messaging;1.", ".PostMessage(", "held at the end"] {
        assert!(
            seen.stderr.contains(words),
            "no {words:?} in {}",
            seen.stderr
        );
    }
}

#[test]
fn wrong_options_are_refused() {
    for (option, value, words) in [
        ("--post", "{", "EOF"),
        ("--view", "10", "WIDTHxHEIGHT"),
        ("--until", "later", "expected load"),
        ("--attr", "x", "NAME=VALUE"),
        ("--clock", "sun", "virtual"),
    ] {
        pinnacle(&["run", option, value, "x.pexe"]).refuses(2, &[words]);
    }
}
