//! Programs in a window on a virtual X11 display: `pinnacle run --window`, and executables from
//! `pinnacle bundle`. Needs Xvfb, and xdotool for mouse and keyboard events.

use crate::toolchain::{Toolchain, run};
use libtest_mimic::{Failed, Trial};
use pinnacle_testing::skip::skip;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The script for a run in which the user draws a stroke. It waits for the message about it and
/// then ends the run.
const SCRIPT: &str = "{\"expect\": {\"$any\": true}}\n{\"stop\": true}\n";

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    vec![
        Trial::test("window/mouse", || by_run(toolchain)),
        Trial::test("window/restored", || restored(toolchain)),
        Trial::test("window/input_method", || with_input_method(toolchain)),
        Trial::test("window/executable", || by_executable(toolchain)),
        Trial::test("window/nothing_to_do", || with_nothing_to_do(toolchain)),
        Trial::test("window/no_display", || without_display(toolchain)),
    ]
}

/// A virtual display, which ends when this value is dropped.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a display. Returns `None` if Xvfb or xdotool is missing.
    fn start() -> Result<Option<Display>, Failed> {
        let has = |name: &str| {
            let mut command = Command::new(name);
            command
                .arg("-help")
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.status().is_ok()
        };
        if !has("Xvfb") || !has("xdotool") {
            skip("Xvfb and xdotool are not installed");
            return Ok(None);
        }
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "800x600x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = server.stdout.take().ok_or("no standard output")?;
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number)?;
        let name = format!(":{}", number.trim());
        Ok(Some(Display { server, name }))
    }

    fn within<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
    }

    /// Waits for the window, and draws a line from one point of it to another.
    fn draw(&self, title: &str) -> Result<(), Failed> {
        let window = format!("^{title}$");
        let mut user = Command::new("xdotool");
        user.args(["search", "--sync", "--onlyvisible", "--name", &window]);
        user.args(["mousemove", "--window", "%1", "40", "120", "mousedown", "1"]);
        user.args(["mousemove", "--window", "%1", "100", "40"]);
        user.args(["mousemove", "--window", "%1", "160", "120", "mouseup", "1"]);
        run(self.within(&mut user)).map(drop)
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// Compiles the drawing example.
fn sketch(toolchain: &Toolchain, folder: &Path) -> Result<PathBuf, Failed> {
    compiled(toolchain, "sketch", folder)
}

/// Compiles an example, and writes the script next to it.
fn compiled(toolchain: &Toolchain, name: &str, folder: &Path) -> Result<PathBuf, Failed> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pepper");
    let source = examples.join(format!("{name}.c"));
    let program = folder.join(format!("{name}.pexe"));
    let mut compiler = toolchain.compiler("cc");
    compiler
        .arg("-O2")
        .arg(source)
        .args(["-lppapi", "-lm", "-o"]);
    run(compiler.arg(&program))?;
    fs::write(folder.join("script.jsonl"), SCRIPT)?;
    Ok(program)
}

/// Starts a command that shows the program, draws, and returns the output.
fn told(
    display: &Display,
    command: &mut Command,
    title: &str,
    folder: &Path,
) -> Result<String, Failed> {
    let messages = folder.join("messages.jsonl");
    command.args(["--timeout", "120s", "--script"]);
    command.arg(folder.join("script.jsonl"));
    command.arg("--messages").arg(&messages);
    let mut program = display.within(command).spawn()?;
    let drawn = display.draw(title);
    if drawn.is_err() {
        program.kill()?;
    }
    let status = program.wait()?;
    drawn?;
    if !status.success() {
        return Err(format!("the program ended with {status}").into());
    }
    Ok(fs::read_to_string(messages)?)
}

fn by_run(toolchain: &Toolchain) -> Result<(), Failed> {
    let Some(display) = Display::start()? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let program = sketch(toolchain, folder.path())?;
    let mut command = toolchain.pinnacle();
    command.args(["run", "--window", "--view", "320x240"]);
    // The file comes first. Options of the run follow it.
    command.arg(program);
    let told = told(&display, &mut command, "sketch", folder.path())?;
    assert!(told.starts_with("\"a stroke of "), "{told}");
    Ok(())
}

