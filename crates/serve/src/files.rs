//! Gives tower-http access to the files of a folder. cap-std opens them, and [`public_path`]
//! decides which paths are served: `..` and symbolic links cannot lead out of the folder, and names
//! that begin with a dot are hidden.

use cap_std::fs::Dir;
use pinnacle_folder::public_path;
use std::future::Future;
use std::io::{Error, ErrorKind, Result, SeekFrom};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::SystemTime;
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs as tower;

/// A folder that is served, or a single file in it.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    folder: Arc<Dir>,
    only: Option<PathBuf>,
}

impl Files {
    pub(crate) fn new(folder: Dir, only: Option<PathBuf>) -> Files {
        let folder = Arc::new(folder);
        Files { folder, only }
    }

    /// Returns the folder if all of it is served.
    pub(crate) fn folder(&self) -> Option<&Dir> {
        self.only.is_none().then_some(&*self.folder)
    }

    /// Returns the metadata of a path below the folder, if it is served.
    pub(crate) fn status(&self, path: &Path) -> Result<cap_std::fs::Metadata> {
        let metadata = self.folder.metadata(self.public(path)?)?;
        // Other types are refused, because opening a pipe would block.
        match metadata.is_file() || metadata.is_dir() {
            true => Ok(metadata),
            false => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Opens a file below the folder, if it is served.
    pub(crate) fn open_now(&self, path: &Path) -> Result<std::fs::File> {
        match self.status(path)?.is_file() {
            true => Ok(self.folder.open(self.public(path)?)?.into_std()),
            false => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Returns the path to open for a path that is served.
    fn public(&self, path: &Path) -> Result<PathBuf> {
        // tower-http begins all paths with `.`.
        let below = path.strip_prefix(".").unwrap_or(path);
        match &self.only {
            Some(only) if only != below => Err(ErrorKind::NotFound.into()),
            _ => public_path(&self.folder, below),
        }
    }
}

type Later<'f, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'f>>;

/// Runs a blocking operation on another thread.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::other)?
}

impl tower::Backend for Files {
    type File = File;
    type Metadata = Metadata;
    type OpenFuture = Later<'static, File>;
    type MetadataFuture = Later<'static, Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let files = self.clone();
        Box::pin(async move {
            let file = aside(move || files.open_now(&path)).await?;
            Ok(File(tokio::fs::File::from_std(file)))
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let files = self.clone();
        Box::pin(aside(move || files.status(&path).map(Metadata)))
    }
}

/// The metadata of a file, for tower-http.
pub(crate) struct Metadata(cap_std::fs::Metadata);

impl tower::Metadata for Metadata {
    fn is_dir(&self) -> bool {
        self.0.is_dir()
    }

    fn modified(&self) -> Result<SystemTime> {
        self.0.modified().map(cap_std::time::SystemTime::into_std)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }
}

/// An open file, for tower-http.
pub(crate) struct File(tokio::fs::File);

impl tower::File for File {
    type Metadata = Metadata;
    type MetadataFuture<'f> = Later<'f, Metadata>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        Box::pin(async {
            let metadata = self.0.metadata().await?;
            Ok(Metadata(cap_std::fs::Metadata::from_just_metadata(
                metadata,
            )))
        })
    }
}

impl AsyncRead for File {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncSeek for File {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> Result<()> {
        Pin::new(&mut self.0).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<u64>> {
        Pin::new(&mut self.0).poll_complete(context)
    }
}
