//! Descriptors that `run --fd` passes to a program.

use crate::ENGINES;
use crate::toolchain::{Toolchain, run};
use libtest_mimic::{Failed, Trial};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

pub(crate) fn trials(toolchain: &'static Toolchain) -> impl Iterator<Item = Trial> {
    type Test = fn(&Toolchain) -> Result<(), Failed>;
    let tests: [(&str, Test); 3] = [
        ("a_socket_goes_both_ways", socket),
        ("a_file_keeps_its_position_and_its_rights", file),
        ("what_is_not_open_is_refused", not_open),
    ];
    tests.into_iter().map(move |(name, test)| {
        Trial::test(format!("descriptors/{name}"), move || test(toolchain))
    })
}

/// Answers each piece of input in capitals, until the input ends.
const ECHO: &str = r#"
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char piece[64];
    ssize_t size;
    while ((size = read(7, piece, sizeof(piece))) > 0) {
        for (ssize_t i = 0; i < size; ++i)
            piece[i] = toupper(piece[i]);
        write(7, piece, size);
    }
    printf("%d\n", (int) size);
    return 0;
}
"#;

const LOOK: &str = r#"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    char piece[8] = "";
    struct stat status;
    printf("%d %d\n", fstat(9, &status), (int) status.st_size);
    printf("%d %s\n", (int) read(9, piece, 4), piece);
    printf("%d\n", (int) lseek(9, -3, SEEK_END));
    printf("%d %d\n", (int) write(9, piece, 1), errno == EBADF);
    printf("%d\n", (int) read(8, piece, 1));
    return 0;
}
"#;

fn compiled(toolchain: &Toolchain, folder: &Path, source: &str) -> Result<(), Failed> {
    let path = folder.join("program.c");
    fs::write(&path, source)?;
    let mut compiler = toolchain.compiler("cc");
    compiler.arg("-O1").arg(path);
    run(compiler.arg("-o").arg(folder.join("program.pexe")))?;
    Ok(())
}

/// Returns a command that runs the program, with its standard input as a descriptor of the program.
fn given(toolchain: &Toolchain, folder: &Path, engine: &str, spec: &str) -> Command {
    let mut command = toolchain.pinnacle();
    command.args(["run", "--engine", engine, "--timeout", "120s", "--fd", spec]);
    command.arg(folder.join("program.pexe"));
    command
}

fn socket(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    compiled(toolchain, folder.path(), ECHO)?;
    for engine in ENGINES {
        let (mut mine, theirs) = UnixStream::pair()?;
        mine.set_read_timeout(Some(Duration::from_secs(120)))?;
        let mut command = given(toolchain, folder.path(), engine, "7:0");
        command.stdin(OwnedFd::from(theirs)).stdout(Stdio::piped());
        let child: Child = command.spawn()?;
        // The command holds the other end of the socket too, so the program would never see its
        // end.
        drop(command);
        for (piece, answer) in [(b"one", b"ONE"), (b"two", b"TWO")] {
            mine.write_all(piece)?;
            let mut found = [0; 3];
            mine.read_exact(&mut found)?;
            assert_eq!(&found, answer);
        }
        drop(mine);
        let output = child.wait_with_output()?;
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n", "{engine}");
    }
    Ok(())
}

fn file(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    compiled(toolchain, folder.path(), LOOK)?;
    let data = folder.path().join("data");
    fs::write(&data, "0123456789")?;
    for engine in ENGINES {
        let mut opened = File::open(&data)?;
        opened.read_exact(&mut [0; 2])?;
        let mut command = given(toolchain, folder.path(), engine, "9:0");
        let output: Output = run(command.stdin(opened))?;
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found, "0 10\n4 2345\n7\n-1 1\n-1\n", "{engine}");
    }
    Ok(())
}

fn not_open(toolchain: &Toolchain) -> Result<(), Failed> {
    for (spec, message) in [
        ("5:1000", "cannot give descriptor 1000 to the program"),
        ("5000:0", "expected GUEST:HOST"),
    ] {
        let folder = Path::new("/");
        let output = given(toolchain, folder, ENGINES[0], spec).output()?;
        assert_eq!(output.status.code(), Some(2), "{spec}");
        let found = String::from_utf8_lossy(&output.stderr);
        assert!(found.contains(message), "{spec}: {found}");
    }
    Ok(())
}
