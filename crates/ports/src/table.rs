//! The table of ports: their sources, how they are built, and what programs get.

use crate::error::Error;
use crate::glue::{self, Glue};

/// A library that can be built for programs.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// The name for `--use-port`.
    pub name: &'static str,
    /// The library's name and a few words.
    pub about: &'static str,
    /// Debian's source package.
    pub package: &'static str,
    /// Its version, with Debian's revision.
    pub version: &'static str,
    /// The folder in Debian's archive.
    pub folder: &'static str,
    /// The archive of the sources in that folder.
    pub sources: Archive,
    /// Debian's patches, if some of them change files that are built.
    pub patches: Option<Patches>,
    /// The licence of the library, as SPDX writes it.
    pub licence: &'static str,
    /// Ports that it is built with.
    pub needs: &'static [&'static str],
    /// Programs of this machine that its build runs, besides `make`, `tar` and a C compiler.
    pub tools: &'static [&'static str],
    /// Sources of ours among its own.
    pub glue: &'static [Glue],
    /// The steps of its build.
    pub steps: &'static [Step],
    /// Folders below `include` that are searched too.
    pub include: &'static [&'static str],
    /// Its libraries, each before those that it uses.
    pub libraries: &'static [&'static str],
    /// Libraries of the sysroot that it uses.
    pub system: &'static [&'static str],
    /// Its name for pkg-config.
    pub pkg_config: &'static str,
}

/// A file of Debian's archive.
#[derive(Clone, Copy, Debug)]
pub struct Archive {
    /// Its name.
    pub file: &'static str,
    /// Its SHA-256 sum, in hexadecimal digits.
    pub sha256: &'static str,
    /// Its size in bytes.
    pub size: u64,
}

/// The changes that Debian makes to the sources: patches in `debian/patches`, in the order of the
/// file `series` there.
#[derive(Clone, Copy, Debug)]
pub struct Patches {
    /// The archive with the folder `debian`, in the folder of the sources.
    pub archive: Archive,
    /// Patches of the series that are not applied, because they change files of other archives or
    /// fit the library into Debian.
    pub without: &'static [&'static str],
}

/// A step of a build. In arguments `@PREFIX@` is the folder where the port will be, `@STAGE@` the
/// folder for which `DESTDIR` stands in makefiles, and `@OUT@` the one within the other.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The script `configure`, with `--prefix`.
    Configure(&'static [&'static str]),
    /// CMake: configures, builds and installs.
    Cmake(&'static [&'static str]),
    /// `make` with targets and variables.
    Make(&'static [&'static str]),
    /// Copies a file of the build into the result.
    Copy(&'static str, &'static str),
    /// Writes a file into the result.
    Write(&'static str, &'static str),
}

use Step::{Cmake, Configure, Make, Write};

const INSTALL: Step = Make(&["install", "DESTDIR=@STAGE@"]);

