//! An HTTP server for folders and web archives that contain old pages and their programs. It is
//! meant for browsers on this machine.
//!
//! Pages are cross-origin isolated, so their programs can have threads. The script that runs
//! programs is embedded in this library and inserted into pages. For a program without a page, a
//! page is generated.
//!
//! * [`Server`]: binds an address and serves a folder or an archive;
//! * `site`: routes requests;
//! * `files`: gives tower-http access to the folder;
//! * `inject`: inserts the script into a page;
//! * `find`, `pages`: searches a folder, and generates pages;
//! * `recordings`: pages that play recordings;
//! * `pictures`: pictures of programs for the lists;
//! * `kept`: a cache of these pages and pictures;
//! * `archive`, `archive_list`: captures of a web archive, and the list of its pages.

#![forbid(unsafe_code)]

mod archive;
mod archive_list;
mod assets;
mod files;
mod find;
mod inject;
mod kept;
mod pages;
mod pictures;
mod recordings;
mod site;

pub use assets::{ASSETS, Assets};
pub use pictures::{MakePicture, Subject};
pub use recordings::MakePage;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use files::Files;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use pictures::Pictures;
use pinnacle_archive::Limits;
use pinnacle_replay::Index;
use recordings::Recordings;
use site::{OURS, Site, Source};
use std::convert::Infallible;
use std::fs::File;
use std::future::{Future, poll_fn};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The error message if [`ASSETS`] is `None`.
pub const NO_ASSETS: &str =
    "this build of pinnacle has no pinnacle.js in it: run `cargo xtask page`, then build it again";

/// Time limit for receiving the head of a request, and for receiving its body.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Options for serving pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The files that pages load.
    pub assets: Option<Assets>,
    /// True to insert the script into pages that do not load it.
    pub inject: bool,
    /// True to isolate pages from other origins, so that browsers allow them shared memory.
    pub isolate: bool,
    /// Width and height in CSS pixels of the element in generated pages.
    pub view: [u32; 2],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            assets: ASSETS,
            inject: true,
            isolate: true,
            view: [640, 480],
        }
    }
}

/// A server that is bound to an address.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    site: Site,
}

impl Server {
    /// Binds a server to an address. It serves a folder, a page or a manifest with its folder, a
    /// single program, or a web archive, which is first read to its end. With port 0 the system
    /// chooses a free port.
    ///
    /// # Errors
    ///
    /// Fails if the folder or the archive cannot be opened, or if the address is not available.
    pub fn bind(path: &Path, address: SocketAddr, options: Options) -> io::Result<Server> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let (source, start) = opened(path)?;
        let site = Site::new(source, start, options);
        Ok(Server {
            runtime,
            listener,
            site,
        })
    }

    /// Lists recordings whose programs are in the same folder. `maker` makes their pages.
    #[must_use]
    pub fn with_recordings(self, maker: Arc<dyn MakePage>) -> Server {
        let site = self.site.with_recordings(Recordings::new(maker));
        Server { site, ..self }
    }

    /// Shows pictures in lists. `maker` makes them.
    #[must_use]
    pub fn with_pictures(self, maker: Arc<dyn MakePicture>) -> Server {
        let site = self.site.with_pictures(Pictures::new(maker));
        Server { site, ..self }
    }

    /// Returns the address on which the server listens.
    ///
    /// # Errors
    ///
    /// Fails if the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns the path of the start page, escaped for a URL.
    pub fn start(&self) -> &str {
        self.site.start()
    }

    /// Returns the index of the web archive that is served, or `None` if it is not an archive.
    pub fn archive(&self) -> Option<&Index> {
        match self.site.source() {
            Source::Archive(index) => Some(index),
            Source::Folder(_) => None,
        }
    }

    /// Serves until the future is ready, and then aborts requests in progress.
    ///
    /// # Errors
    ///
    /// Fails if no more connections can be accepted.
    pub fn run(self, until: impl Future<Output = ()>) -> io::Result<()> {
        let Server {
            runtime,
            listener,
            site,
        } = self;
        let result = runtime.block_on(async {
            let (mut serving, mut until) = (pin!(serve(&listener, &site)), pin!(until));
            let both = |context: &mut Context<'_>| match until.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Ok(())),
                Poll::Pending => serving.as_mut().poll(context),
            };
            poll_fn(both).await
        });
        runtime.shutdown_background();
        result
    }
}

/// Waits until the user presses Ctrl-C.
pub async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // If no handler can be installed, Ctrl-C ends the process as usual.
        std::future::pending::<()>().await;
    }
}

async fn serve(listener: &TcpListener, site: &Site) -> io::Result<()> {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // The client has already disconnected.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
            // The usual reason is too many open files, some of which will soon be closed.
            Err(error) if error.raw_os_error().is_some() => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        let site = site.clone();
        tokio::spawn(async move {
            let answer = service_fn(|request| {
                let site = site.clone();
                async move { Ok::<_, Infallible>(site.answer(request).await) }
            });
            // A broken connection is not an error of the server.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .serve_connection(TokioIo::new(stream), answer)
                .await;
        });
    }
}

/// Opens a path. Returns its source of files and the path of the start page.
fn opened(path: &Path) -> io::Result<(Source, String)> {
    let open = |path: &Path| Dir::open_ambient_dir(path, ambient_authority());
    if path.is_dir() {
        let folder = open(path)?;
        let has_index = folder
            .metadata("index.html")
            .is_ok_and(|index| index.is_file());
        let start = if has_index { "/" } else { OURS };
        let files = Files::new(folder, None);
        return Ok((Source::Folder(files), start.to_owned()));
    }
    let path = path.canonicalize()?;
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(ErrorKind::NotFound.into());
    };
    let name = name
        .to_str()
        .ok_or_else(|| io::Error::other("its name is not valid UTF-8"))?;
    let extension = Path::new(name)
        .extension()
        .and_then(|extension| extension.to_str());
    if name.starts_with('.') {
        return Err(io::Error::other(
            "files whose names begin with a dot are not served; rename it",
        ));
    }
    let whole = || Ok::<_, io::Error>(Files::new(open(folder)?, None));
    let (files, start) = match extension {
        Some("html" | "htm") => (whole()?, format!("/{}", pages::escaped_path(name))),
        Some("nmf") => (whole()?, pages::open_url(name)),
        Some("pexe") => {
            let files = Files::new(open(folder)?, Some(PathBuf::from(name)));
            (files, pages::open_url(name))
        }
        _ => {
            let index = archive(&path)?;
            return Ok((Source::Archive(Arc::new(index)), "/".to_owned()));
        }
    };
    Ok((Source::Folder(files), start))
}

/// Reads a web archive.
fn archive(path: &Path) -> io::Result<Index> {
    let source = pinnacle_archive::Source::file(File::open(path)?)?;
    let index = Index::open(source, &Limits::default())?;
    index.ok_or_else(|| {
        io::Error::other(
            "it is not a folder, page, manifest (.nmf), program (.pexe) or web archive (WARC, ARC, WACZ)",
        )
    })
}
