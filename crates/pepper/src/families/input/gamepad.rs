//! `PPB_Gamepad`: the state of the gamepads.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_gamepad_shared.h`.

use crate::device::input::Gamepad;
use crate::kernel::call::Call;
use crate::table::ctypes::PP_GamepadsSampleData;
use crate::table::typed::{At, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const GAMEPAD_1_0: Interface = interface! { "PPB_Gamepad" "1.0" Stable:
    Sample(instance: PP_Instance, data: *mut PP_GamepadsSampleData) => sample;
};

/// Size of `PP_GamepadsSampleData`, which has the number of gamepads and space for four.
const SIZE: usize = 1896;
const FIRST: usize = 8;

/// `PP_GamepadSampleData`.
mod pad {
    pub(crate) const SIZE: usize = 472;
    pub(crate) const AXES: usize = 0;
    pub(crate) const MAX_AXES: usize = 16;
    pub(crate) const BUTTONS: usize = 68;
    pub(crate) const MAX_BUTTONS: usize = 32;
    pub(crate) const TIMESTAMP: usize = 200;
    pub(crate) const ID: usize = 208;
    pub(crate) const MAX_ID: usize = 128;
    pub(crate) const CONNECTED: usize = 464;
}

/// Stores the state of the gamepads. For any other instance it is zero.
fn sample(
    call: &mut Call<'_, '_>,
    instance: Instance,
    place: At<PP_GamepadsSampleData>,
) -> Result<(), Fault> {
    let mut data = [0; SIZE];
    if instance.is_own() {
        let gamepads = call.kernel.devices.page.gamepads();
        put(&mut data, 0, (gamepads.len() as u32).to_le_bytes());
        let (places, _) = data[FIRST..].as_chunks_mut();
        for (place, gamepad) in places.iter_mut().zip(&gamepads) {
            if let Some(gamepad) = gamepad {
                write(place, gamepad);
            }
        }
    }
    call.memory().write(place.address, &data)
}

fn put<const N: usize>(data: &mut [u8], at: usize, bytes: [u8; N]) {
    data[at..at + N].copy_from_slice(&bytes);
}

/// Writes a count followed by that many values.
fn put_numbers(data: &mut [u8], at: usize, max: usize, numbers: &[f32]) {
    let numbers = &numbers[..numbers.len().min(max)];
    put(data, at, (numbers.len() as u32).to_le_bytes());
    for (index, number) in numbers.iter().enumerate() {
        put(data, at + 4 + 4 * index, number.to_le_bytes());
    }
}

fn write(data: &mut [u8; pad::SIZE], gamepad: &Gamepad) {
    put_numbers(data, pad::AXES, pad::MAX_AXES, &gamepad.axes);
    put_numbers(data, pad::BUTTONS, pad::MAX_BUTTONS, &gamepad.buttons);
    put(data, pad::TIMESTAMP, gamepad.timestamp.to_le_bytes());
    for (index, unit) in gamepad.id.encode_utf16().take(pad::MAX_ID).enumerate() {
        put(data, pad::ID + 2 * index, unit.to_le_bytes());
    }
    put(data, pad::CONNECTED, 1_u32.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::{FIRST, SIZE, pad};
    use crate::device::input::Gamepad;
    use crate::harness::Program;

    fn sample(program: &mut Program, instance: u64) -> Vec<u8> {
        let place = program.bytes(&[9; SIZE]);
        program.call("PPB_Gamepad;1.0", "Sample", &[instance, u64::from(place)]);
        program.memory.bytes(place, SIZE as u32).unwrap()
    }

    fn word(data: &[u8], at: usize) -> u32 {
        u32::from_le_bytes([0, 1, 2, 3].map(|index| data[at + index]))
    }

    #[test]
    fn there_are_four_places_and_empty_ones_are_zeros() {
        let mut program = Program::started();
        let data = sample(&mut program, 1);
        assert_eq!(word(&data, 0), 4);
        assert!(data[4..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn another_instance_gets_zeros() {
        let mut program = Program::started();
        assert_eq!(sample(&mut program, 2), [0; SIZE]);
    }

    #[test]
    fn a_gamepad_has_its_layout() {
        let mut program = Program::started();
        program.fake.world().gamepads[1] = Some(Gamepad {
            id: "pad é".into(),
            timestamp: 2.5,
            axes: vec![-1.0, 0.5],
            buttons: vec![1.0; 40],
        });
        let data = sample(&mut program, 1);
        let data = &data[FIRST + pad::SIZE..][..pad::SIZE];
        assert_eq!(word(data, 0), 2);
        let axes = [4, 8, 12].map(|at| f32::from_bits(word(data, at)));
        assert_eq!(axes, [-1.0, 0.5, 0.0]);
        assert_eq!(word(data, 68), 32);
        assert_eq!(f32::from_bits(word(data, 72 + 31 * 4)), 1.0);
        assert_eq!(data[200..208], 2.5_f64.to_le_bytes());
        assert_eq!(
            data[208..218],
            [b'p', 0, b'a', 0, b'd', 0, b' ', 0, 0xe9, 0]
        );
        assert_eq!(word(data, 464), 1);
    }
}
