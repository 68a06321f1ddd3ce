//! Plays sounds with a player program of the system. Each sound has its own process, which reads
//! samples from its standard input.
//!
//! A library that accesses the sound card directly would need the headers of ALSA to be built.

use pinnacle_headless::machine::Speaker;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

/// The player programs and their arguments. The sample rate follows as the last argument.
const PLAYERS: [(&str, &[&str]); 2] = [
    (
        "pacat",
        &[
            "--playback",
            "--raw",
            "--format=s16le",
            "--channels=2",
            "--latency-msec=60",
            "--rate",
        ],
    ),
    (
        "aplay",
        &["-q", "-t", "raw", "-f", "S16_LE", "-c", "2", "-r"],
    ),
];

/// Maximum number of blocks of a sound that wait for the player. Further blocks are dropped.
const MAX_WAITING: usize = 8;

/// Plays the sounds of a program.
#[derive(Debug, Default)]
pub struct Player {
    /// For each sound, by its ID, the channel to the thread that writes to its player.
    sounds: BTreeMap<u32, SyncSender<Vec<u8>>>,
    /// True if no player could be started. No further attempts are made then.
    is_silent: bool,
}

impl Speaker for Player {
    fn start(&mut self, id: u32, sample_rate: u32) {
        if self.is_silent {
            return;
        }
        let Some(player) = start(sample_rate) else {
            self.is_silent = true;
            return;
        };
        let (sender, pieces) = sync_channel::<Vec<u8>>(MAX_WAITING);
        let feed = move || {
            let mut player = player;
            if let Some(mut input) = player.stdin.take() {
                for piece in pieces {
                    if input.write_all(&piece).is_err() {
                        break;
                    }
                }
            }
            // The player's input is closed now, so it plays the rest and ends.
            drop(player.wait());
        };
        let fed = thread::Builder::new().name("sound".to_owned()).spawn(feed);
        if fed.is_ok() {
            self.sounds.insert(id, sender);
        }
    }

    fn play(&mut self, id: u32, samples: &[u8]) {
        let Some(sound) = self.sounds.get(&id) else {
            return;
        };
        if let Err(TrySendError::Disconnected(_)) = sound.try_send(samples.to_vec()) {
            self.sounds.remove(&id);
        }
    }

    fn stop(&mut self, id: u32) {
        self.sounds.remove(&id);
    }
}

/// Starts the first player that is installed.
fn start(sample_rate: u32) -> Option<Child> {
    let rate = sample_rate.to_string();
    PLAYERS.iter().find_map(|(name, arguments)| {
        Command::new(name)
            .args(*arguments)
            .arg(&rate)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()
    })
}
