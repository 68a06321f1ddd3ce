//! Random calls of Pepper, without devices.

use crate::hosts::{LIMIT, Player, USED};
use pinnacle_pepper::device::Devices;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::irt::Irt;

/// Names, addresses, headers, messages.
pub(crate) const TEXTS: &[&[u8]] = &[
    b"/a/b.txt\0",
    b"http://page/data?z#f\0",
    b"ws://other:80/\0",
    b"data:text/plain;base64,aGVsbG8=\0",
    b"Content-Type: text/plain\nX: y\0",
    b"GET\0",
    b"PPB_Messaging;1.2\0",
    b"\xff\xfe not text\0",
    b"12345678901234567890123456789012345678901234567890123456789012",
];

/// Interprets bytes as the calls of a program, which may or may not have started. Pepper must not
/// panic, and its requests to the program must have arguments that an engine can pass on.
pub fn calls(data: &[u8]) {
    let files = FileSystem::new(Stdio::default(), Vec::new()).expect("there is nothing to mount");
    let irt = Irt::repeatable(files, 1, USED.end..LIMIT);
    let start = irt.function_count() as usize;
    let embedding = Embedding {
        attributes: vec![("src".into(), "hostile.nmf".into())],
        view: View::of_size(320, 200),
        devices: Devices::absent(),
    };
    let mut player = Player::new(Pepper::new(irt, embedding), TEXTS);
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    if first % 4 != 0 {
        begin(&mut player, start);
    }
    player.play(rest);
}

/// Starts like a real program, up to the wait in the main loop.
pub(crate) fn begin(player: &mut Player<'_, Pepper>, start: usize) {
    let mut words = |address: u32, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
        let memory = player.memory();
        memory.write(address, &bytes).expect("this can be written");
        address
    };
    let functions = words(USED.start, &[11, 12, 13]);
    let instance = words(USED.start + 64, &[21, 22, 23, 24, 25]);
    player.call(0, start, &[functions.into()]);
    for answer in [0, instance, 1, 0] {
        assert!(player.take_call(0), "a program is asked as it starts");
        player.resume(0, answer.into());
    }
}
