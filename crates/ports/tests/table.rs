//! The table of ports, and what programs get of them.

use pinnacle_ports::{InstallTree, PORTS, Step, find, with_needs};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn entries_are_complete_and_in_order() {
    let mut before: BTreeSet<&str> = BTreeSet::new();
    for port in PORTS {
        let name = port.name;
        assert!(
            port.needs.iter().all(|need| before.contains(need)),
            "{name} is too early"
        );
        assert!(before.insert(name), "{name} is there twice");
        let is_sum = |sum: &str| {
            sum.bytes()
                .all(|digit| b"0123456789abcdef".contains(&digit))
        };
        let archives = [
            Some(port.sources),
            port.patches.map(|patches| patches.archive),
        ];
        for archive in archives.into_iter().flatten() {
            assert!(
                archive.sha256.len() == 64 && is_sum(archive.sha256),
                "{name}"
            );
            assert!(
                archive.file.starts_with(&format!("{}_", port.package)),
                "{name}"
            );
            assert!(archive.size > 0 && archive.size < 16 << 20, "{name}");
        }
        assert!(port.folder.starts_with("pool/main/"), "{name}");
        assert!(port.folder.ends_with(port.package), "{name}");
        assert!(
            port.sources.file.contains(port.upstream_version()),
            "{name}"
        );
        if let Some(patches) = port.patches {
            let version = port.version.split(':').next_back().unwrap();
            assert!(patches.archive.file.contains(version), "{name}");
        }
        let texts = [port.about, port.licence, port.pkg_config];
        assert!(texts.iter().all(|text| !text.is_empty()), "{name}");
        assert!(
            !port.steps.is_empty() && !port.libraries.is_empty(),
            "{name}"
        );
        let needs_cmake = port.steps.iter().any(|step| matches!(step, Step::Cmake(_)));
        assert_eq!(port.tools.contains(&"cmake"), needs_cmake, "{name}");
        let has_patches = port.patches.is_some();
        assert_eq!(port.tools.contains(&"patch"), has_patches, "{name}");
        let uses_xz = has_patches || port.sources.file.ends_with(".xz");
        assert_eq!(port.tools.contains(&"xz"), uses_xz, "{name}");
        let uses_bzip2 = port.sources.file.ends_with(".bz2");
        assert_eq!(port.tools.contains(&"bzip2"), uses_bzip2, "{name}");
    }
    assert_eq!(PORTS.len(), 17);
}

#[test]
fn the_document_has_every_port() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/ports.md")).unwrap();
    for port in PORTS {
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", port.name)));
        let row = row.unwrap_or_else(|| panic!("no row for {}", port.name));
        assert!(row.contains(port.upstream_version()), "{row}");
        assert!(row.contains(port.licence), "{row}");
    }
}

#[test]
fn versions_are_those_of_the_library() {
    let version = |name: &str| find(name).unwrap().upstream_version();
    assert_eq!(version("zlib"), "1.2.13");
    assert_eq!(version("zstd"), "1.5.4");
    assert_eq!(version("libjpeg-turbo"), "2.1.5");
}

#[test]
fn every_file_of_ours_is_built() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("glue/sdl2");
    let entries = fs::read_dir(folder).unwrap();
    let there: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let glue = find("sdl2").unwrap().glue.iter();
    let built: BTreeSet<String> = glue
        .flat_map(|glue| glue.files)
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let others = ["sdl2-config", "sdl2-config.cmake", "sdl2.pc"];
    assert_eq!(there, &built | &others.map(str::to_owned).into());
}

#[test]
fn names_are_found_in_any_letters_and_others_are_refused() {
    assert_eq!(find("SDL2_image").unwrap().name, "sdl2_image");
    let error = find("sdl3").unwrap_err();
    assert_eq!(error.to_string(), "there is no port \"sdl3\"");
    assert!(error.help().unwrap().contains("sdl2_ttf"));
}

#[test]
fn dependencies_of_a_port_come_before_it() {
    let names = |asked: &[&str]| -> Vec<&str> {
        let ports = with_needs(asked).unwrap();
        ports.iter().map(|port| port.name).collect()
    };
    assert_eq!(names(&["zlib", "zlib"]), ["zlib"]);
    assert_eq!(
        names(&["sdl2_mixer"]),
        ["ogg", "vorbis", "sdl2", "sdl2_mixer"]
    );
    let twice = names(&["sdl2_ttf", "sdl2_image"]);
    let expected = [
        "zlib",
        "libpng",
        "libjpeg-turbo",
        "freetype",
        "sdl2",
        "sdl2_image",
        "sdl2_ttf",
    ];
    assert_eq!(twice, expected);
}

/// A sysroot that has nothing but its stamp.
fn sysroot(folder: &Path, stamp: &str) -> std::path::PathBuf {
    let sysroot = folder.join("sysroot");
    fs::create_dir_all(&sysroot).unwrap();
    fs::write(sysroot.join("stamp"), stamp).unwrap();
    sysroot
}

#[test]
fn programs_get_headers_and_libraries_users_first() {
    let folder = tempfile::tempdir().unwrap();
    let tree = InstallTree::new(folder.path(), &sysroot(folder.path(), "one\n")).unwrap();
    let uses = tree.flags(&["libpng", "sdl2"]).unwrap();
    let place = |name: &str| tree.folder().join(name);
    let include = [
        place("sdl2/include"),
        place("sdl2/include/SDL2"),
        place("libpng/include"),
        place("zlib/include"),
    ];
    assert_eq!(uses.include, include);
    assert_eq!(
        uses.folders,
        ["sdl2/lib", "libpng/lib", "zlib/lib"].map(place)
    );
    let libraries = [
        "SDL2main",
        "SDL2",
        "png16",
        "z",
        "ppapi_simple",
        "nacl_io",
        "ppapi_gles2",
        "ppapi",
        "m",
        "pthread",
    ];
    assert_eq!(uses.libraries, libraries);
}

#[test]
fn each_sysroot_has_its_own_ports() {
    let folder = tempfile::tempdir().unwrap();
    let first = InstallTree::new(folder.path(), &sysroot(folder.path(), "one\n")).unwrap();
    let second = InstallTree::new(folder.path(), &sysroot(folder.path(), "two\n")).unwrap();
    assert_ne!(first.folder(), second.folder());
    assert_eq!(first.archives(), second.archives());
    assert!(first.built().is_empty());
    let error = InstallTree::new(folder.path(), folder.path()).unwrap_err();
    assert!(error.help().unwrap().contains("sysroot build"), "{error}");
}

#[test]
fn a_folder_with_another_stamp_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let tree = InstallTree::new(folder.path(), &sysroot(folder.path(), "one\n")).unwrap();
    let zlib = find("zlib").unwrap();
    fs::create_dir_all(tree.prefix(zlib)).unwrap();
    fs::write(
        tree.prefix(zlib).join("port.stamp"),
        "port of another table\n",
    )
    .unwrap();
    assert!(!tree.has(zlib));
}
