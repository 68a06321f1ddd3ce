//! WebSockets. Other sockets are refused, as for ordinary pages in Chrome.

use crate::outside;
use pinnacle_pepper::device::network::{Network, NetworkError, Request, WebSocketMessage};

/// The network connections of a page.
#[derive(Debug)]
pub(super) struct WebNetwork;

/// The value that stands for no code.
const NO_CODE: u32 = 0;

impl Network for WebNetwork {
    fn request(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        match request {
            Request::OpenWebSocket { url, protocols } => outside::open_socket(id, &url, protocols),
            Request::SendMessage(WebSocketMessage::Text(text)) => outside::send_text(id, &text),
            Request::SendMessage(WebSocketMessage::Binary(bytes)) => {
                outside::send_bytes(id, &bytes);
            }
            Request::CloseWebSocket { code, reason } => {
                outside::close_socket(id, code.map_or(NO_CODE, u32::from), &reason);
            }
            _ => return Err(NetworkError::NoAccess),
        }
        Ok(())
    }

    fn close(&mut self, id: u32) {
        outside::drop_socket(id);
    }
}
