//! The results of requests and connections, as reported by JavaScript.

use crate::machine::Machine;
use crate::setting::pairs;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::fetch::{FetchError, FetchEvent, Head};
use pinnacle_pepper::device::network::{NetworkError, NetworkEvent, Operation, WebSocketMessage};
use wasm_bindgen::prelude::*;

impl Machine {
    fn network(&self, id: u32, event: NetworkEvent) {
        self.inbox.push(Event::Network { id, event });
    }
}

#[wasm_bindgen]
impl Machine {
    /// Reports the head of a response. `headers` alternates names and values. The length is
    /// negative if it is unknown.
    #[wasm_bindgen(js_name = fetchHead)]
    pub fn fetch_head(
        &self,
        id: u32,
        url: String,
        status: u16,
        status_text: String,
        headers: Vec<String>,
        length: f64,
    ) {
        let event = FetchEvent::Head(Head {
            url,
            status,
            status_text,
            headers: pairs(headers),
            redirect: None,
            length: (length >= 0.0).then_some(length as u64),
        });
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports a redirect that was not followed, and its target. Browsers do not report its status,
    /// so 302 is assumed.
    #[wasm_bindgen(js_name = fetchRedirected)]
    pub fn fetch_redirected(&self, id: u32, url: String, target: String) {
        let event = FetchEvent::Head(Head {
            url,
            status: 302,
            status_text: "Found".into(),
            headers: Vec::new(),
            redirect: Some(target),
            length: None,
        });
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports the next bytes of a response.
    #[wasm_bindgen(js_name = fetchData)]
    pub fn fetch_data(&self, id: u32, bytes: Vec<u8>) {
        let event = FetchEvent::Data(bytes);
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports that a request has sent this number of bytes.
    #[wasm_bindgen(js_name = fetchSent)]
    pub fn fetch_sent(&self, id: u32, bytes: f64) {
        let event = FetchEvent::Sent(bytes as u64);
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports that a response is complete.
    #[wasm_bindgen(js_name = fetchEnd)]
    pub fn fetch_end(&self, id: u32) {
        let event = FetchEvent::End;
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports that a request has failed, because it is forbidden or for another reason.
    #[wasm_bindgen(js_name = fetchFailed)]
    pub fn fetch_failed(&self, id: u32, is_forbidden: bool) {
        let event = FetchEvent::Failed(match is_forbidden {
            true => FetchError::NoAccess,
            false => FetchError::Failed,
        });
        self.inbox.push(Event::Fetch { id, event });
    }

    /// Reports that a WebSocket is open, with this sub-protocol.
    #[wasm_bindgen(js_name = socketOpened)]
    pub fn socket_opened(&self, id: u32, protocol: String) {
        self.network(id, NetworkEvent::Opened { protocol });
    }

    /// Reports a text message.
    #[wasm_bindgen(js_name = socketText)]
    pub fn socket_text(&self, id: u32, text: String) {
        let message = WebSocketMessage::Text(text);
        self.network(id, NetworkEvent::Message(message));
    }

    /// Reports a binary message.
    #[wasm_bindgen(js_name = socketBytes)]
    pub fn socket_bytes(&self, id: u32, bytes: Vec<u8>) {
        let message = WebSocketMessage::Binary(bytes);
        self.network(id, NetworkEvent::Message(message));
    }

    /// Reports that this number of message bytes was sent.
    #[wasm_bindgen(js_name = socketSent)]
    pub fn socket_sent(&self, id: u32, bytes: f64) {
        self.network(id, NetworkEvent::Sent(bytes as u64));
    }

    /// Reports that a WebSocket could not be opened.
    #[wasm_bindgen(js_name = socketFailed)]
    pub fn socket_failed(&self, id: u32) {
        let event = NetworkEvent::Failed(Operation::Connect, NetworkError::Failed);
        self.network(id, event);
    }

    /// Reports that a WebSocket is closed.
    #[wasm_bindgen(js_name = socketClosed)]
    pub fn socket_closed(&self, id: u32, was_clean: bool, code: u16, reason: String) {
        let event = NetworkEvent::Closed {
            was_clean,
            code,
            reason,
        };
        self.network(id, event);
    }
}
