//! The options for Pepper programs.

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use pinnacle_headless::json;
use pinnacle_headless::machine::Until;
use pinnacle_pepper::message::Message;
use pinnacle_pepper::message::numbers::Numbers;
use std::ffi::OsString;
use std::path::PathBuf;

/// The program's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ClockKind {
    /// Time advances only while no thread can run, so every run is the same.
    Virtual,
    /// The time of this computer.
    Real,
}

/// The type of whole numbers in messages from the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum NumberKind {
    /// An int32, as in the last versions of Chrome.
    Int32,
    /// A double, as in earlier versions.
    Double,
}

impl From<NumberKind> for Numbers {
    fn from(kind: NumberKind) -> Numbers {
        match kind {
            NumberKind::Int32 => Numbers::Int32,
            NumberKind::Double => Numbers::Double,
        }
    }
}

/// Device pixels per CSS pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale(pub(super) f32);

/// The size of an element and the scale of the display.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ViewSize {
    pub(super) size: [i32; 2],
    pub(super) scale: Scale,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options for browser programs")]
pub(in crate::run) struct Options {
    /// Show the program in a window, with input from the user and sound.
    ///
    /// The program runs in real time until it ends or the window is closed. If the program
    /// does not end then, closing the window again ends the process. Escape leaves fullscreen and
    /// releases the mouse.
    #[cfg(feature = "window")]
    #[arg(long, conflicts_with_all = ["clock", "until", "record", "replay", "gdb"])]
    pub(in crate::run) window: bool,

    /// Size of the element in CSS pixels, and device pixels per CSS pixel (default: the page's, or
    /// 640x480@1).
    #[arg(long, value_name = "WxH[@SCALE]", value_parser = view_size)]
    pub(super) view: Option<ViewSize>,

    /// Post a message to the program once it has started; can be repeated.
    ///
    /// The message is JSON: 1 is an int32, 1.5 and {"$double":1} are doubles, {"$bytes":"aGk="} is
    /// an ArrayBuffer in base64, {"$undefined":true} is undefined.
    #[arg(long = "post", value_name = "JSON", value_parser = posted, allow_hyphen_values = true)]
    pub(super) posts: Vec<Message>,

    /// Send whole numbers in messages to the program as int32 or as double [default: the attribute
    /// data-numbers of the element or of the page's script, otherwise int32].
    ///
    /// Programs for early versions of Chrome may ignore numbers that are not doubles.
    #[arg(long, value_enum, value_name = "KIND", hide_possible_values = true)]
    pub(super) numbers: Option<NumberKind>,

    /// Write each message that the program posts as a line of JSON to this file, or - for standard
    /// output [default: standard error if it is a terminal].
    #[arg(long, value_name = "FILE")]
    pub(super) messages: Option<PathBuf>,

    /// Do not report the progress of a long run, and do not show messages on a terminal.
    #[arg(long)]
    pub(super) quiet: bool,

    /// Send the input of a user and a page from a script, one JSON object per line; `pinnacle docs
    /// headless` describes them.
    #[arg(long, value_name = "FILE")]
    pub(super) script: Option<PathBuf>,

    /// Save the state of the program in FILE at the end of the run, so that --restore continues from
    /// there.
    ///
    /// The run must end when the program is idle: it waits for events, its other threads wait in
    /// message loops or for the next sound, and nothing is open that cannot be saved, such as a
    /// socket or OpenGL.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "replay", "gdb"])]
    pub(super) save: Option<PathBuf>,

    /// Continue from a state that --save or a script has saved in FILE, with the same program.
    ///
    /// The engine and the outputs may differ. Times and frames continue from those of the saved
    /// run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "replay", "gdb"])]
    pub(super) restore: Option<PathBuf>,

    /// Write the final picture as PNG.
    #[arg(long, value_name = "FILE", value_parser = OsStringValueParser::new().try_map(picture_file))]
    pub(super) screenshot: Option<PathBuf>,

    /// Write each picture that the program shows as PNG to a folder.
    #[arg(long, value_name = "FOLDER")]
    pub(super) frames: Option<PathBuf>,

    /// Write a film of the program: animated PNG if the name ends in .png or .apng or has no
    /// extension, Y4M if it ends in .y4m.
    #[arg(long, value_name = "FILE", value_parser = OsStringValueParser::new().try_map(film_file))]
    pub(super) film: Option<PathBuf>,

    /// Write the program's sound as WAV.
    #[arg(long, value_name = "FILE", value_parser = OsStringValueParser::new().try_map(sound_file))]
    pub(super) sound: Option<PathBuf>,

