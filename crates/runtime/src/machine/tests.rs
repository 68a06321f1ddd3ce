//! The file system as a program sees it, on a scratch folder and on files in memory: the same tests
//! for both.

use super::*;
use pinnacle_system::Errno;
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::*;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

fn mount(host: &Path, guest: &str, read_only: bool) -> MountSpec {
    let guest = GuestPath::root().resolve(guest.as_bytes()).unwrap().path;
    MountSpec {
        host: host.into(),
        guest,
        read_only,
    }
}

/// Access to the underlying storage, for tests that bypass the guest.
enum Scratch {
    Folder(TempDir),
    Memory(MemoryTree),
}

impl Scratch {
    fn folder() -> Scratch {
        Scratch::Folder(tempfile::tempdir().unwrap())
    }

    fn memory() -> Scratch {
        let clock = Arc::new(VirtualClock::new());
        Scratch::Memory(MemoryTree::new(1, 1 << 30, clock))
    }

    /// Returns the contents of a file, if it exists.
    fn contents(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Scratch::Folder(folder) => fs::read(folder.path().join(path)).ok(),
            Scratch::Memory(tree) => tree.contents(path).ok(),
        }
    }

    /// Creates a file, and its parent folders.
    fn write(&self, path: &str, contents: &str) {
        match self {
            Scratch::Folder(folder) => {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, contents).unwrap();
            }
            Scratch::Memory(tree) => tree.insert(path, contents.as_bytes()).unwrap(),
        }
    }

    fn mount(&self, guest: &str, read_only: bool) -> Mount {
        match self {
            Scratch::Folder(folder) => mount(folder.path(), guest, read_only).open(None).unwrap(),
            Scratch::Memory(tree) => Mount {
                guest: GuestPath::root().resolve(guest.as_bytes()).unwrap().path,
                tree: Box::new(tree.clone()),
                read_only,
            },
        }
    }
}

/// Returns a tree of each kind, mounted as `/data`, with a file `hello` that says hello.
fn each(read_only: bool) -> [(Scratch, FileSystem); 2] {
    [Scratch::folder(), Scratch::memory()].map(|scratch| {
        scratch.write("hello", "hello");
        let mounts = vec![scratch.mount("/data", read_only)];
        let files = FileSystem::new(Stdio::default(), mounts).unwrap();
        (scratch, files)
    })
}

fn writable() -> [(Scratch, FileSystem); 2] {
    each(false)
}

/// Returns a scratch folder of this machine mounted as `/data`, with the same file.
fn writable_folder() -> (TempDir, FileSystem) {
    let [(scratch, files), _] = each(false);
    let Scratch::Folder(folder) = scratch else {
        unreachable!("the first is a folder");
    };
    (folder, files)
}

fn read_all(files: &mut FileSystem, descriptor: u32) -> Vec<u8> {
    let mut all = Vec::new();
    let mut buffer = [0; 7];
    loop {
        match files.read(descriptor, &mut buffer).unwrap() {
            0 => return all,
            count => all.extend_from_slice(&buffer[..count]),
        }
    }
}

fn list(files: &mut FileSystem, path: &str) -> Vec<String> {
    let descriptor = files.open(path.as_bytes(), flags::DIRECTORY, 0).unwrap();
    let mut names = Vec::new();
    while let Some((entry, _)) = files.next_entry(descriptor).unwrap() {
        assert_ne!(entry.inode, 0);
        names.push(String::from_utf8(entry.name.clone()).unwrap());
        files.advance(descriptor).unwrap();
    }
    files.close(descriptor).unwrap();
    names
}

const CREATE_AND_WRITE: u32 = flags::CREATE | flags::WRITE_ONLY;

