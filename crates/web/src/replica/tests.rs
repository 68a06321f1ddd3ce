//! The files of a program, and the changes that the keeper receives.

use super::*;
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::{File, Whence};

/// The keeper's log, with a line for each change, and the contents that were released.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<(Vec<String>, Vec<u32>)>>);

/// Maximum number of changes that the keeper of these tests accepts.
const MOST_CHANGES: usize = 20;

impl Keeper for Heard {
    fn change(&mut self, path: &str, change: Change<'_>) -> u64 {
        let mut heard = self.0.lock().unwrap();
        heard.0.push(format!("{path} {change:?}"));
        heard.0.len() as u64
    }

    fn is_ready(&self) -> bool {
        self.0.lock().unwrap().0.len() < MOST_CHANGES
    }

    /// Each byte of the contents is their number.
    fn read(&self, contents: u32, _: u64, buffer: &mut [u8]) -> bool {
        buffer.fill(contents as u8);
        contents != 13
    }

    fn forget(&mut self, contents: u32) {
        self.0.lock().unwrap().1.push(contents);
    }
}

impl Heard {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().0)
    }

    fn count(&self) -> u64 {
        self.0.lock().unwrap().0.len() as u64
    }

    fn forgotten(&self) -> Vec<u32> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }
}

fn tree() -> (Replica, Heard) {
    let heard = Heard::default();
    let clock = Arc::new(VirtualClock::new());
    (Replica::new(1, Box::new(heard.clone()), clock), heard)
}

fn path(text: &str) -> TreePath {
    TreePath::new(text.as_bytes()).unwrap()
}

const WRITE: OpenRequest = OpenRequest {
    read: true,
    write: true,
    create: true,
    exclusive: false,
    truncate: false,
    append: false,
    non_blocking: false,
    sync: false,
    mode: 0,
};

fn open(tree: &Replica, name: &str) -> Box<dyn File> {
    match tree.open(&path(name), &WRITE).unwrap() {
        Opened::File(file) => file,
        Opened::Directory(_) => panic!("{name} is a directory"),
    }
}