    /// End the run at this point: load, idle, frame:N, message:N or time:SECONDS [default: idle,
    /// when nothing is left to do and nothing more can happen].
    #[arg(long, value_name = "WHEN", value_parser = until)]
    pub(super) until: Option<Until>,

    /// Clock of the program [default: virtual].
    #[arg(long, value_enum, value_name = "CLOCK", hide_default_value = true)]
    pub(super) clock: Option<ClockKind>,

    /// Keep the program's own files in a folder, for the next run.
    #[arg(long, value_name = "FOLDER")]
    pub(super) storage: Option<PathBuf>,

    /// Serve this folder as the program's web site, to which all its URLs resolve [default: the
    /// folder of the page or manifest; none for a program without a page].
    #[arg(long, value_name = "FOLDER")]
    pub(super) urls: Option<PathBuf>,

    /// Place the page at this address on a server. Its files then come from that server, if --net
    /// allows it [default: an address at http://localhost, which has the files of --urls].
    #[arg(long, value_name = "URL", conflicts_with = "urls")]
    pub(super) page_url: Option<String>,

    /// Let the program use the network, or only this host; can be repeated.
    #[arg(long, value_name = "HOST[:PORT]", num_args = 0..=1, require_equals = true, default_missing_value = "*")]
    pub(super) net: Vec<String>,

    /// Set an attribute of the element; can be repeated.
    #[arg(long = "attr", value_name = "NAME=VALUE", value_parser = attribute)]
    pub(super) attributes: Vec<(String, String)>,

    /// Run the program of the element with this id [default: the first element].
    #[arg(long, value_name = "ID")]
    pub(super) element: Option<String>,
}

impl Options {
    /// Returns true if the program is shown in a window.
    pub(in crate::run) fn has_window(&self) -> bool {
        #[cfg(feature = "window")]
        return self.window;
        #[cfg(not(feature = "window"))]
        false
    }

    /// Returns the options for a replay of this recorded run, with the outputs of `now`.
    pub(in crate::run) fn replayed(self, now: Options) -> Options {
        Options {
            messages: now.messages,
            quiet: now.quiet,
            screenshot: now.screenshot,
            frames: now.frames,
            film: now.film,
            sound: now.sound,
            // The recording contains the element of the page and its files.
            element: None,
            urls: None,
            page_url: None,
            ..self
        }
    }

    /// Returns true if states of the program may be saved or restored, so that its sum is needed.
    pub(in crate::run) fn has_states(&self) -> bool {
        self.save.is_some() || self.restore.is_some() || self.script.is_some()
    }

    /// Returns the first option, if any, that makes a run depend on something that is not in a
    /// recording.
    pub(in crate::run) fn unrecordable(&self) -> Option<&'static str> {
        match self {
            _ if self.clock == Some(ClockKind::Real) => Some("--clock real"),
            _ if !self.net.is_empty() => Some("--net"),
            _ => None,
        }
    }

    /// Returns the first of these options that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let Options {
            #[cfg(feature = "window")]
            window,
            view,
            posts,
            numbers,
            messages,
            quiet,
            script,
            save,
            restore,
            screenshot,
            frames,
            film,
            sound,
            until,
            clock,
            storage,
            urls,
            page_url,
            net,
            attributes,
            element,
        } = self;
        let given = [
            #[cfg(feature = "window")]
            ("--window", *window),
            ("--view", view.is_some()),
            ("--post", !posts.is_empty()),
            ("--numbers", numbers.is_some()),
            ("--messages", messages.is_some()),
            ("--quiet", *quiet),
            ("--script", script.is_some()),
            ("--save", save.is_some()),
            ("--restore", restore.is_some()),
            ("--screenshot", screenshot.is_some()),
            ("--frames", frames.is_some()),
            ("--film", film.is_some()),
            ("--sound", sound.is_some()),
            ("--until", until.is_some()),
            ("--clock", clock.is_some()),
            ("--storage", storage.is_some()),
            ("--urls", urls.is_some()),
            ("--page-url", page_url.is_some()),
            ("--net", !net.is_empty()),
            ("--attr", !attributes.is_empty()),
            ("--element", element.is_some()),
        ];
        let mut given = given.into_iter();
        given.find_map(|(name, is_given)| is_given.then_some(name))
    }
}

/// Parses the name of a picture file.
fn picture_file(text: OsString) -> Result<PathBuf, String> {
    output_file(text, &["png"], "")
}

/// Parses the name of a film file.
fn film_file(text: OsString) -> Result<PathBuf, String> {
    let way = "; for another format, write a .y4m and convert it, for example with `ffmpeg -i \
               x.y4m -pix_fmt yuv420p x.mp4`";
    output_file(text, &["png", "apng", "y4m"], way)
}