/// Every port, each after those that it needs. The versions are those of Debian 12.
pub const PORTS: &[Port] = &[
    Port {
        name: "zlib",
        about: "zlib, DEFLATE and gzip",
        package: "zlib",
        version: "1:1.2.13.dfsg-1",
        folder: "pool/main/z/zlib",
        sources: Archive {
            file: "zlib_1.2.13.dfsg.orig.tar.bz2",
            sha256: "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1",
            size: 1_239_825,
        },
        patches: None,
        licence: "Zlib",
        needs: &[],
        tools: &["bzip2"],
        glue: &[],
        steps: &[Configure(&["--static"]), Make(&["libz.a"]), INSTALL],
        include: &[],
        libraries: &["z"],
        system: &[],
        pkg_config: "zlib",
    },
    Port {
        name: "bzip2",
        about: "bzip2, compression by sorting blocks",
        package: "bzip2",
        version: "1.0.8-5",
        folder: "pool/main/b/bzip2",
        sources: Archive {
            file: "bzip2_1.0.8.orig.tar.gz",
            sha256: "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269",
            size: 810_029,
        },
        patches: None,
        licence: "bzip2-1.0.6",
        needs: &[],
        tools: &[],
        glue: &[],
        steps: &[
            Make(&["libbz2.a"]),
            Step::Copy("libbz2.a", "lib/libbz2.a"),
            Step::Copy("bzlib.h", "include/bzlib.h"),
            Write(
                "lib/pkgconfig/bzip2.pc",
                "prefix=@PREFIX@\nName: bzip2\nDescription: Compression\nVersion: 1.0.8\n\
                 Libs: -L${prefix}/lib -lbz2\nCflags: -I${prefix}/include\n",
            ),
        ],
        include: &[],
        libraries: &["bz2"],
        system: &[],
        pkg_config: "bzip2",
    },
    Port {
        name: "zstd",
        about: "Zstandard, compression",
        package: "libzstd",
        version: "1.5.4+dfsg2-5",
        folder: "pool/main/libz/libzstd",
        sources: Archive {
            file: "libzstd_1.5.4+dfsg2.orig.tar.xz",
            sha256: "8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953",
            size: 1_582_660,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "libzstd_1.5.4+dfsg2-5.debian.tar.xz",
                sha256: "82ce911445772861d0838bd4545f93bc50658bc7f3cefdb17a307dfb8ffca5d8",
                size: 216_092,
            },
            without: &[],
        }),
        licence: "BSD-3-Clause OR GPL-2.0-only",
        needs: &[],
        tools: &["patch", "xz"],
        glue: &[],
        // The assembly is for x86-64.
        steps: &[
            Make(&["-C", "lib", "libzstd.a", "ZSTD_NO_ASM=1"]),
            Make(&[
                "-C",
                "lib",
                "install-static",
                "install-includes",
                "install-pc",
                "ZSTD_NO_ASM=1",
                "PREFIX=@PREFIX@",
                "DESTDIR=@STAGE@",
            ]),
        ],
        include: &[],
        libraries: &["zstd"],
        system: &[],
        pkg_config: "libzstd",
    },
    Port {
        name: "libpng",
        about: "libpng, pictures in PNG",
        package: "libpng1.6",
        version: "1.6.39-2+deb12u5",
        folder: "pool/main/libp/libpng1.6",
        sources: Archive {
            file: "libpng1.6_1.6.39.orig.tar.gz",
            sha256: "a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441",
            size: 1_519_415,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "libpng1.6_1.6.39-2+deb12u5.debian.tar.xz",
                sha256: "ab14906eda9fddf14cbb1e589b9ba7439c22e233dc3c5e3cf9356c9625565a82",
                size: 49_904,
            },
            without: &[],
        }),
        licence: "libpng-2.0",
        needs: &["zlib"],
        tools: &["patch", "xz"],
        glue: &[],
        steps: &[
            Configure(&["--disable-shared"]),
            Make(&["libpng16.la"]),
            INSTALL,
        ],
        include: &[],
        libraries: &["png16"],
        system: &["m"],
        pkg_config: "libpng",
    },
    Port {
        name: "libjpeg-turbo",
        about: "libjpeg-turbo, pictures in JPEG",
        package: "libjpeg-turbo",
        version: "1:2.1.5-2",
        folder: "pool/main/libj/libjpeg-turbo",
        sources: Archive {
            file: "libjpeg-turbo_2.1.5.orig.tar.gz",
            sha256: "254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c",
            size: 2_264_471,
        },
        patches: None,
        licence: "IJG AND BSD-3-Clause AND Zlib",
        needs: &[],
        tools: &["cmake"],
        glue: &[],
        steps: &[Cmake(&[
            "-DENABLE_SHARED=OFF",
            "-DWITH_SIMD=OFF",
            "-DEXE=.pexe",
        ])],
        include: &[],
        libraries: &["jpeg", "turbojpeg"],
        system: &[],
        pkg_config: "libjpeg",
    },
    Port {
        name: "freetype",
        about: "FreeType, fonts",
        package: "freetype",
        version: "2.12.1+dfsg-5+deb12u4",
        folder: "pool/main/f/freetype",
        sources: Archive {
            file: "freetype_2.12.1+dfsg.orig.tar.xz",
            sha256: "7dedb6b9adf331559daea614a83b8de42a753e685ec8e1c4bdb4529eb880b0d1",
            size: 2_188_492,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "freetype_2.12.1+dfsg-5+deb12u4.debian.tar.xz",
                sha256: "c625a97a78e4c74acd32e5b63b3973c9ea8a5c3d7b7f8f7c02def4421589c61b",
                size: 44_844,
            },
            // These change the documents and the demo programs, which other archives have.
            without: &[
                "no-web-fonts.patch",
                "hide-donations-information.patch",
                "CVE-2022-31782.patch",
                "hardening.patch",
            ],
        }),
        licence: "FTL OR GPL-2.0-or-later",
        needs: &["zlib", "libpng"],
        tools: &["cmake", "patch", "xz"],
        glue: &[],
        steps: &[Cmake(&[
            "-DFT_REQUIRE_ZLIB=ON",
            "-DFT_REQUIRE_PNG=ON",
            "-DFT_DISABLE_BZIP2=ON",
            "-DFT_DISABLE_BROTLI=ON",
            "-DFT_DISABLE_HARFBUZZ=ON",
        ])],
        include: &["freetype2"],
        libraries: &["freetype"],
        system: &[],
        pkg_config: "freetype2",
    },
    Port {
        name: "ogg",
        about: "libogg, the container of Vorbis",
        package: "libogg",
        version: "1.3.5-3",
        folder: "pool/main/libo/libogg",
        sources: Archive {
            file: "libogg_1.3.5.orig.tar.xz",
            sha256: "c4d91be36fc8e54deae7575241e03f4211eb102afb3fc0775fbbc1b740016705",
            size: 429_076,
        },
        patches: None,
        licence: "BSD-3-Clause",
        needs: &[],
        tools: &["xz"],
        glue: &[],
        steps: &[Configure(&["--disable-shared"]), Make(&[]), INSTALL],
        include: &[],
        libraries: &["ogg"],
        system: &[],
        pkg_config: "ogg",
    },
    Port {
        name: "vorbis",
        about: "libvorbis, sound in Vorbis, with libvorbisfile and libvorbisenc",
        package: "libvorbis",
        version: "1.3.7-1",
        folder: "pool/main/libv/libvorbis",
        sources: Archive {
            file: "libvorbis_1.3.7.orig.tar.gz",
            sha256: "0e982409a9c3fc82ee06e08205b1355e5c6aa4c36bca58146ef399621b0ce5ab",
            size: 1_658_963,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "libvorbis_1.3.7-1.debian.tar.xz",
                sha256: "c5c40944a3fc1cdd1ce019ef21f580ce5ed3b9f30e0cba7b3d859e8d9fea631f",
                size: 11_600,
            },
            without: &[],
        }),
        licence: "BSD-3-Clause",
        needs: &["ogg"],
        tools: &["patch", "xz"],
        glue: &[],
        steps: &[
            Configure(&[
                "--disable-shared",
                "--disable-oggtest",
                "--disable-docs",
                "--disable-examples",
            ]),
            Make(&[]),
            INSTALL,
        ],
        include: &[],
        libraries: &["vorbisfile", "vorbisenc", "vorbis"],
        system: &["m"],
        pkg_config: "vorbisfile",
    },
    Port {
        name: "lua",
        about: "Lua 5.4, a language to embed",
        package: "lua5.4",
        version: "5.4.4-3+deb12u1",
        folder: "pool/main/l/lua5.4",
        sources: Archive {
            file: "lua5.4_5.4.4.orig.tar.gz",
            sha256: "164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61",
            size: 360_876,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "lua5.4_5.4.4-3+deb12u1.debian.tar.xz",
                sha256: "2d8e0e380722c648cfeffb8d58287865619b4d035544d93d7ef3a2eaf627abe6",
                size: 9_888,
            },
            // These build and find modules as Debian does.
            without: &["0001-build-system.patch", "0002-lua-modules-paths.patch"],
        }),
        licence: "MIT",
        needs: &[],
        tools: &["patch", "xz"],
        glue: &[],
        steps: &[
            Make(&["generic"]),
            Make(&["install", "INSTALL_TOP=@OUT@"]),
            Write(
                "lib/pkgconfig/lua.pc",
                "prefix=@PREFIX@\nName: Lua\nDescription: A language to embed\nVersion: 5.4.4\n\
                 Libs: -L${prefix}/lib -llua -lm\nCflags: -I${prefix}/include\n",
            ),
        ],
        include: &[],
        libraries: &["lua"],
        system: &["m"],
        pkg_config: "lua",
    },
    Port {
        name: "sqlite",
        about: "SQLite 3, a database",
        package: "sqlite3",
        version: "3.40.1-2+deb12u2",
        folder: "pool/main/s/sqlite3",
        sources: Archive {
            file: "sqlite3_3.40.1.orig.tar.xz",
            sha256: "aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655",
            size: 8_019_048,
        },
        patches: Some(Patches {
            archive: Archive {
                file: "sqlite3_3.40.1-2+deb12u2.debian.tar.xz",
                sha256: "0843bc12e4364076477935ce313a6d0796fd899a989ff18ebb6545540e10e4ca",
                size: 34_260,
            },
            // These change scripts of the build, and tools that Debian installs.
            without: &[
                "10-520466-libsqlite3-depends-on-libdl.patch",
                "10-520478-squash-bad-deps.patch",
                "30-cross.patch",
                "10-665363-disable-malloc-usable-size.patch",
                "32-dynamic_link.patch",
                "02-use-packaged-lempar.c.patch",
                "40-amalgamation_configure.patch",
            ],
        }),
        licence: "blessing",
        needs: &[],
        tools: &["patch", "tclsh", "xz"],
        glue: &[],
        steps: &[
            Configure(&[
                "--disable-shared",
                "--disable-tcl",
                "--disable-readline",
                "--disable-load-extension",
                "--enable-fts5",
                "--enable-rtree",
            ]),
            Make(&["libsqlite3.la", "sqlite3.h"]),
            Make(&["lib_install", "DESTDIR=@STAGE@"]),
            Step::Copy("sqlite3.h", "include/sqlite3.h"),
            Step::Copy("src/sqlite3ext.h", "include/sqlite3ext.h"),
            Step::Copy("sqlite3.pc", "lib/pkgconfig/sqlite3.pc"),
        ],
        include: &[],
        libraries: &["sqlite3"],
        system: &["m", "pthread"],
        pkg_config: "sqlite3",
    },
    Port {
        name: "jsoncpp",
        about: "JsonCpp, JSON",
        package: "libjsoncpp",
        version: "1.9.5-4",
        folder: "pool/main/libj/libjsoncpp",
        sources: Archive {
            file: "libjsoncpp_1.9.5.orig.tar.gz",
            sha256: "f409856e5920c18d0c2fb85276e24ee607d2a09b5e7d5f0a371368903c275da2",
            size: 216_055,
        },
        patches: None,
        licence: "MIT OR LicenseRef-public-domain",
        needs: &[],
        tools: &["cmake"],
        glue: &[],
        steps: &[Cmake(&[
            "-DBUILD_SHARED_LIBS=OFF",
            "-DBUILD_OBJECT_LIBS=OFF",
            "-DJSONCPP_WITH_TESTS=OFF",
        ])],
        include: &[],
        libraries: &["jsoncpp"],
        system: &[],
        pkg_config: "jsoncpp",
    },
    Port {
        name: "sdl2",
        about: "SDL 2, pictures, sound and input for games",
        package: "libsdl2",
        version: "2.26.5+dfsg-1",
        folder: "pool/main/libs/libsdl2",
        sources: Archive {
            file: "libsdl2_2.26.5+dfsg.orig.tar.gz",
            sha256: "b3f2c822151804125d08db94c65852f711c2e5df2145a59da120748dc32eb9c3",
            size: 5_510_715,
        },
        patches: None,
        licence: "Zlib",
        needs: &[],
        tools: &[],
        glue: glue::SDL2,
        steps: &[
            Configure(&["--disable-shared", "--disable-hidapi", "--disable-haptic"]),
            Make(&[]),
            INSTALL,
            // SDL's own name neither the library with `main` nor all of the sysroot's.
            Write("lib/pkgconfig/sdl2.pc", glue::SDL2_PKG_CONFIG),
            Write("lib/cmake/SDL2/sdl2-config.cmake", glue::SDL2_CMAKE),
            Write("bin/sdl2-config", glue::SDL2_SCRIPT),
        ],
        include: &["SDL2"],
        libraries: &["SDL2main", "SDL2"],
        system: &[
            "ppapi_simple",
            "nacl_io",
            "ppapi_gles2",
            "ppapi",
            "m",
            "pthread",
        ],
        pkg_config: "sdl2",
    },
    Port {
        name: "sdl2_image",
        about: "SDL_image 2, pictures in PNG, JPEG, GIF, BMP and others",
        package: "libsdl2-image",
        version: "2.6.3+dfsg-1",
        folder: "pool/main/libs/libsdl2-image",
        sources: Archive {
            file: "libsdl2-image_2.6.3+dfsg.orig.tar.gz",
            sha256: "6ab05c624f6c7a5d2701e36d6b16079be8c6445fca29f6f0a85eb8e746b4b3d6",
            size: 320_067,
        },
        patches: None,
        licence: "Zlib",
        needs: &["sdl2", "libpng", "zlib", "libjpeg-turbo"],
        tools: &["cmake"],
        glue: &[],
        steps: &[
            Cmake(&[
                "-DSDL2IMAGE_SAMPLES=OFF",
                "-DSDL2IMAGE_VENDORED=OFF",
                "-DSDL2IMAGE_DEPS_SHARED=OFF",
                "-DSDL2IMAGE_BACKEND_STB=OFF",
                "-DSDL2IMAGE_PNG=ON",
                "-DSDL2IMAGE_JPG=ON",
                "-DSDL2IMAGE_AVIF=OFF",
                "-DSDL2IMAGE_JXL=OFF",
                "-DSDL2IMAGE_TIF=OFF",
                "-DSDL2IMAGE_WEBP=OFF",
            ]),
            // It writes none for an archive.
            Write(
                "lib/pkgconfig/SDL2_image.pc",
                "prefix=@PREFIX@\nName: SDL2_image\nDescription: For SDL 2\nVersion: 2.6.3\n\
                 Requires: sdl2 libpng libjpeg zlib\nLibs: -L${prefix}/lib -lSDL2_image\n\
                 Cflags: -I${prefix}/include -I${prefix}/include/SDL2\n",
            ),
        ],
        include: &["SDL2"],
        libraries: &["SDL2_image"],
        system: &[],
        pkg_config: "SDL2_image",
    },
    Port {
        name: "sdl2_mixer",
        about: "SDL_mixer 2, sounds and music in WAV and Ogg Vorbis",
        package: "libsdl2-mixer",
        version: "2.6.2+dfsg-2",
        folder: "pool/main/libs/libsdl2-mixer",
        sources: Archive {
            file: "libsdl2-mixer_2.6.2+dfsg.orig.tar.xz",
            sha256: "648d9545a92a4839b5edecc775d54608516bc8963d609a8d2193df94518ca072",
            size: 289_956,
        },
        patches: None,
        licence: "Zlib",
        needs: &["sdl2", "vorbis", "ogg"],
        tools: &["cmake", "xz"],
        glue: &[],
        steps: &[
            Cmake(&[
                "-DSDL2MIXER_SAMPLES=OFF",
                "-DSDL2MIXER_VENDORED=OFF",
                "-DSDL2MIXER_DEPS_SHARED=OFF",
                "-DSDL2MIXER_VORBIS=VORBISFILE",
                "-DSDL2MIXER_VORBIS_VORBISFILE_SHARED=OFF",
                "-DSDL2MIXER_CMD=OFF",
                "-DSDL2MIXER_FLAC=OFF",
                "-DSDL2MIXER_MIDI=OFF",
                "-DSDL2MIXER_MOD=OFF",
                "-DSDL2MIXER_MP3=OFF",
                "-DSDL2MIXER_OPUS=OFF",
            ]),
            // It writes none for an archive.
            Write(
                "lib/pkgconfig/SDL2_mixer.pc",
                "prefix=@PREFIX@\nName: SDL2_mixer\nDescription: For SDL 2\nVersion: 2.6.2\n\
                 Requires: sdl2 vorbisfile\nLibs: -L${prefix}/lib -lSDL2_mixer\n\
                 Cflags: -I${prefix}/include -I${prefix}/include/SDL2\n",
            ),
        ],
        include: &["SDL2"],
        libraries: &["SDL2_mixer"],
        system: &[],
        pkg_config: "SDL2_mixer",
    },
    Port {
        name: "sdl2_ttf",
        about: "SDL_ttf 2, text by fonts",
        package: "libsdl2-ttf",
        version: "2.20.1+dfsg-2",
        folder: "pool/main/libs/libsdl2-ttf",
        sources: Archive {
            file: "libsdl2-ttf_2.20.1+dfsg.orig.tar.xz",
            sha256: "89a5712f569ef3444b3388561eaa3cfa2ddfe2551c3146efac774a88c2e2e8af",
            size: 67_908,
        },
        patches: None,
        licence: "Zlib",
        needs: &["sdl2", "freetype", "libpng", "zlib"],
        tools: &["cmake", "xz"],
        glue: &[],
        steps: &[
            Cmake(&[
                "-DSDL2TTF_SAMPLES=OFF",
                "-DSDL2TTF_VENDORED=OFF",
                "-DSDL2TTF_HARFBUZZ=OFF",
            ]),
            // It writes none for an archive.
            Write(
                "lib/pkgconfig/SDL2_ttf.pc",
                "prefix=@PREFIX@\nName: SDL2_ttf\nDescription: For SDL 2\nVersion: 2.20.1\n\
                 Requires: sdl2 freetype2\nLibs: -L${prefix}/lib -lSDL2_ttf\n\
                 Cflags: -I${prefix}/include -I${prefix}/include/SDL2\n",
            ),
        ],
        include: &["SDL2"],
        libraries: &["SDL2_ttf"],
        system: &[],
        pkg_config: "SDL2_ttf",
    },
    Port {
        name: "sdl2_net",
        about: "SDL_net 2, TCP and UDP",
        package: "libsdl2-net",
        version: "2.2.0+dfsg-2",
        folder: "pool/main/libs/libsdl2-net",
        sources: Archive {
            file: "libsdl2-net_2.2.0+dfsg.orig.tar.xz",
            sha256: "b2e3313dd6496041c85af3b2ce1c69c6627e2a7d5111101a9c86c5cfb38a8f61",
            size: 234_920,
        },
        patches: None,
        licence: "Zlib",
        needs: &["sdl2"],
        tools: &["cmake", "xz"],
        glue: &[],
        steps: &[
            Cmake(&["-DSDL2NET_SAMPLES=OFF"]),
            // It writes none for an archive.
            Write(
                "lib/pkgconfig/SDL2_net.pc",
                "prefix=@PREFIX@\nName: SDL2_net\nDescription: For SDL 2\nVersion: 2.2.0\n\
                 Requires: sdl2\nLibs: -L${prefix}/lib -lSDL2_net\n\
                 Cflags: -I${prefix}/include -I${prefix}/include/SDL2\n",
            ),
        ],
        include: &["SDL2"],
        libraries: &["SDL2_net"],
        system: &[],
        pkg_config: "SDL2_net",
    },
    Port {
        name: "sdl2_gfx",
        about: "SDL_gfx 2, lines, circles, rotation and filters",
        package: "libsdl2-gfx",
        version: "1.0.4+dfsg-4",
        folder: "pool/main/libs/libsdl2-gfx",
        sources: Archive {
            file: "libsdl2-gfx_1.0.4+dfsg.orig.tar.gz",
            sha256: "af55b6515d6850779a9d69a4775d3c8cc5859872d4e8f31935ea5bfe6b10b7b2",
            size: 1_225_768,
        },
        patches: None,
        licence: "Zlib",
        needs: &["sdl2"],
        tools: &[],
        glue: &[],
        steps: &[
            Configure(&["--disable-shared", "--disable-mmx"]),
            Make(&[]),
            INSTALL,
        ],
        include: &["SDL2"],
        libraries: &["SDL2_gfx"],
        system: &["m"],
        pkg_config: "SDL2_gfx",
    },
];

