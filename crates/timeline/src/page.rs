//! The page: one file with everything in it.

use crate::moments::{Flush, Frame, Source};
use crate::timeline::{State, Timeline};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pinnacle_base::report_page::PageTemplate;
use pinnacle_pepper::device::screen::Operation;
use serde_json::{Value, json};
use std::time::Duration;

// `npm run pages` makes these files from `web/pages/timeline`.
const TEMPLATE: PageTemplate = PageTemplate {
    html: include_str!("generated/page.html"),
    style: include_str!("generated/page.css"),
    script: include_str!("generated/page.js"),
};

impl Timeline {
    /// Returns the page of a recording with this name. It makes no network requests.
    pub fn page(&self, name: &str) -> String {
        TEMPLATE.page(&document(&self.lock(), name).to_string())
    }
}

/// Returns the data of the page.
fn document(state: &State, name: &str) -> Value {
    let pictures = state.pictures.files().iter();
    let events = state
        .events
        .iter()
        .map(|event| json!([millis(event.time), event.is_output, event.text]));
    json!({
        "name": name,
        "ending": state.ending.as_ref().map(|(text, _)| text),
        "pictures": pictures.map(|file| STANDARD.encode(file)).collect::<Value>(),
        "frames": state.frames.iter().map(frame).collect::<Value>(),
        "flushes": state.flushes.iter().map(flush).collect::<Value>(),
        "events": events.collect::<Value>(),
        "isFull": state.is_full,
        "leftOut": [state.left_out.frames, state.left_out.events],
    })
}

/// Milliseconds, with microseconds after the point.
fn millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn frame(frame: &Frame) -> Value {
    let source = match &frame.source {
        Source::Nothing => Value::Null,
        Source::Surface { id, scale, offset } => {
            json!({ "surface": id, "scale": scale, "offset": offset })
        }
        Source::Context { draws, more } => json!({ "draws": draws, "more": more }),
    };
    json!({
        "number": frame.number,
        "time": millis(frame.time),
        "picture": frame.picture,
        "flushes": frame.flushes,
        "source": source,
    })
}

fn flush(flush: &Flush) -> Value {
    let changes = flush.changes.as_ref();
    let changes = changes.map(
        |map| json!({ "part": map.part, "wide": map.is_wide, "data": STANDARD.encode(&map.data) }),
    );
    json!({
        "surface": flush.surface,
        "size": flush.size,
        "time": millis(flush.time),
        "operations": flush.operations.iter().map(operation).collect::<Value>(),
        "more": flush.more,
        "changes": changes,
    })
}

fn operation(operation: &Operation) -> Value {
    match operation {
        Operation::Paint {
            image,
            source,
            target,
        } => json!({ "kind": "paint", "image": image, "source": source, "target": target }),
        Operation::Replace { image } => json!({ "kind": "replace", "image": image }),
        Operation::Scroll { clip, by, target } => {
            json!({ "kind": "scroll", "clip": clip, "by": by, "target": target })
        }
        Operation::Transform => json!({ "kind": "transform" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::Seen;
    use crate::timeline::Limits;
    use pinnacle_pepper::device::screen::{self, Content, PixelFormat};
    use pinnacle_picture::Picture;
    use std::io::Write;

    fn data(page: &str) -> Value {
        let (_, data) = page.split_once(r#"type="application/json">"#).unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        serde_json::from_str(data).unwrap()
    }

    fn surface(pixels: &[u8]) -> screen::Picture<'_> {
        screen::Picture {
            surface: 7,
            width: 2,
            height: 1,
            format: PixelFormat::Rgba,
            pixels,
            is_opaque: false,
            scale: 1.0,
            offset: [0.0; 2],
        }
    }

    fn seen(number: u64) -> Seen {
        Seen {
            number,
            picture: Picture::new(2, 1),
            device_scale: 2.0,
        }
    }

    #[test]
    fn a_page_has_frames_flushes_and_events() {
        let timeline = Timeline::new(Limits { bytes: 100_000 });
        let pixels = [0, 0, 0, 0, 9, 9, 9, 9];
        let paint = Operation::Paint {
            image: 3,
            source: [0, 0, 2, 1],
            target: [0, 0, 2, 1],
        };
        {
            let mut state = timeline.lock();
            state.at(Duration::from_secs(5));
            state.at(Duration::from_millis(5250));
            state.event("focus".into(), false);
            state.drawn(paint, &surface(&pixels));
            state.flushed(7);
            state.shown(Content::Picture(surface(&pixels)), seen(15));
        }
        timeline.messages().write_all(b"\"<hi>\"\n").unwrap();
        timeline.ended("exit status 0", false);
        let page = timeline.page("</script>.rec");
        let data = data(&page);
        assert_eq!(data["name"], "</script>.rec");
        assert_eq!(data["ending"], "exit status 0");
        assert_eq!(data["frames"][0]["number"], 15);
        assert_eq!(data["frames"][0]["time"], 250.0);
        assert_eq!(data["frames"][0]["flushes"], 1);
        let source = json!({ "surface": 7, "scale": 2.0, "offset": [0.0, 0.0] });
        assert_eq!(data["frames"][0]["source"], source);
        assert_eq!(data["flushes"][0]["changes"]["part"], json!([1, 0, 1, 1]));
        assert_eq!(data["flushes"][0]["operations"][0]["kind"], "paint");
        let events = json!([
            [250.0, false, "focus"],
            [250.0, true, "the program posts \"<hi>\""]
        ]);
        assert_eq!(data["events"], events);
        assert_eq!(data["isFull"], false);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let timeline = Timeline::new(Limits { bytes: 200 });
        let mut state = timeline.lock();
        state.event("a".into(), false);
        state.event("b".repeat(500), false);
        state.event("c".into(), false);
        state.shown(Content::Nothing, seen(1));
        drop(state);
        let data = data(&timeline.page("x"));
        assert_eq!(data["events"].as_array().unwrap().len(), 1);
        assert_eq!(data["leftOut"], json!([1, 2]));
        assert_eq!(data["isFull"], true);
        assert_eq!(timeline.frames(), (0, 1));
    }

    #[test]
    fn draw_calls_belong_to_the_frame_after_their_swap() {
        let timeline = Timeline::new(Limits { bytes: 100_000 });
        let mut state = timeline.lock();
        state.draw_call(|| "glClear".into());
        state.swapped();
        state.draw_call(|| "glDrawArrays".into());
        state.shown(Content::Context(4), seen(1));
        state.swapped();
        state.shown(Content::Context(4), seen(2));
        drop(state);
        let data = data(&timeline.page("x"));
        let draws = |frame: usize| data["frames"][frame]["source"]["draws"].clone();
        assert_eq!(draws(0), json!(["glClear"]));
        assert_eq!(draws(1), json!(["glDrawArrays"]));
        assert_eq!(data["pictures"].as_array().unwrap().len(), 1);
    }
}
