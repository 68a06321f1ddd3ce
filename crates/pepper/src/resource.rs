//! Resources: what programs hold by id beside vars.

use crate::context::Context;
use crate::core::Core;
use crate::file::{FileIo, FileRef, FileSystem};
use crate::input::event::ProgramEvent;
use crate::loader::{Loader, Response};
use crate::media::{AudioEncoder, VideoEncoder};
use crate::network::NetworkMonitor;
use crate::network::address::NetAddress;
use crate::network::resolver::{HostResolver, HostResolverPrivate};
use crate::network::tcp::{TcpServerSocketPrivate, TcpSocket, TcpSocketPrivate};
use crate::network::udp::{UdpSocket, UdpSocketPrivate};
use crate::network::web_socket::WebSocket;
use crate::request::RequestInfo;
use crate::sound::{Audio, AudioConfig};
use crate::surface::{Image, Surface};
use crate::track::{VideoFrame, VideoTrack};
use crate::video::Decoder;
use crate::view::View;

/// Declares the resources, and makes the types in the variants kinds.
macro_rules! kinds {
    ($($(#[$documentation:meta])* $variant:ident($kind:ty),)*) => {
        /// A resource.
        #[derive(Debug)]
        pub(crate) enum Resource {
            $($(#[$documentation])* $variant($kind),)*
        }

        $(impl Kind for $kind {
            fn of(resource: &mut Resource) -> Option<&mut $kind> {
                match resource {
                    Resource::$variant(kind) => Some(kind),
                    _ => None,
                }
            }
        })*

        impl Resource {
            /// What it is, for traces and reports.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Resource::$variant(_) => stringify!($variant),)*
                }
            }
        }
    };
}

kinds! {
    /// What the program can see of its view at some time.
    View(View),
    /// A message loop, by its number.
    MessageLoop(LoopNumber),
    /// How sound is divided into buffers.
    AudioConfig(AudioConfig),
    /// Sound.
    Audio(Audio),
    /// Something that a user does.
    InputEvent(ProgramEvent),
    /// Pixels in the program's memory.
    ImageData(Image),
    /// Pixels that the element can show.
    Graphics2d(Surface),
    /// A context of OpenGL.
    Graphics3d(Box<Context>),
    /// A request for a URL.
    UrlRequestInfo(Box<RequestInfo>),
    /// What loads a URL.
    UrlLoader(Box<Loader>),
    /// The head of a response.
    UrlResponseInfo(Box<Response>),
    /// A file system of the origin.
    FileSystem(FileSystem),
    /// The name of a file.
    FileRef(FileRef),
    /// A file that may be open.
    FileIo(Box<FileIo>),
    /// An address.
    NetAddress(NetAddress),
    /// Messages to and from a server.
    WebSocket(Box<WebSocket>),
    /// A connection or a server.
    TcpSocket(Box<TcpSocket>),
    /// A connection.
    TcpSocketPrivate(Box<TcpSocketPrivate>),
    /// A server.
    TcpServerSocketPrivate(Box<TcpServerSocketPrivate>),
    /// Messages without connections.
    UdpSocket(Box<UdpSocket>),
    /// The same.
    UdpSocketPrivate(Box<UdpSocketPrivate>),
    /// Addresses by name.
    HostResolver(HostResolver),
    /// The same.
    HostResolverPrivate(HostResolverPrivate),
    /// Changes of connections, of which there are none.
    NetworkMonitor(NetworkMonitor),
    /// A decoder of video.
    VideoDecoder(Box<Decoder>),
    /// A track of a media stream that has pictures.
    VideoTrack(Box<VideoTrack>),
    /// A picture of one.
    VideoFrame(Box<VideoFrame>),
    /// An encoder of video.
    VideoEncoder(VideoEncoder),
    /// An encoder of sound.
    AudioEncoder(AudioEncoder),
}

/// What the host keeps for any resource, in bytes, roughly.
const PLACE: u64 = 64;

/// What it keeps for one of those that lie in a place of their own.
const BOXED: u64 = 256;

impl Resource {
    /// Bytes of the host that it takes, roughly; what lies in the program's memory is
    /// counted there.
    pub(crate) fn size(&self) -> u64 {
        let more = match self {
            Resource::Graphics2d(surface) => surface.bytes(),
            // What they keep besides has meters of its own.
            Resource::UrlRequestInfo(_)
            | Resource::UrlLoader(_)
            | Resource::UrlResponseInfo(_)
            | Resource::FileIo(_)
            | Resource::WebSocket(_)
            | Resource::TcpSocket(_)
            | Resource::TcpSocketPrivate(_)
            | Resource::TcpServerSocketPrivate(_)
            | Resource::UdpSocket(_)
            | Resource::UdpSocketPrivate(_)
            | Resource::VideoTrack(_)
            | Resource::VideoFrame(_)
            | Resource::Graphics3d(_) => BOXED,
            Resource::VideoDecoder(_) => size_of::<Decoder>() as u64,
            Resource::InputEvent(event) => event.size(),
            _ => 0,
        };
        PLACE + more
    }

    /// The program holds no reference any more, the host does.
    pub(crate) fn abandoned(id: u32, core: &mut Core) {
        core.audio_abandoned(id);
        core.surface_abandoned(id);
    }

    /// Nobody holds a reference any more: what belongs to the resource ends with it. The
    /// id is 0 if there was no place for it.
    pub(crate) fn end(self, id: u32, core: &mut Core) {
        match self {
            Resource::View(_)
            | Resource::InputEvent(_)
            | Resource::AudioConfig(_)
            | Resource::FileSystem(_)
            | Resource::FileIo(_)
            | Resource::NetAddress(_)
            | Resource::NetworkMonitor(_)
            | Resource::VideoEncoder(_)
            | Resource::AudioEncoder(_) => {}
            Resource::VideoDecoder(decoder) => core.decoder_gone(id, &decoder),
            Resource::VideoTrack(track) => core.track_gone(*track),
            Resource::VideoFrame(frame) => core.frame_gone(*frame),
            Resource::TcpSocket(socket) => core.tcp_gone(id, *socket),
            Resource::TcpSocketPrivate(socket) => core.tcp_gone(id, socket.0),
            Resource::TcpServerSocketPrivate(socket) => core.tcp_gone(id, socket.0),
            Resource::WebSocket(_)
            | Resource::UdpSocket(_)
            | Resource::UdpSocketPrivate(_)
            | Resource::HostResolver(_)
            | Resource::HostResolverPrivate(_) => core.devices.network.close(id),
            Resource::Audio(audio) => audio.end(core),
            Resource::ImageData(image) => core.free_later(image.block),
            Resource::Graphics2d(surface) => {
                core.surface_abandoned(id);
                core.give_back_images(&surface.queue);
            }
            Resource::Graphics3d(context) => core.context_gone(id, *context),
            Resource::UrlRequestInfo(request) => request.end(core),
            Resource::UrlLoader(loader) => loader.end(id, core),
            Resource::UrlResponseInfo(response) => response.end(core),
            Resource::FileRef(file) => file.end(core),
            Resource::MessageLoop(LoopNumber(number)) => {
                let is_used = core
                    .loops
                    .get(number)
                    .is_some_and(|one| one.thread.is_some());
                if !is_used {
                    core.remove_loop(number);
                }
            }
        }
    }
}

/// The number of a message loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopNumber(pub(crate) u32);

/// A kind of resource.
pub(crate) trait Kind: Sized {
    /// The resource, if it is of this kind.
    fn of(resource: &mut Resource) -> Option<&mut Self>;
}
