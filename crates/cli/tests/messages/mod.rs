//! Programs that exchange messages with an engine, as under Native Client's loader.
//!  The tests encode messages by hand. They therefore compare the format with that of the original
//!  engines, not with this command's own code.

mod engine;

use crate::toolchain::{Toolchain, run};
use engine::{Engine, Kind, memory, socket_pair};
use libtest_mimic::{Failed, Trial};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

pub(crate) fn trials(toolchain: &'static Toolchain) -> impl Iterator<Item = Trial> {
    type Test = fn(&Toolchain, &Game) -> Result<(), Failed>;
    let tests: [(&str, Test); 5] = [
        ("the_loader_runs_a_game", loader),
        ("the_interpreter_has_no_memory_to_share", interpreter),
        ("hostile_messages_are_errors_of_the_game", hostile),
        ("ends_are_seen_on_both_sides", ends),
        ("threads_wait_by_system_calls", threads),
    ];
    tests.into_iter().map(move |(name, test)| {
        Trial::test(format!("messages/{name}"), move || {
            static GAME: OnceLock<Game> = OnceLock::new();
            test(toolchain, GAME.get_or_init(|| Game::new(toolchain)))
        })
    })
}

/// A program as a portable file and as translated code.
struct Game {
    folder: TempDir,
}

