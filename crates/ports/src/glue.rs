//! Our own source files that replace parts of a port.

/// Files that replace a folder of a port's sources.
#[derive(Clone, Copy, Debug)]
pub struct Glue {
    /// The folder among the sources. Its own files are not compiled.
    pub folder: &'static str,
    /// Names and contents of the files that replace it.
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../glue/sdl2/", $name)))),*]
    };
}

/// Files with which pkg-config, CMake and scripts link SDL2.
pub(crate) const SDL2_PKG_CONFIG: &str = include_str!("../glue/sdl2/sdl2.pc");
pub(crate) const SDL2_CMAKE: &str = include_str!("../glue/sdl2/sdl2-config.cmake");
pub(crate) const SDL2_SCRIPT: &str = include_str!("../glue/sdl2/sdl2-config");

/// SDL2's back end for the browser. SDL's own back end can only draw with OpenGL.
pub(crate) const SDL2: &[Glue] = &[
    Glue {
        folder: "src/main/nacl",
        files: files!("pepper_main.c"),
    },
    Glue {
        folder: "src/video/nacl",
        files: files!(
            "pepper.h" "pepper_video.c" "pepper_opengl.c" "pepper_mouse.c" "pepper_events.c"
            "pepper_keys.c"
        ),
    },
    Glue {
        folder: "src/audio/nacl",
        files: files!("pepper_audio.c"),
    },
    Glue {
        folder: "src/filesystem/nacl",
        files: files!("pepper_files.c" "pepper_files.h"),
    },
];