fn content(tree: &Replica, name: &str) -> Result<Vec<u8>, Errno> {
    let request = OpenRequest {
        read: true,
        ..OpenRequest::default()
    };
    let Opened::File(mut file) = tree.open(&path(name), &request)? else {
        return Err(Errno::EISDIR);
    };
    let mut bytes = vec![0; 100];
    let count = file.read(&mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}

/// Returns news of a change by others.
fn news(known: Known, version: u64) -> News {
    News {
        known,
        modified: Time::default(),
        seen: None,
        version,
    }
}

fn file(contents: u32, size: u64) -> Known {
    Known::File { contents, size }
}

#[test]
fn each_change_is_told_in_order() {
    let (tree, heard) = tree();
    tree.make_directory(&path("/d"), 0).unwrap();
    let mut file = open(&tree, "/d/f");
    file.write(b"abc").unwrap();
    file.set_length(1).unwrap();
    tree.rename(&path("/d/f"), &path("/g")).unwrap();
    file.write(b"x").unwrap();
    drop(file);
    tree.remove_file(&path("/g")).unwrap();
    tree.remove_directory(&path("/d")).unwrap();
    assert_eq!(
        heard.take(),
        [
            "/d MakeDirectory",
            "/d/f CreateFile",
            "/d/f Write(0, [97, 98, 99])",
            "/d/f SetLength(1)",
            "/g MoveFrom(\"/d/f\")",
            "/g Write(3, [120])",
            "/g Close",
            "/g Remove",
            "/d Remove",
        ]
    );
}

#[test]
fn writes_to_a_removed_file_are_lost() {
    let (tree, heard) = tree();
    let mut file = open(&tree, "/f");
    tree.remove_file(&path("/f")).unwrap();
    heard.take();
    file.write(b"abc").unwrap();
    drop(file);
    assert_eq!(heard.take(), [""; 0]);
}

#[test]
fn files_of_others_are_read_where_they_lie() {
    let (tree, heard) = tree();
    tree.put("/d/f", news(file(7, 3), 1));
    assert_eq!(content(&tree, "/d/f"), Ok(vec![7; 3]));
    // Writing needs the rest of the file too.
    let mut open = open(&tree, "/d/f");
    open.seek(1, Whence::Start).unwrap();
    open.write(b"x").unwrap();
    assert_eq!(content(&tree, "/d/f"), Ok(vec![7, b'x', 7]));
    assert_eq!(heard.take(), ["/d/f Write(1, [120])"]);
    assert_eq!(heard.forgotten(), [7]);
}

#[test]
fn unreadable_contents_are_an_error() {
    let (tree, _) = tree();
    tree.put("/f", news(file(13, 3), 1));
    assert_eq!(content(&tree, "/f"), Err(Errno::EIO));
}

#[test]
fn news_older_than_the_programs_own_change_are_dropped() {
    let (tree, heard) = tree();
    let mut written = open(&tree, "/f");
    written.write(b"own").unwrap();
    tree.put("/f", news(file(7, 3), 1));
    tree.put("/f", news(Known::Absent, 2));
    assert_eq!(content(&tree, "/f"), Ok(b"own".to_vec()));
    assert_eq!(heard.forgotten(), [7]);
    // After its change is stored, others may change the file again.
    tree.settled(heard.count());
    tree.put("/f", news(file(8, 2), 3));
    assert_eq!(content(&tree, "/f"), Ok(vec![8; 2]));
}

#[test]
fn a_file_that_is_written_no_more_leaves_memory() {
    let (tree, heard) = tree();
    let mut written = open(&tree, "/f");
    written.write(b"own").unwrap();
    let own = |tree: &Replica, contents, seen| {
        let seen = Some(seen);
        tree.put(
            "/f",
            News {
                seen,
                ..news(file(contents, 3), u64::from(contents))
            },
        );
    };
    drop(written);
    own(&tree, 2, heard.count() - 1);
    assert_eq!(heard.forgotten(), [2], "it was changed since");
    own(&tree, 3, heard.count());
    assert_eq!(content(&tree, "/f"), Ok(vec![3; 3]));
}

#[test]
fn a_write_that_has_failed_is_taken_back() {
    let (tree, heard) = tree();
    let mut written = open(&tree, "/f");
    written.write(b"too much").unwrap();
    let seen = Some(heard.count());
    tree.put(
        "/f",
        News {
            seen,
            ..news(file(7, 3), 1)
        },
    );
    assert_eq!(written.status().unwrap().size, 3);
    written.write(b"x").unwrap();
    assert_eq!(
        content(&tree, "/f"),
        Ok(b"\x07\x07\x07\0\0\0\0\0x".to_vec())
    );
}

#[test]
fn others_make_and_remove_directories() {
    let (tree, _) = tree();
    tree.put("/a/b/c", news(file(1, 1), 1));
    tree.put("/a/d", news(Known::Directory, 2));
    assert!(tree.status(&path("/a/b"), true).unwrap().is_directory());
    tree.put("/a", news(Known::Absent, 3));
    assert_eq!(tree.status(&path("/a"), true), Err(Errno::ENOENT));
}

#[test]
fn no_name_leads_out_of_the_root() {
    let (tree, heard) = tree();
    tree.put("/../../x", news(file(1, 1), 1));
    let names = TreePath {
        names: vec![(*b"\xff").into()],
        directory: false,
    };
    assert!(tree.open(&names, &WRITE).is_err());
    assert_eq!(tree.remove_directory(&path("/")), Err(Errno::ENOTEMPTY));
    assert_eq!(heard.take(), [""; 0]);
}

#[test]
fn contents_beyond_the_memory_do_not_fit() {
    let (tree, _) = tree();
    let mut file = open(&tree, "/f");
    assert_eq!(file.set_length(1 << 40), Err(Errno::ENOSPC));
    file.seek(1 << 40, Whence::Start).unwrap();
    assert_eq!(file.write(b"x"), Err(Errno::ENOSPC));
    assert_eq!(file.status().unwrap().size, 0);
}

#[test]
fn a_directory_does_not_move_into_itself() {
    let (tree, _) = tree();
    tree.make_directory(&path("/d"), 0).unwrap();
    let into = tree.rename(&path("/d"), &path("/d/e"));
    assert_eq!(into, Err(Errno::EINVAL));
    let mut file = open(&tree, "/f");
    file.write(b"x").unwrap();
    assert_eq!(tree.rename(&path("/f"), &path("/d")), Err(Errno::EISDIR));
    tree.rename(&path("/d"), &path("/e")).unwrap();
    assert!(tree.status(&path("/d"), true).is_err());
}

#[test]
fn a_flood_of_changes_is_refused() {
    let (tree, heard) = tree();
    let mut file = open(&tree, "/f");
    for _ in 1..MOST_CHANGES {
        file.write(b"x").unwrap();
    }
    assert_eq!(file.write(b"x"), Err(Errno::ENOMEM));
    assert_eq!(file.set_length(1), Err(Errno::ENOMEM));
    assert_eq!(tree.make_directory(&path("/d"), 0), Err(Errno::ENOMEM));
    heard.take();
    file.write(b"x").unwrap();
}

#[test]
fn a_removed_file_is_not_restored_by_old_news() {
    let (tree, heard) = tree();
    tree.put("/d/f", news(file(1, 1), 1));
    tree.put("/d/g", news(file(1, 1), 2));
    tree.remove_file(&path("/d/f")).unwrap();
    tree.rename(&path("/d/g"), &path("/d/h")).unwrap();
    tree.put("/d/f", news(file(2, 1), 3));
    tree.put("/d/g", news(file(2, 1), 4));
    assert!(tree.status(&path("/d/f"), true).is_err());
    assert!(tree.status(&path("/d/g"), true).is_err());
    // In the meantime others create a different file there, and later the same one.
    tree.put("/d/new", news(file(3, 1), 5));
    assert_eq!(content(&tree, "/d/new"), Ok(vec![3]));
    tree.settled(heard.count());
    tree.put("/d/f", news(file(4, 1), 6));
    assert_eq!(content(&tree, "/d/f"), Ok(vec![4]));
}

/// The tree has an open file without a name, and a file of another program.
#[test]
fn a_saved_state_has_the_files_that_the_program_has_used() {
    let (old, _) = tree();
    old.put("/other", news(file(3, 4), 1));
    old.put("/read", news(file(7, 4), 1));
    assert_eq!(content(&old, "/read"), Ok(vec![7; 4]));
    old.make_directory(&path("/d"), 0).unwrap();
    open(&old, "/d/f").write(b"abc").unwrap();
    let mut gone = open(&old, "/gone");
    gone.write(b"still here").unwrap();
    let inode = gone.status().unwrap().inode;
    old.remove_file(&path("/gone")).unwrap();
    let state = saved(&old);
    let (new, heard) = tree();
    for _ in 0..2 {
        heard.take();
        new.restore(&mut reader(state.clone())).unwrap();
        let told = heard.take();
        assert!(
            told.contains(&"/d/f Write(0, [97, 98, 99])".to_owned()),
            "{told:?}"
        );
        assert_eq!(content(&new, "/read"), Ok(vec![7; 4]));
        assert_eq!(content(&new, "/d/f"), Ok(b"abc".to_vec()));
        assert_eq!(content(&new, "/other"), Err(Errno::ENOENT));
        let mut file = new.reopen(inode, false).unwrap();
        let mut bytes = [0; 10];
        assert_eq!(file.read(&mut bytes), Ok(10));
        assert_eq!(&bytes, b"still here");
        drop(file);
        assert!(new.reopen(inode, false).is_none(), "it was closed");
    }
    // Files of the storage that the state does not have stay.
    new.put("/other", news(file(3, 4), 9));
    assert_eq!(content(&new, "/other"), Ok(vec![3; 4]));
}

#[test]
fn a_damaged_tree_in_a_saved_state_is_refused_without_harm() {
    let (old, _) = tree();
    old.make_directory(&path("/d"), 0).unwrap();
    open(&old, "/d/f").write(b"abc").unwrap();
    let state = saved(&old);
    for len in 0..state.len() {
        assert!(
            tree()
                .0
                .restore(&mut reader(state[..len].to_vec()))
                .is_err(),
            "{len}"
        );
    }
    for bit in 0..8 * state.len() {
        let mut bytes = state.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let (tree, _) = tree();
        if tree.restore(&mut reader(bytes)).is_ok() {
            let _ = content(&tree, "/d/f");
            let _ = tree.remove_file(&path("/d/f"));
        }
    }
}

/// The bytes of a saved state.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl pinnacle_system::state::Destination for Kept {
    fn finish(self: Box<Self>) -> std::io::Result<()> {
        Ok(())
    }
}

fn saved(tree: &Replica) -> Vec<u8> {
    let kept = Kept::default();
    let mut to = Writer::new(kept.clone());
    tree.save(&mut to).unwrap();
    to.finish().unwrap();
    let bytes = kept.0.lock().unwrap();
    bytes.clone()
}

fn reader(state: Vec<u8>) -> Reader {
    Reader::new(move || Ok(std::io::Cursor::new(state.clone()))).unwrap()
}