#[test]
fn nothing_of_the_host_is_visible_without_a_folder() {
    let mut files = FileSystem::new(Stdio::default(), Vec::new()).unwrap();
    assert_eq!(
        files.open(b"/etc/passwd", flags::READ_ONLY, 0),
        Err(Errno::ENOENT)
    );
    assert_eq!(
        files.open(b"../../etc/passwd", flags::READ_ONLY, 0),
        Err(Errno::ENOENT)
    );
    assert_eq!(
        files.open(b"new", CREATE_AND_WRITE, 0o666),
        Err(Errno::EACCES)
    );
    assert_eq!(files.status(b"/etc", true), Err(Errno::ENOENT));
    assert_eq!(files.mkdir(b"/new", 0o777), Err(Errno::EACCES));
    assert_eq!(files.unlink(b"/etc/passwd"), Err(Errno::ENOENT));
    assert!(files.status(b"/", true).unwrap().is_directory());
    assert_eq!(list(&mut files, "/"), [".", ".."]);
    assert!(!files.has_mounts());
}

#[test]
fn files_are_created_written_and_read_back() {
    for (scratch, mut files) in writable() {
        let descriptor = files.open(b"/data/new", CREATE_AND_WRITE, 0o640).unwrap();
        assert_eq!(descriptor, 3);
        assert_eq!(files.write(descriptor, b"some text"), Ok(9));
        assert_eq!(files.read(descriptor, &mut [0; 4]), Err(Errno::EBADF));
        files.close(descriptor).unwrap();
        assert_eq!(scratch.contents("new").unwrap(), b"some text");

        let descriptor = files.open(b"/data/new", flags::READ_ONLY, 0).unwrap();
        assert_eq!(read_all(&mut files, descriptor), b"some text");
        assert_eq!(files.write(descriptor, b"x"), Err(Errno::EBADF));
        assert_eq!(files.seek(descriptor, -4, Whence::End), Ok(5));
        assert_eq!(read_all(&mut files, descriptor), b"text");
        assert_eq!(
            files.seek(descriptor, -1, Whence::Start),
            Err(Errno::EINVAL)
        );
        let status = files.status_of(descriptor).unwrap();
        assert!(status.is_regular());
        assert_eq!(status.size, 9);
    }
}

#[test]
fn open_honours_its_flags() {
    for (scratch, mut files) in writable() {
        let exclusive = CREATE_AND_WRITE | flags::EXCLUSIVE;
        assert_eq!(
            files.open(b"/data/hello", exclusive, 0o666),
            Err(Errno::EEXIST)
        );
        let read_exclusive = flags::CREATE | flags::EXCLUSIVE;
        assert_eq!(
            files.open(b"/data/hello", read_exclusive, 0o666),
            Err(Errno::EEXIST)
        );

        let append = files
            .open(b"/data/hello", flags::WRITE_ONLY | flags::APPEND, 0)
            .unwrap();
        files.write(append, b"!").unwrap();
        assert_eq!(scratch.contents("hello").unwrap(), b"hello!");

        let both = flags::WRITE_ONLY | flags::APPEND | flags::TRUNCATE;
        files.open(b"/data/hello", both, 0).unwrap();
        assert_eq!(scratch.contents("hello").unwrap(), b"");
        files.write(append, b"x").unwrap();
        files
            .open(b"/data/hello", flags::READ_WRITE | flags::TRUNCATE, 0)
            .unwrap();
        assert_eq!(scratch.contents("hello").unwrap(), b"");

        let created = files
            .open(b"/data/created", flags::CREATE | flags::READ_ONLY, 0o600)
            .unwrap();
        assert!(scratch.contents("created").is_some());
        assert_eq!(files.write(created, b"x"), Err(Errno::EBADF));
        assert_eq!(files.ftruncate(created, 5), Err(Errno::EINVAL));

        assert_eq!(
            files.open(b"/data/hello", flags::DIRECTORY, 0),
            Err(Errno::ENOTDIR)
        );
        assert_eq!(
            files.open(b"/data/hello/", flags::READ_ONLY, 0),
            Err(Errno::ENOTDIR)
        );
        assert_eq!(
            files.open(b"/data/hello/x", flags::READ_ONLY, 0),
            Err(Errno::ENOTDIR)
        );
        assert_eq!(
            files.open(b"/data", flags::WRITE_ONLY, 0),
            Err(Errno::EISDIR)
        );
        assert_eq!(
            files.open(b"/data/x", flags::ACCESS_MODE, 0),
            Err(Errno::EINVAL)
        );
        assert_eq!(
            files.open(b"/data/x", flags::READ_ONLY, 0),
            Err(Errno::ENOENT)
        );
    }
}