impl Port {
    /// The version of the library without Debian's epoch and revision.
    #[must_use]
    pub fn upstream_version(&self) -> &'static str {
        let version = self.version;
        let version = version.split_once(':').map_or(version, |(_, rest)| rest);
        let version = version.rsplit_once('-').map_or(version, |(rest, _)| rest);
        let end = version.find("+dfsg").or_else(|| version.find(".dfsg"));
        &version[..end.unwrap_or(version.len())]
    }
}

/// Finds a port by its name, in capital letters or not.
///
/// # Errors
///
/// Fails if there is none of that name; the error lists all.
pub fn find(name: &str) -> Result<&'static Port, Error> {
    let known = |port: &&Port| port.name.eq_ignore_ascii_case(name);
    PORTS.iter().find(known).ok_or_else(|| {
        let names: Vec<_> = PORTS.iter().map(|port| port.name).collect();
        Error::new(format!("there is no port {name:?}"))
            .hint(format!("the ports are {}", names.join(", ")))
    })
}

/// The ports of these names and those that they need, each after those that it needs.
///
/// # Errors
///
/// Fails if there is no port of a name.
pub fn with_needs<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Port>, Error> {
    let mut open = Vec::new();
    for name in names {
        open.push(find(name.as_ref())?);
    }
    let mut wanted: Vec<&str> = Vec::new();
    while let Some(port) = open.pop() {
        if !wanted.contains(&port.name) {
            wanted.push(port.name);
            for need in port.needs {
                open.push(find(need)?);
            }
        }
    }
    Ok(PORTS
        .iter()
        .filter(|port| wanted.contains(&port.name))
        .collect())
}