/// Restores a state that was saved without a window. The program gets the size of the window. A
/// state saved there is then restored without a window.
fn restored(toolchain: &Toolchain) -> Result<(), Failed> {
    let Some(display) = Display::start()? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let program = sketch(toolchain, folder.path())?;
    let state = folder.path().join("sketch.state");
    let mut command = toolchain.pinnacle();
    command.args(["run", "--view", "200x100", "--until", "frame:5", "--save"]);
    run(command.arg(&state).arg(&program))?;
    let picture = folder.path().join("sketch.png");
    let mut command = toolchain.pinnacle();
    command.args(["run", "--window", "--view", "320x240", "--restore"]);
    command.arg(&state).arg("--screenshot").arg(&picture);
    let again = folder.path().join("again.state");
    command.arg("--save").arg(&again);
    let told = told(&display, command.arg(&program), "sketch", folder.path())?;
    assert!(told.starts_with("\"a stroke of "), "{told}");
    let size = || fs::read(&picture).map(|bytes| bytes[16..24].to_vec());
    let expected = [0, 0, 1, 64, 0, 0, 0, 240];
    assert_eq!(size()?, expected, "320 by 240 pixels");
    fs::remove_file(&picture)?;
    let stop = folder.path().join("stop.jsonl");
    fs::write(&stop, "{\"stop\": true}\n")?;
    let mut command = toolchain.pinnacle();
    command.arg("run").arg("--restore").arg(again);
    command.arg("--script").arg(stop);
    command.arg("--screenshot").arg(&picture);
    run(command.arg(program))?;
    assert_eq!(size()?, expected, "the size of the window");
    Ok(())
}

/// The input method that is part of X11 composes two keys to a character, and the program receives
/// it as a composed text.
fn with_input_method(toolchain: &Toolchain) -> Result<(), Failed> {
    let Some(display) = Display::start()? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.path().join("composer.pexe");
    let mut compiler = toolchain.compiler("cc");
    compiler.arg("-I").arg(tests.join("../../examples/pepper"));
    compiler.arg(tests.join("tests/window/composer.c"));
    run(compiler.args(["-lppapi", "-o"]).arg(&program))?;
    let script = folder.path().join("script.jsonl");
    fs::write(&script, SCRIPT)?;
    let mut command = toolchain.pinnacle();
    command.args(["run", "--window", "--view", "320x240", "--timeout", "120s"]);
    command.arg("--script").arg(script);
    command.args(["--messages", "-"]).arg(program);
    command
        .env("LC_ALL", "C.UTF-8")
        .env("XMODIFIERS", "@im=none");
    command.stdout(Stdio::piped());
    let shown = display.within(&mut command).spawn()?;
    let mut user = Command::new("xdotool");
    user.args(["search", "--sync", "--onlyvisible", "--name", "^composer$"]);
    user.args(["windowfocus", "--sync", "%1"]);
    user.args(["key", "--clearmodifiers", "dead_acute", "e"]);
    // The window may close before the last key is released, which is an error for xdotool.
    let typed = run(display.within(&mut user));
    let output = shown.wait_with_output()?;
    if !output.status.success() {
        typed?;
        return Err(format!("the program ended with {}", output.status).into());
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    assert_eq!(messages, "\"composed é\"\n");
    Ok(())
}

fn by_executable(toolchain: &Toolchain) -> Result<(), Failed> {
    let Some(display) = Display::start()? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let program = sketch(toolchain, folder.path())?;
    let executable = folder.path().join("game");
    let mut bundle = toolchain.pinnacle();
    bundle.args(["bundle", "--view", "320x240"]).arg(&program);
    run(bundle.arg("-o").arg(&executable))?;
    fs::remove_file(program)?;
    let told = told(
        &display,
        &mut Command::new(&executable),
        "sketch",
        folder.path(),
    )?;
    assert!(told.starts_with("\"a stroke of "), "{told}");

    let picture = folder.path().join("picture.png");
    let mut unseen = Command::new(&executable);
    unseen.env_remove("DISPLAY");
    unseen.args(["--headless", "--until", "frame:3", "--screenshot"]);
    run(unseen.arg(&picture))?;
    assert!(fs::metadata(picture)?.len() > 0);
    Ok(())
}

/// Regression test: a program that waits for messages ended before its window was open.
fn with_nothing_to_do(toolchain: &Toolchain) -> Result<(), Failed> {
    let Some(display) = Display::start()? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let program = compiled(toolchain, "hello", folder.path())?;
    let mut command = toolchain.pinnacle();
    command
        .args(["run", "--window", "--timeout", "2s"])
        .arg(program);
    let output = display.within(&mut command).output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    // The exit status of a run that reaches its time limit.
    assert_eq!(output.status.code(), Some(124), "{message}");
    Ok(())
}

fn without_display(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let program = sketch(toolchain, folder.path())?;
    let mut command = toolchain.pinnacle();
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.args(["run", "--window"]).arg(program).output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("cannot open a window"), "{message}");
    assert!(message.contains("--screenshot"), "{message}");
    // The message must not contain the error of the library, which names its source file.
    assert!(!message.contains(".rs"), "{message}");
    Ok(())
}