#[test]
fn dots_do_not_lead_out_of_a_folder() {
    for (_scratch, mut files) in writable() {
        assert_eq!(
            files.open(b"/data/../../etc/passwd", flags::READ_ONLY, 0),
            Err(Errno::ENOENT)
        );
        files.chdir(b"/data").unwrap();
        assert_eq!(
            files.open(b"../../../etc/passwd", flags::READ_ONLY, 0),
            Err(Errno::ENOENT)
        );
        assert!(files.open(b"../data/./hello", flags::READ_ONLY, 0).is_ok());
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out_of_a_folder() {
    use std::os::unix::fs::symlink;
    let (folder, mut files) = writable_folder();
    symlink("/etc/passwd", folder.path().join("absolute")).unwrap();
    symlink(
        "../../../../../../../../etc/passwd",
        folder.path().join("relative"),
    )
    .unwrap();
    symlink("..", folder.path().join("up")).unwrap();
    symlink("hello", folder.path().join("inside")).unwrap();
    for path in ["/data/absolute", "/data/relative", "/data/up/x", "/data/up"] {
        let path = path.as_bytes();
        assert_eq!(files.open(path, flags::READ_ONLY, 0), Err(Errno::EACCES));
        assert_eq!(files.status(path, true), Err(Errno::EACCES));
        assert_eq!(files.truncate(path, 0), Err(Errno::EACCES));
        assert_eq!(files.chmod(path, 0o777), Err(Errno::EACCES));
        assert_eq!(files.access(path, access_modes::READ), Err(Errno::EACCES));
        assert_eq!(files.chdir(path), Err(Errno::EACCES));
    }
    assert_eq!(
        files.status(b"/data/absolute", false).unwrap().mode & MODE_TYPE,
        MODE_LINK
    );
    let inside = files.open(b"/data/inside", flags::READ_ONLY, 0).unwrap();
    assert_eq!(read_all(&mut files, inside), b"hello");
    // An existing link to the outside is not followed when a file is created.
    symlink("/tmp/does-not-exist-yet", folder.path().join("dangling")).unwrap();
    assert!(
        files
            .open(b"/data/dangling", CREATE_AND_WRITE, 0o666)
            .is_err()
    );
}

#[cfg(unix)]
#[test]
fn a_program_can_make_links_that_lead_nowhere_outside() {
    for (scratch, mut files) in writable() {
        files.symlink(b"hello", b"/data/soft").unwrap();
        assert_eq!(files.readlink(b"/data/soft"), Ok(b"hello".to_vec()));
        assert_eq!(files.readlink(b"/data/hello"), Err(Errno::EINVAL));
        assert_eq!(
            files.symlink(b"/etc/passwd", b"/data/bad"),
            Err(Errno::EACCES)
        );
        scratch.write("deep/folder/file", "found");
        for (target, link) in [
            (&b"../.."[..], &b"/data/out"[..]),
            (b"deep/../../x", b"/data/out"),
            (b"../../../x", b"/data/deep/folder/out"),
        ] {
            assert_eq!(files.symlink(target, link), Err(Errno::EACCES));
        }
        files
            .symlink(b"../../hello", b"/data/deep/folder/in")
            .unwrap();
        files.link(b"/data/hello", b"/data/hard").unwrap();
        assert_eq!(files.status(b"/data/hello", true).unwrap().links, 2);
        assert_eq!(
            files.link(b"/data/hello", b"/data/hard"),
            Err(Errno::EEXIST)
        );
        assert_eq!(scratch.contents("hard").unwrap(), b"hello");
    }
}

#[test]
fn directories_are_made_listed_and_removed() {
    for (_scratch, mut files) in writable() {
        files.mkdir(b"/data/sub", 0o755).unwrap();
        assert_eq!(files.mkdir(b"/data/sub", 0o755), Err(Errno::EEXIST));
        assert_eq!(files.mkdir(b"/data", 0o755), Err(Errno::EEXIST));
        assert_eq!(files.mkdir(b"/data/no/sub", 0o755), Err(Errno::ENOENT));
        files.mkdir(b"/data/sub/deeper/", 0o755).unwrap();
        assert_eq!(list(&mut files, "/data"), [".", "..", "hello", "sub"]);
        assert_eq!(files.rmdir(b"/data/sub"), Err(Errno::ENOTEMPTY));
        assert_eq!(files.unlink(b"/data/sub"), Err(Errno::EISDIR));
        files.rmdir(b"/data/sub/deeper").unwrap();
        files.rmdir(b"/data/sub/").unwrap();
        assert_eq!(files.rmdir(b"/data"), Err(Errno::EBUSY));
        assert_eq!(files.rmdir(b"/data/hello"), Err(Errno::ENOTDIR));
        assert_eq!(files.unlink(b"/data/hello/"), Err(Errno::ENOTDIR));
        files.unlink(b"/data/hello").unwrap();
        assert_eq!(list(&mut files, "/data"), [".", ".."]);
    }
}

#[test]
fn folders_within_others_are_part_of_them() {
    let scratch = tempfile::tempdir().unwrap();
    let top = scratch.path().canonicalize().unwrap();
    std::fs::create_dir_all(top.join("a/b")).unwrap();
    std::fs::write(top.join("file"), "").unwrap();
    let name = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let [outer, inner] = [name(&top), name(&top.join("a/b"))];
    let files = |folders: &[&str], start: &str| {
        let folders: Vec<_> = folders.iter().map(|it| it.parse().unwrap()).collect();
        file_system(
            Stdio::default(),
            &folders,
            Some(start.as_bytes()),
            Vec::new(),
        )
    };
    let mut same = files(&[&inner, &outer, &inner, &outer], &inner).unwrap();
    assert_eq!(same.getcwd(), inner.as_bytes());
    same.rename(b"../../file", b"moved").unwrap();
    let elsewhere = format!("{inner}::{outer}/a/c");
    let mut other = files(&[&outer, &elsewhere], &outer).unwrap();
    assert_eq!(other.rename(b"a/b/moved", b"a/c/back"), Err(Errno::EXDEV));
    let read_only = format!("{inner}:ro");
    let mut kept = files(&[&outer, &read_only], &outer).unwrap();
    assert_eq!(kept.unlink(b"a/b/moved"), Err(Errno::EROFS));
    let error = files(&[&outer], "/none").unwrap_err().to_string();
    assert!(
        error.starts_with("the program cannot start in the folder /none"),
        "{error}"
    );
}

#[test]
fn the_working_directory_moves() {
    for (_scratch, mut files) in writable() {
        assert_eq!(files.getcwd(), b"/");
        files.mkdir(b"/data/sub", 0o755).unwrap();
        files.chdir(b"data/sub").unwrap();
        assert_eq!(files.getcwd(), b"/data/sub");
        assert!(files.open(b"../hello", flags::READ_ONLY, 0).is_ok());
        assert_eq!(files.chdir(b"../hello"), Err(Errno::ENOTDIR));
        let root = files.open(b"/", flags::READ_ONLY, 0).unwrap();
        files.fchdir(root).unwrap();
        assert_eq!(files.getcwd(), b"/");
        assert_eq!(files.fchdir(0), Err(Errno::ENOTDIR));
    }
}

#[test]
fn files_move_within_a_folder_but_not_between_folders() {
    for (first, second) in [
        (Scratch::folder(), Scratch::folder()),
        (Scratch::memory(), Scratch::memory()),
        (Scratch::memory(), Scratch::folder()),
    ] {
        first.write("file", "x");
        let mounts = vec![first.mount("/a", false), second.mount("/b/c", false)];
        let mut files = FileSystem::new(Stdio::default(), mounts).unwrap();
        assert_eq!(files.rename(b"/a/file", b"/b/c/file"), Err(Errno::EXDEV));
        assert_eq!(files.link(b"/a/file", b"/b/c/file"), Err(Errno::EXDEV));
        assert_eq!(files.rename(b"/a", b"/b/c/file"), Err(Errno::EBUSY));
        assert_eq!(files.rename(b"/a/file", b"/b"), Err(Errno::EBUSY));
        files.rename(b"/a/file", b"/a/moved").unwrap();
        assert!(first.contents("moved").is_some());
        assert_eq!(list(&mut files, "/"), [".", "..", "a", "b"]);
        assert_eq!(list(&mut files, "/b"), [".", "..", "c"]);
        assert!(files.status(b"/b", true).unwrap().is_directory());
        assert_eq!(files.mkdir(b"/b/new", 0o777), Err(Errno::EACCES));
    }
}

#[test]
fn the_longest_guest_path_wins() {
    for (outer, inner) in [
        (Scratch::folder(), Scratch::folder()),
        (Scratch::memory(), Scratch::memory()),
        (Scratch::folder(), Scratch::memory()),
    ] {
        outer.write("in/hidden", "");
        inner.write("seen", "");
        let mounts = vec![outer.mount("/", false), inner.mount("/in", true)];
        let mut files = FileSystem::new(Stdio::default(), mounts).unwrap();
        assert_eq!(list(&mut files, "/in"), [".", "..", "seen"]);
        assert_eq!(
            files.open(b"/in/new", CREATE_AND_WRITE, 0o666),
            Err(Errno::EROFS)
        );
        assert!(files.open(b"/new", CREATE_AND_WRITE, 0o666).is_ok());

        let twice = vec![outer.mount("/x", false), inner.mount("/x", false)];
        let error = FileSystem::new(Stdio::default(), twice).unwrap_err();
        assert_eq!(error.to_string(), "two folders have the same guest path /x");
    }
}

#[test]
fn a_read_only_folder_cannot_be_changed_in_any_way() {
    for (scratch, mut files) in each(true) {
        scratch.write("folder/inside", "");
        let rofs = Err(Errno::EROFS);
        assert_eq!(
            files.open(b"/data/hello", flags::WRITE_ONLY, 0).map(drop),
            rofs
        );
        assert_eq!(
            files.open(b"/data/new", CREATE_AND_WRITE, 0o666).map(drop),
            rofs
        );
        assert_eq!(
            files.open(b"/data/new", flags::CREATE, 0o666).map(drop),
            rofs
        );
        assert_eq!(files.mkdir(b"/data/new", 0o777), rofs);
        assert_eq!(files.rmdir(b"/data/folder"), rofs);
        assert_eq!(files.unlink(b"/data/hello"), rofs);
        assert_eq!(files.truncate(b"/data/hello", 0), rofs);
        assert_eq!(files.link(b"/data/hello", b"/data/new"), rofs);
        assert_eq!(files.rename(b"/data/hello", b"/data/new"), rofs);
        assert_eq!(files.symlink(b"hello", b"/data/new"), rofs);
        assert_eq!(files.chmod(b"/data/hello", 0o777), rofs);
        assert_eq!(files.utimes(b"/data/hello", None), rofs);
        assert_eq!(files.access(b"/data/hello", access_modes::WRITE), rofs);
        let hello = files.open(b"/data/hello", flags::CREATE, 0o666).unwrap();
        assert_eq!(files.fchmod(hello, 0o777), rofs);
        assert_eq!(files.ftruncate(hello, 0), Err(Errno::EINVAL));
        assert_eq!(files.write(hello, b"x"), Err(Errno::EBADF));
        let directory = files.open(b"/data/folder", flags::READ_ONLY, 0).unwrap();
        assert_eq!(files.fchmod(directory, 0o777), rofs);

        assert_eq!(read_all(&mut files, hello), b"hello");
        assert_eq!(files.access(b"/data/hello", access_modes::READ), Ok(()));
        assert_eq!(list(&mut files, "/data"), [".", "..", "folder", "hello"]);
    }
}

#[test]
fn lengths_times_and_permissions_can_be_set() {
    for (scratch, mut files) in writable() {
        files.truncate(b"/data/hello", 2).unwrap();
        assert_eq!(scratch.contents("hello").unwrap(), b"he");
        assert_eq!(files.truncate(b"/data/hello", -1), Err(Errno::EINVAL));
        let hello = files.open(b"/data/hello", flags::READ_WRITE, 0).unwrap();
        files.ftruncate(hello, 4).unwrap();
        assert_eq!(read_all(&mut files, hello), b"he\0\0");
        files.sync(hello, false).unwrap();
        files.sync(hello, true).unwrap();

        let accessed = Time {
            seconds: 1_000_000,
            nanoseconds: 0,
        };
        let modified = Time {
            seconds: 2_000_000,
            nanoseconds: 5_000,
        };
        files
            .utimes(b"/data/hello", Some((accessed, modified)))
            .unwrap();
        let status = files.status(b"/data/hello", true).unwrap();
        assert_eq!((status.accessed, status.modified), (accessed, modified));
        files.utimes(b"/data/hello", None).unwrap();
        assert!(files.status(b"/data/hello", true).unwrap().modified > modified);

        let early = Time {
            seconds: -1,
            nanoseconds: 0,
        };
        for bad in [
            early,
            Time {
                seconds: i64::MAX,
                ..early
            },
            Time {
                seconds: i64::MIN,
                ..early
            },
        ] {
            // Some hosts can store times far in the future.
            let result = files.utimes(b"/data/hello", Some((bad, bad)));
            assert!(result == Err(Errno::EINVAL) || bad.seconds > 0);
        }

        files.chmod(b"/data/hello", 0o4600).unwrap();
        if cfg!(unix) {
            assert_eq!(
                files.status(b"/data/hello", true).unwrap().mode,
                MODE_REGULAR | 0o600
            );
            files.fchmod(hello, 0o644).unwrap();
            assert_eq!(files.status_of(hello).unwrap().mode, MODE_REGULAR | 0o644);
            files.chmod(b"/data/hello", 0o644).unwrap();
            assert_eq!(
                files.access(b"/data/hello", access_modes::EXECUTE),
                Err(Errno::EACCES)
            );
        }
        assert_eq!(files.access(b"/data/hello", 0), Ok(()));
        assert_eq!(files.access(b"/data/none", 0), Err(Errno::ENOENT));
        assert_eq!(files.access(b"/data/hello", 8), Err(Errno::EINVAL));
        assert_eq!(files.access(b"/", access_modes::WRITE), Err(Errno::EACCES));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_can_be_opened_without_waiting() {
    let (folder, mut files) = writable_folder();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status()
        .unwrap();
    assert!(made.success());
    let mode = flags::READ_ONLY | flags::NON_BLOCKING;
    let pipe = files.open(b"/data/pipe", mode, 0).unwrap();
    assert_eq!(files.status_of(pipe).unwrap().mode & MODE_TYPE, MODE_FIFO);
    assert_eq!(files.seek(pipe, 0, Whence::Start), Err(Errno::ESPIPE));
    let mode = flags::WRITE_ONLY | flags::NON_BLOCKING;
    let writer = files.open(b"/data/pipe", mode, 0).unwrap();
    assert_eq!(files.read(pipe, &mut [0]), Err(Errno::EAGAIN));
    assert_eq!(files.write(writer, b"x"), Ok(1));
    assert_eq!(files.read(pipe, &mut [0]), Ok(1));
}

#[test]
fn times_before_1970_can_be_read() {
    let (folder, mut files) = writable_folder();
    let early = Time {
        seconds: -86_401,
        nanoseconds: 500_000_000,
    };
    let file = fs::File::options()
        .write(true)
        .open(folder.path().join("hello"))
        .unwrap();
    let before = Duration::from_millis(86_400_500);
    file.set_modified(SystemTime::UNIX_EPOCH - before).unwrap();
    let path = b"/data/hello";
    assert_eq!(files.status(path, true).unwrap().modified, early);
    assert_eq!(files.status(path, false).unwrap().modified, early);
    let descriptor = files.open(path, flags::READ_ONLY, 0).unwrap();
    assert_eq!(files.status_of(descriptor).unwrap().modified, early);
}

#[test]
fn duplicated_descriptors_share_their_position() {
    for (_scratch, mut files) in writable() {
        let first = files.open(b"/data/hello", flags::READ_ONLY, 0).unwrap();
        let second = files.dup(first).unwrap();
        files.read(first, &mut [0; 2]).unwrap();
        assert_eq!(read_all(&mut files, second), b"llo");
        files.dup2(second, 1).unwrap();
        files.seek(1, 0, Whence::Start).unwrap();
        assert_eq!(read_all(&mut files, first), b"hello");
    }
}

#[test]
fn listings_can_be_resumed_at_a_position() {
    for (_scratch, mut files) in writable() {
        let directory = files.open(b"/data", flags::READ_ONLY, 0).unwrap();
        files.advance(directory).unwrap();
        let (_, after) = files.next_entry(directory).unwrap().unwrap();
        assert_eq!(after, 2);
        files.seek(directory, after as i64, Whence::Start).unwrap();
        assert_eq!(
            files.next_entry(directory).unwrap().unwrap().0.name,
            b"hello"
        );
        files.open(b"/data/later", CREATE_AND_WRITE, 0o666).unwrap();
        files.seek(directory, 0, Whence::Start).unwrap();
        files.seek(directory, 3, Whence::Start).unwrap();
        assert_eq!(
            files.next_entry(directory).unwrap().unwrap().0.name,
            b"later"
        );
        assert_eq!(files.seek(directory, 0, Whence::End), Err(Errno::EINVAL));
        assert_eq!(files.read(directory, &mut [0]), Err(Errno::EISDIR));
        assert_eq!(files.next_entry(0).err(), Some(Errno::ENOTDIR));
    }
}

#[test]
fn the_names_of_open_directories_are_bounded_together() {
    for (scratch, mut files) in writable() {
        for number in 0..100 {
            scratch.write(&format!("many/{number:0100}"), "");
        }
        // There is room for two of the listings, each of which takes more than 10 kB.
        files.set_kept_limit(36_000);
        let mut open = || {
            let directory = files.open(b"/data/many", flags::READ_ONLY, 0).unwrap();
            (directory, files.next_entry(directory).map(|_| ()))
        };
        let (first, result) = open();
        assert_eq!(result, Ok(()));
        let more: Vec<_> = (0..3).map(|_| open().1).collect();
        assert!(more.contains(&Err(Errno::ENOMEM)), "{more:?}");
        assert_eq!(more[0], Ok(()), "there is room for one more");
        files.close(first).unwrap();
        let again = files.open(b"/data/many", flags::READ_ONLY, 0).unwrap();
        assert!(files.next_entry(again).is_ok(), "what is closed makes room");
    }
}

#[test]
fn standard_streams_are_neither_files_nor_seekable() {
    let capture = Capture::new();
    let stdio = Stdio {
        input: Stream::bytes("question"),
        output: capture.stream(),
        error: Stream::null(),
    };
    let mut files = FileSystem::new(stdio, Vec::new()).unwrap();
    assert_eq!(read_all(&mut files, 0), b"question");
    assert_eq!(files.write(1, b"answer"), Ok(6));
    assert_eq!(capture.take(), b"answer");
    assert_eq!(files.seek(1, 0, Whence::Start), Err(Errno::ESPIPE));
    assert_eq!(files.status_of(1).unwrap().mode, MODE_FIFO | 0o666);
    assert_eq!(files.is_terminal(1), Ok(false));
    files.close(1).unwrap();
    assert_eq!(files.write(1, b"answer"), Err(Errno::EBADF));
    assert_eq!(files.status_of(1), Err(Errno::EBADF));
}

#[test]
fn a_move_takes_the_place_of_what_was_there_if_it_is_of_the_same_kind() {
    for (scratch, mut files) in writable() {
        scratch.write("full/file", "x");
        files.mkdir(b"/data/empty", 0o755).unwrap();
        assert_eq!(files.rename(b"/data/none", b"/data/x"), Err(Errno::ENOENT));
        assert_eq!(
            files.rename(b"/data/hello", b"/data/empty"),
            Err(Errno::EISDIR)
        );
        assert_eq!(
            files.rename(b"/data/empty", b"/data/hello"),
            Err(Errno::ENOTDIR)
        );
        assert_eq!(
            files.rename(b"/data/empty", b"/data/full"),
            Err(Errno::ENOTEMPTY)
        );
        assert_eq!(
            files.rename(b"/data/full", b"/data/full/inside"),
            Err(Errno::EINVAL)
        );
        files.rename(b"/data/full", b"/data/empty").unwrap();
        files.rename(b"/data/hello", b"/data/empty/file").unwrap();
        assert_eq!(scratch.contents("empty/file").unwrap(), b"hello");
        files.rename(b"/data/empty", b"/data/empty").unwrap();
        assert_eq!(list(&mut files, "/data"), [".", "..", "empty"]);
    }
}

#[test]
fn an_open_file_outlives_its_names() {
    for (scratch, mut files) in writable() {
        let hello = files.open(b"/data/hello", flags::READ_WRITE, 0).unwrap();
        files.unlink(b"/data/hello").unwrap();
        assert_eq!(scratch.contents("hello"), None);
        assert_eq!(files.status_of(hello).unwrap().links, 0);
        files.seek(hello, 0, Whence::End).unwrap();
        files.write(hello, b" again").unwrap();
        files.seek(hello, 0, Whence::Start).unwrap();
        assert_eq!(read_all(&mut files, hello), b"hello again");
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_within_a_tree() {
    for (scratch, mut files) in writable() {
        scratch.write("deep/folder/file", "found");
        let links: [(&[u8], &[u8]); 4] = [
            (b"deep/folder", b"/data/directory"),
            (b"../folder/./file", b"/data/deep/folder/back"),
            (b"deep/folder/new", b"/data/dangling"),
            (b"round", b"/data/round"),
        ];
        for (target, link) in links {
            files.symlink(target, link).unwrap();
        }
        let path = b"/data/directory/back";
        let file = files.open(path, flags::READ_ONLY, 0).unwrap();
        assert_eq!(read_all(&mut files, file), b"found");
        assert_eq!(
            files.status(b"/data/directory/", false).unwrap().mode & MODE_TYPE,
            MODE_DIRECTORY
        );
        let exclusive = CREATE_AND_WRITE | flags::EXCLUSIVE;
        assert_eq!(
            files.open(b"/data/dangling", exclusive, 0o644),
            Err(Errno::EEXIST)
        );
        assert_eq!(files.status(b"/data/dangling", true), Err(Errno::ENOENT));
        assert_eq!(files.status(b"/data/round", true), Err(Errno::ELOOP));
        files.unlink(b"/data/directory").unwrap();
        assert!(scratch.contents("deep/folder/file").is_some());
    }
}
