use super::*;
use std::fs::OpenOptions;
use std::sync::Barrier;
use std::time::Duration;
use tempfile::TempDir;

struct Scratch {
    folder: TempDir,
    cache: Cache,
}

fn scratch(limit: u64) -> Scratch {
    let folder = TempDir::new().unwrap();
    let cache = Cache::new(folder.path().join("a/b"), limit);
    Scratch { folder, cache }
}

fn key(name: &str) -> Key {
    KeyBuilder::new().field(name.as_bytes()).key()
}

fn get(cache: &Cache, name: &str) -> Option<Vec<u8>> {
    Some(cache.get(&key(name))?.contents().to_vec())
}

/// Returns the size of an entry without its contents.
fn overhead() -> u64 {
    entry::HEADER as u64
}

/// Makes an entry look as if it was used this number of seconds ago.
fn set_age(cache: &Cache, name: &str, seconds: u64) {
    let file = OpenOptions::new()
        .write(true)
        .open(cache.path(&key(name)))
        .unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
        .unwrap();
}

#[test]
fn stored_entries_are_found_again() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    assert_eq!(get(&cache, "a"), None);
    assert_eq!(cache.contents().unwrap(), Contents::default());
    cache.put(&key("a"), b"first").unwrap();
    cache.put(&key("b"), b"").unwrap();
    assert_eq!(get(&cache, "a").unwrap(), b"first");
    assert_eq!(get(&cache, "b").unwrap(), b"");
    cache.put(&key("a"), b"other").unwrap();
    assert_eq!(get(&cache, "a").unwrap(), b"other");
    let contents = cache.contents().unwrap();
    assert_eq!((contents.entries, contents.bytes), (2, 5 + 2 * overhead()));
}

#[test]
fn keys_tell_fields_apart() {
    let two = |a: &[u8], b: &[u8]| KeyBuilder::new().field(a).field(b).key();
    assert_eq!(two(b"ab", b"c"), two(b"ab", b"c"));
    assert_ne!(two(b"ab", b"c"), two(b"a", b"bc"));
    assert_ne!(two(b"ab", b""), KeyBuilder::new().field(b"ab").key());
    assert_eq!(two(b"ab", b"c").to_string().len(), 64);
}

#[test]
fn any_damage_makes_an_entry_missing() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"some contents").unwrap();
    let path = cache.path(&key("a"));
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, damaged).unwrap();
        assert_eq!(get(&cache, "a"), None, "byte {at}");
        fs::write(&path, &whole[..at]).unwrap();
        assert_eq!(get(&cache, "a"), None, "cut to {at} bytes");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert_eq!(get(&cache, "a"), None);
    cache.put(&key("a"), b"some contents").unwrap();
    assert_eq!(get(&cache, "a").unwrap(), b"some contents");
}

#[test]
fn an_entry_under_another_key_is_not_used() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"some contents").unwrap();
    fs::rename(cache.path(&key("a")), cache.path(&key("b"))).unwrap();
    assert_eq!(get(&cache, "b"), None);
}

#[test]
fn the_least_recently_used_entry_goes_first() {
    let room_for_three = 3 * (10 + overhead());
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(room_for_three);
    for (name, age) in [("a", 30), ("b", 20), ("c", 10)] {
        cache.put(&key(name), &[1; 10]).unwrap();
        set_age(&cache, name, age);
    }
    assert!(get(&cache, "a").is_some());
    cache.put(&key("d"), &[1; 10]).unwrap();
    let there = ["a", "b", "c", "d"].map(|name| get(&cache, name).is_some());
    assert_eq!(there, [true, false, true, true]);
    assert!(cache.contents().unwrap().bytes <= room_for_three);
}

#[test]
fn entries_above_the_limit_are_not_kept() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(overhead() + 10);
    cache.put(&key("a"), &[1; 10]).unwrap();
    cache.put(&key("b"), &[1; 11]).unwrap();
    assert!(get(&cache, "a").is_some());
    assert!(get(&cache, "b").is_none());
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(0);
    cache.put(&key("a"), b"").unwrap();
    assert_eq!(cache.contents().unwrap(), Contents::default());
}

#[test]
fn only_files_of_the_cache_are_removed() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"x").unwrap();
    let other = cache.folder().join("letter.entry");
    let folder = cache.folder().join(format!("{}.entry", key("folder")));
    fs::write(&other, "dear").unwrap();
    fs::create_dir(&folder).unwrap();
    assert_eq!(cache.clear().unwrap().entries, 1);
    assert_eq!(cache.clear().unwrap(), Contents::default());
    assert!(other.is_file() && folder.is_dir());
}

#[test]
fn unfinished_entries_are_removed_after_a_while() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"x").unwrap();
    let [old, new] = [1, 2].map(|_| cache.folder().join(temporary_name(&key("b"))));
    for path in [&old, &new] {
        fs::write(path, "half").unwrap();
    }
    let file = OpenOptions::new().write(true).open(&old).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(7200))
        .unwrap();
    assert_eq!(cache.contents().unwrap().entries, 1);
    cache.put(&key("c"), b"x").unwrap();
    assert!(!old.exists() && new.exists());
    cache.clear().unwrap();
    assert!(!new.exists());
}

