//! Time limits and signals end a program at once on each engine, whatever it is doing.

use crate::{Folder, command, programs};
use pinnacle_testing::corpus;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A way to end a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Means {
    Timeout,
    Interrupt,
}

const ENGINES: &[&str] = if cfg!(feature = "wasmtime") {
    &["interp", "wasmtime", "tiered"]
} else {
    &["interp"]
};

/// Starts a command whose output is not read. SIGINT ends it even if the tests themselves were
/// started with it ignored, as shells do for background jobs: children inherit that.
fn spawn(command: &Command) -> Child {
    const RESTORE: &str = "--default-signal=INT";
    let restored = Command::new("env").args([RESTORE, "true"]).output();
    let mut started = if restored.is_ok_and(|output| output.status.success()) {
        let mut env = Command::new("env");
        env.arg(RESTORE).arg(command.get_program());
        env
    } else {
        Command::new(command.get_program())
    };
    started.args(command.get_args()).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => started.env(name, value),
            None => started.env_remove(name),
        };
    }
    let started = started.stdout(Stdio::piped()).stderr(Stdio::null());
    started.spawn().expect("the command runs")
}

/// Starts a program.
fn start(engine: &str, means: Means, arguments: &[&str]) -> Child {
    let mut command = command();
    command.args(["run", "--no-cache", "--engine", engine]);
    if means == Means::Timeout {
        command.args(["--timeout", "300ms"]);
    }
    spawn(command.args(arguments))
}

/// Asserts that a command ends soon.
fn ends(mut child: Child, means: Means, what: &str) {
    if means == Means::Interrupt {
        std::thread::sleep(Duration::from_millis(400));
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(
            sent.expect("kill runs").success(),
            "{what} has ended before"
        );
    }
    let began = Instant::now();
    let unread = child.stdout.take();
    let status = child.wait().expect("the command ends");
    drop(unread);
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{what}: {means:?}"
    );
    let (code, signal) = match means {
        Means::Timeout => (Some(137), None),
        Means::Interrupt => (None, Some(2)),
    };
    assert_eq!((status.code(), status.signal()), (code, signal), "{what}");
}

fn ends_by_both(what: &str, arguments: &[&str]) {
    for engine in ENGINES {
        for means in [Means::Timeout, Means::Interrupt] {
            ends(
                start(engine, means, arguments),
                means,
                &format!("{what}, {engine}"),
            );
        }
    }
}

#[test]
fn a_program_that_computes() {
    let folder = Folder::new();
    ends_by_both("endless", &[&folder.file("a.pexe", programs::endless())]);
}

#[test]
fn a_program_whose_output_nobody_reads() {
    let folder = Folder::new();
    ends_by_both("flood", &[&folder.file("a.pexe", programs::flood())]);
}

#[test]
fn a_program_that_opens_a_pipe_to_which_nobody_writes() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").arg(folder.path("fifo")).status();
    assert!(made.expect("mkfifo runs").success());
    let program = folder.file("a.pexe", programs::reader("/d/fifo"));
    let given = format!("{}::/d", folder.path(""));
    ends_by_both("fifo", &["--dir", &given, &program]);
}

/// The program connects to a server that sends nothing, and waits for data.
#[test]
fn a_program_that_waits_for_the_network() {
    let Some(folder) = corpus::folder("corpus/pages/nacl-io-demo/pnacl/Release") else {
        return;
    };
    let program = folder.join("nacl_io_demo.pexe");
    let program = program.to_str().expect("the path is text");
    let server = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    server.set_nonblocking(true).expect("accept can be polled");
    let port = server.local_addr().expect("it is bound").port();
    let connect = format!(r#"{{"cmd":"connect","args":["127.0.0.1",{port}]}}"#);
    let receive = r#"{"cmd":"recv","args":[3,10]}"#;
    for engine in ENGINES {
        let options = ["--net=127.0.0.1", "--post", &connect, "--post", receive];
        let arguments = [&options[..], &["--until", "message:9", program]].concat();
        let mut child = start(engine, Means::Interrupt, &arguments);
        let connection = loop {
            if let Ok((connection, _)) = server.accept() {
                break connection;
            }
            let ended = child.try_wait().expect("its state is known");
            assert!(ended.is_none(), "{engine}: it did not connect: {ended:?}");
            std::thread::sleep(Duration::from_millis(10));
        };
        ends(child, Means::Interrupt, &format!("network, {engine}"));
        drop(connection);
    }
}

#[cfg(feature = "wasmtime")]
#[test]
fn a_program_that_is_being_compiled() {
    let folder = Folder::new();
    let program = folder.file("a.pexe", programs::long(40_000));
    for means in [Means::Timeout, Means::Interrupt] {
        ends(start("wasmtime", means, &[&program]), means, "compiling");
    }
    let out = folder.path("a.out");
    let mut command = command();
    let translate = command.args(["translate", "--to", "native", &program, "-o", &out]);
    ends(spawn(translate), Means::Interrupt, "translating");
    assert!(std::fs::metadata(&out).is_err(), "nothing is written");
}

/// Machine code needs more address space than small limits allow. The command says so at
/// once; it neither panics nor waits for a thread that never started.
#[cfg(target_os = "linux")]
#[test]
fn a_program_for_which_there_is_too_little_address_space() {
    let folder = Folder::new();
    let program = folder.file("a.pexe", programs::hello());
    let mut refused = 0;
    for kilobytes in [200_000, 300_000, 400_000, 1_000_000, 4_000_000] {
        let limit = format!("ulimit -v {kilobytes}; exec \"$@\"");
        for engine in ENGINES {
            let started = command();
            let mut limited = Command::new("timeout");
            limited.args(["30", "sh", "-c", &limit, "sh"]);
            limited.arg(started.get_program());
            limited.args(["run", "--no-cache", "--engine", engine, &program]);
            let output = limited.stdin(Stdio::null()).output().expect("it starts");
            let error = String::from_utf8_lossy(&output.stderr);
            let what = format!("{kilobytes} KB, {engine}: {error}");
            match output.status.code() {
                Some(0) => {}
                Some(2) => {
                    assert!(
                        error.contains("address space") || *engine == "interp",
                        "{what}"
                    );
                    assert!(error.contains("hint: "), "{what}");
                    refused += 1;
                }
                _ => panic!("{what}"),
            }
        }
    }
    assert!(refused > 0 || ENGINES.len() == 1, "a limit was too small");
}