/// Parses the name of a sound file.
fn sound_file(text: OsString) -> Result<PathBuf, String> {
    output_file(text, &["wav"], "")
}

/// Parses the name of an output file, whose extension must be one of `formats`. A name without an
/// extension gets the first format. `way` ends the message about other formats.
fn output_file(text: OsString, formats: &[&str], way: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if crate::input::is_stdin(&path) {
        return Err("this cannot be written to standard output; name a file".into());
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    match ending {
        Some(ending) if !formats.contains(&&*ending.to_ascii_lowercase()) => Err(format!(
            "cannot write .{ending}, expected a name that ends in .{}{way}",
            formats.join(" or .")
        )),
        _ => Ok(path),
    }
}

/// Parses a message from JSON.
fn posted(text: &str) -> Result<Message, String> {
    json::from_text(text).map_err(|error| {
        if text.contains(['"', '{', '[', '\'']) {
            return format!("this is not JSON: {error}");
        }
        format!(
            "this is not JSON: {error}; a string needs quotes; in most shells, write '\"{text}\"'"
        )
    })
}

fn view_size(text: &str) -> Result<ViewSize, String> {
    let (size, scale) = match text.split_once('@') {
        Some((size, scale)) => (size, scale),
        None => (text, "1"),
    };
    let side = |text: &str| text.parse().ok().filter(|side| (0..=16384).contains(side));
    let size = size.split_once('x').and_then(|(width, height)| {
        let sides = [side(width)?, side(height)?];
        Some(sides)
    });
    let scale = scale
        .parse()
        .ok()
        .filter(|scale| (0.1..=10.0).contains(scale));
    match (size, scale) {
        (Some(size), Some(scale)) => Ok(ViewSize {
            size,
            scale: Scale(scale),
        }),
        _ => {
            Err("expected WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, such as 640x480 or 640x480@2".into())
        }
    }
}

fn until(text: &str) -> Result<Until, String> {
    let (word, number) = match text.split_once(':') {
        Some((word, number)) => (word, Some(number)),
        None => (text, None),
    };
    let whole = number.and_then(|number| number.parse().ok());
    let seconds = number.map(|number| number.strip_suffix('s').unwrap_or(number));
    let seconds = seconds.and_then(|number| number.parse().ok());
    let time = seconds.and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok());
    Ok(match (word, number, whole, time) {
        ("load", None, ..) => Until::Load,
        ("idle", None, ..) => Until::Idle,
        ("frame", _, Some(frame), _) => Until::Frame(frame),
        ("message", _, Some(count @ 1..), _) => Until::Message(count),
        ("time", .., Some(time)) => Until::Time(time),
        _ => return Err("expected load, idle, frame:N, message:N or time:SECONDS".into()),
    })
}

fn attribute(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok((name.to_ascii_lowercase(), value.to_owned()))
        }
        _ => Err("expected NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_run_is_a_word_and_a_number() {
        use std::time::Duration;
        assert_eq!(until("frame:60"), Ok(Until::Frame(60)));
        assert_eq!(until("message:1"), Ok(Until::Message(1)));
        assert_eq!(
            until("time:1.5"),
            Ok(Until::Time(Duration::from_millis(1500)))
        );
        assert_eq!(until("time:2s"), Ok(Until::Time(Duration::from_secs(2))));
        for text in [
            "",
            "frame",
            "frame:x",
            "message:0",
            "time:-1",
            "idle:1",
            "load:1",
        ] {
            assert!(until(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_is_written_in_the_format_that_its_name_says() {
        for good in ["a.png", "a.PNG", "a", "/dev/null"] {
            assert_eq!(picture_file(good.into()), Ok(good.into()));
        }
        assert!(film_file("a.y4m".into()).is_ok() && film_file("a.apng".into()).is_ok());
        assert!(sound_file("a.wav".into()).is_ok());
        for wrong in ["a.mp4", "a.jpg", "-"] {
            assert!(film_file(wrong.into()).is_err(), "{wrong}");
            assert!(picture_file(wrong.into()).is_err(), "{wrong}");
            assert!(sound_file(wrong.into()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_view_has_a_size_and_perhaps_a_scale() {
        let view = view_size("800x600@1.5").unwrap();
        assert_eq!((view.size, view.scale.0), ([800, 600], 1.5));
        for text in ["800", "800x", "-1x2", "1x2@0", "1x2@nan", "99999x1"] {
            assert!(view_size(text).is_err(), "{text}");
        }
    }
}