#[test]
fn a_folder_that_cannot_be_made_keeps_nothing() {
    let Scratch {
        cache: _cache,
        folder,
    } = scratch(0);
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::new(file.join("below"), DEFAULT_LIMIT);
    assert!(cache.put(&key("a"), b"x").is_err());
    assert_eq!(get(&cache, "a"), None);
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_may_write_to_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"x").unwrap();
    let mode = |mode| fs::set_permissions(cache.folder(), fs::Permissions::from_mode(mode));
    assert_eq!(
        fs::metadata(cache.folder()).unwrap().permissions().mode() & 0o777,
        0o700
    );
    mode(0o777).unwrap();
    assert_eq!(get(&cache, "a"), None);
    assert!(cache.put(&key("b"), b"x").is_err());
    mode(0o755).unwrap();
    assert_eq!(get(&cache, "a").unwrap(), b"x");
}

/// Several writers and readers run at once. Everything that is found is complete.
#[test]
fn concurrent_processes_see_whole_entries_or_none() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(40_000);
    std::thread::scope(|scope| {
        for worker in 0..4_u8 {
            let cache = &cache;
            scope.spawn(move || {
                for round in 0..100_u8 {
                    let name = format!("{}", (worker + round) % 5);
                    let value = [name.as_bytes()[0]; 10_000];
                    match get(cache, &name) {
                        Some(found) => assert_eq!(found, value),
                        None => cache.put(&key(&name), &value).unwrap(),
                    }
                }
            });
        }
    });
    assert!(cache.contents().unwrap().bytes <= 40_000);
}

/// Entries were lost when two processes created a cache at once, because each made a secret.
#[test]
fn processes_that_create_a_cache_at_once_share_its_secret() {
    for _ in 0..50 {
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        let names = ["a", "b", "c", "d"];
        let barrier = Barrier::new(names.len());
        std::thread::scope(|scope| {
            for name in names {
                let (cache, barrier) = (&cache, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    cache.put(&key(name), name.as_bytes()).unwrap();
                });
            }
        });
        for name in names {
            assert_eq!(get(&cache, name).as_deref(), Some(name.as_bytes()));
        }
    }
}

/// An entry made with another secret is refused, even if everything else in it is correct.
#[test]
fn an_entry_made_with_another_secret_is_not_used() {
    let [ours, theirs] = [scratch(DEFAULT_LIMIT), scratch(DEFAULT_LIMIT)];
    ours.cache.put(&key("other"), b"x").unwrap();
    theirs.cache.put(&key("a"), b"evil").unwrap();
    fs::copy(theirs.cache.path(&key("a")), ours.cache.path(&key("a"))).unwrap();
    assert_eq!(get(&ours.cache, "a"), None);
    ours.cache.put(&key("a"), b"good").unwrap();
    assert_eq!(get(&ours.cache, "a").unwrap(), b"good");
}

#[test]
fn without_its_secret_a_cache_begins_anew() {
    let Scratch {
        cache,
        folder: _folder,
    } = scratch(DEFAULT_LIMIT);
    cache.put(&key("a"), b"x").unwrap();
    fs::remove_file(cache.folder().join("secret")).unwrap();
    assert_eq!(get(&cache, "a"), None);
    cache.put(&key("a"), b"x").unwrap();
    assert_eq!(get(&cache, "a").unwrap(), b"x");
}

#[cfg(unix)]
mod on_unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn entries_and_secret_are_private_to_their_owner() {
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        cache.put(&key("a"), b"x").unwrap();
        assert_eq!(mode(cache.folder()), 0o700);
        for file in fs::read_dir(cache.folder()).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }

    #[test]
    fn an_entry_that_others_may_write_to_is_refused() {
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        cache.put(&key("a"), b"x").unwrap();
        set_mode(&cache.path(&key("a")), 0o620);
        assert_eq!(get(&cache, "a"), None);
        let contents = cache.contents().unwrap();
        assert_eq!((contents.entries, contents.refused), (0, 1));
    }

    #[test]
    fn a_secret_that_others_can_write_is_not_used() {
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        cache.put(&key("a"), b"x").unwrap();
        set_mode(&cache.folder().join("secret"), 0o602);
        assert_eq!(get(&cache, "a"), None);
    }

    #[test]
    fn an_entry_behind_a_link_is_refused() {
        let Scratch { cache, folder } = scratch(DEFAULT_LIMIT);
        cache.put(&key("a"), b"x").unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(cache.path(&key("a")), &elsewhere).unwrap();
        symlink(&elsewhere, cache.path(&key("a"))).unwrap();
        assert_eq!(get(&cache, "a"), None);
        assert_eq!(cache.contents().unwrap().refused, 1);
        assert_eq!(cache.clear().unwrap().refused, 1);
        assert!(elsewhere.exists());
    }

    /// Opening the pipe for reading would wait for a writer forever.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_in_place_of_an_entry_is_refused() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        cache.put(&key("b"), b"x").unwrap();
        let path = cache.path(&key("a"));
        mknodat(CWD, &path, FileType::Fifo, Mode::from(0o600), 0).unwrap();
        assert_eq!(get(&cache, "a"), None);
        cache.put(&key("a"), b"x").unwrap();
        assert_eq!(get(&cache, "a").unwrap(), b"x");
    }

    /// Only a user who may change the owner of files can run this test.
    #[test]
    fn a_folder_of_another_user_is_not_used() {
        let Scratch {
            cache,
            folder: _folder,
        } = scratch(DEFAULT_LIMIT);
        cache.put(&key("a"), b"x").unwrap();
        if std::os::unix::fs::chown(cache.folder(), Some(12345), None).is_err() {
            println!("skipped: this user cannot give a folder away");
            return;
        }
        assert_eq!(cache.refusal(), Some(Refusal::OtherOwner));
        assert_eq!(get(&cache, "a"), None);
        assert!(cache.put(&key("b"), b"x").is_err());
    }
}