impl Game {
    fn new(toolchain: &Toolchain) -> Game {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("game.c");
        fs::write(&source, include_str!("game.c")).expect("a file");
        let mut compiler = toolchain.compiler("cc");
        compiler.arg("-O1").arg(source).arg("-o");
        run(compiler.arg(folder.path().join("game.pexe"))).expect("a program");
        Game { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the command that runs the program on an engine of this project.
    fn command(&self, toolchain: &Toolchain, engine: &str) -> Command {
        let mut command = toolchain.pinnacle();
        command.args([
            "run",
            "--nacl-syscalls",
            "--timeout",
            "120s",
            "--fd",
            "100:0",
        ]);
        command.args(["--argv0", "game", "--engine", engine]);
        command.arg(self.path("game.pexe")).arg("100");
        command
    }
}

/// Returns the command under the name of an original tool, as an engine starts it.
fn original(toolchain: &Toolchain, name: &Path) -> Command {
    let pinnacle = toolchain.pinnacle();
    let mut command = Command::new(name);
    for (name, value) in pinnacle.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command
}

fn loader(toolchain: &Toolchain, game: &Game) -> Result<(), Failed> {
    let bootstrap = game.path("nacl_helper_bootstrap");
    symlink(toolchain.pinnacle().get_program(), &bootstrap)?;
    let mut translator = toolchain.pinnacle();
    translator
        .arg("pnacl-translate")
        .arg(game.path("game.pexe"));
    run(translator.arg("-o").arg(game.path("game.nexe")))?;

    let mut command = original(toolchain, &bootstrap);
    command.args([
        "./nacl_loader",
        "--r_debug=0xXXXXXXXX",
        "--reserved_at_zero=0xXXXXXXXX",
    ]);
    command.args(["-B", "irt_core.nexe", "-e", "-i", "100:0", "-Q", "--"]);
    command.arg(game.path("game.nexe")).arg("100");
    talk(Engine::start(command)?)?;
    talk(Engine::start(game.command(toolchain, "wasmtime"))?)
}

/// Makes every request that the game understands.
fn talk(engine: Engine) -> Result<(), Failed> {
    let name = engine.receive()?.text();
    assert!(name == "NaClMain" || name == "game", "{name}");

    let (shared, file) = memory(b"from the engine", 0x1_1000)?;
    engine.send(b"map", vec![(Kind::Memory(0x1_1000), shared)])?;
    assert_eq!(engine.receive()?.text(), "69632 bytes, from the engine");
    let mut found = [0; 13];
    file.read_exact_at(&mut found, 100)?;
    assert_eq!(&found, b"from the game");
    file.write_all_at(b"seen at once\0", 0)?;
    assert_eq!(engine.ask(b"look")?, "seen at once");
    assert_eq!(engine.ask(b"unmap")?, "0");
    file.read_exact_at(&mut found, 0)?;
    assert_eq!(
        &found, b"seen at once\0",
        "the game wrote to memory of its own"
    );

    let mut path = tempfile::NamedTempFile::new()?;
    std::io::Write::write_all(&mut path, b"a line")?;
    let opened = File::open(path.path())?.into();
    engine.send(b"file", vec![(Kind::File(0), opened)])?;
    assert_eq!(engine.receive()?.text(), "a line, read only");

    let (mine, theirs) = socket_pair()?;
    engine.send(b"socket", vec![(Kind::Socket, theirs)])?;
    assert_eq!(engine.receive()?.text(), "sent");
    assert_eq!(engine::receive(&mine)?.text(), "direct");

    engine.send(b"create", Vec::new())?;
    let mut message = engine.receive()?;
    assert_eq!(message.text(), "memory");
    let memory = [7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0xff];
    assert_eq!(message.descriptors[..14], memory);
    let memory = File::from(message.files.remove(0));
    let mut found = [0; 16];
    memory.read_exact_at(&mut found, 0)?;
    assert_eq!(&found, b"made by the game");
    assert_eq!(engine.ask(b"pair")?, "itself, then -5");

    let long = vec![b'.'; 4000];
    assert!(engine.ask(&long)?.starts_with("4000 bytes: ..."));
    engine.send(b"quit", Vec::new())?;
    let (status, output) = engine.end()?;
    assert_eq!((status, &*output), (Some(7), ""));
    Ok(())
}

fn interpreter(toolchain: &Toolchain, game: &Game) -> Result<(), Failed> {
    let engine = Engine::start(game.command(toolchain, "interp"))?;
    assert_eq!(engine.receive()?.text(), "game");
    let (shared, _) = memory(b"from the engine", 0x1_0000)?;
    engine.send(b"map", vec![(Kind::Memory(0x1_0000), shared)])?;
    assert_eq!(engine.receive()?.text(), "no memory 19");
    assert_eq!(engine.ask(b"pair")?, "itself, then -5");
    engine.send(b"quit", Vec::new())?;
    assert_eq!(engine.end()?.0, Some(7));
    Ok(())
}

fn hostile(toolchain: &Toolchain, game: &Game) -> Result<(), Failed> {
    let engine = Engine::start(game.command(toolchain, "interp"))?;
    engine.receive()?;
    let header = |magic: u32, len: u32| {
        let mut bytes = [magic.to_le_bytes(), len.to_le_bytes()].concat();
        bytes.resize(16, 0);
        bytes
    };
    let with = |data: &[u8]| [&header(engine::MAGIC, data.len() as u32), data].concat();
    let many = with(&[0; 16]);
    let huge = with(&[
        7, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    ]);
    for (bytes, what) in [
        (b"x".to_vec(), "no header"),
        (header(0xd3c0_de02, 0), "another magic number"),
        (header(engine::MAGIC, 1), "less data than announced"),
        (header(engine::MAGIC, u32::MAX), "far less data"),
        (with(&[0x63; 16]), "no such descriptor"),
        (with(&[2, 0, 0]), "half a descriptor"),
        (with(&[13, 0, 0, 0, 0]), "a descriptor that did not come"),
        (many, "more than eight descriptors"),
        (huge.clone(), "memory that did not come"),
    ] {
        engine.send_raw(&bytes, &[])?;
        assert_eq!(engine.receive()?.text(), "error 5", "{what}");
    }
    let (small, _) = memory(b"", 16)?;
    engine.send_raw(&huge, &[small])?;
    assert_eq!(
        engine.receive()?.text(),
        "error 5",
        "less memory than announced"
    );
    let (_mine, theirs) = socket_pair()?;
    engine.send(b"x", vec![(Kind::Memory(1), theirs)])?;
    assert_eq!(
        engine.receive()?.text(),
        "error 5",
        "a socket is not memory"
    );
    assert_eq!(engine.ask(b"alive")?, "5 bytes: alive");
    Ok(())
}

fn ends(toolchain: &Toolchain, game: &Game) -> Result<(), Failed> {
    let engine = Engine::start(game.command(toolchain, "interp"))?;
    engine.receive()?;
    let (status, output) = engine.end()?;
    assert_eq!(
        (status, &*output),
        (Some(5), "sent -5\n"),
        "the engine was gone"
    );

    let mut engine = Engine::start(game.command(toolchain, "interp"))?;
    engine.receive()?;
    engine.kill()?;
    assert!(engine.receive()?.bytes.is_empty(), "the game was gone");
    Ok(())
}

/// Tests the loader's mutexes, condition variables, semaphores and futexes on both engines.
fn threads(toolchain: &Toolchain, game: &Game) -> Result<(), Failed> {
    let (source, program) = (game.path("calls.c"), game.path("calls.pexe"));
    fs::write(&source, include_str!("calls.c"))?;
    let mut compiler = toolchain.compiler("cc");
    run(compiler.arg("-O1").arg(source).arg("-o").arg(&program))?;
    for engine in ["interp", "wasmtime"] {
        let mut command = toolchain.pinnacle();
        command.args([
            "run",
            "--nacl-syscalls",
            "--timeout",
            "120s",
            "--engine",
            engine,
        ]);
        let output = run(command.arg(&program))?;
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "2000 rounds, 1, 1\n",
            "{engine}"
        );
    }
    Ok(())
}
