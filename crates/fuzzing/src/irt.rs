//! Random calls of the IRT, on files in memory.

use crate::hosts::{LIMIT, Player, USED};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::irt::Irt;
use pinnacle_system::clock::VirtualClock;
use pinnacle_system::files::{GuestPath, MemoryTree, Mount};
use std::sync::Arc;

/// Maximum total size in bytes of files and of the other data that the host stores.
const ROOM: u64 = 1 << 20;

/// Names of existing and missing files, folders and links, and of interfaces.
const TEXTS: &[&[u8]] = &[
    b"/a\0",
    b"/a/b.txt\0",
    b"a/../b\0",
    b"/a/./b.txt/\0",
    b"/\0",
    b"\0",
    b"/link\0",
    b"../../etc/passwd\0",
    b"/a/\xff\xfe\0",
    b"/0123456789012345678901234567890123456789012345678901234567890",
    b"nacl-irt-fdio-0.1\0",
    b"nacl-irt-dev-filename-0.3\0",
];

/// Interprets bytes as the calls of a program. The IRT must not panic or pass unchecked requests to
/// the engine, and its files must respect their size limit.
pub fn calls(data: &[u8]) {
    let clock = Arc::new(VirtualClock::new());
    let tree = MemoryTree::new(1, ROOM, clock);
    for (path, contents) in [("a/b.txt", &b"contents"[..]), ("c", b"")] {
        tree.insert(path, contents).expect("there is room");
    }
    let files = tree.clone();
    let mount = Mount {
        guest: GuestPath::root(),
        tree: Box::new(tree),
        read_only: data.first().is_some_and(|byte| byte % 8 == 7),
    };
    let mut system = FileSystem::new(Stdio::default(), vec![mount]).expect("there is one mount");
    system.set_kept_limit(ROOM as usize);
    let irt = Irt::repeatable(system, 1, USED.end..LIMIT).with_modules(None);
    Player::new(irt, TEXTS).play(data.get(1..).unwrap_or_default());
    assert!(files.used() <= ROOM, "files take {} bytes", files.used());
}
