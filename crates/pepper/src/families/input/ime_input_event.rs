//! `PPB_IMEInputEvent` and `PPB_IMEInputEvent(Dev)`: texts that are being composed.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc`.

use crate::families::input::events::event::{Composition, Detail, EventType, ProgramEvent};
use crate::families::input::events::made;
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_Var, uint32_t};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const IME_INPUT_EVENT_1_0: Interface = interface! { "PPB_IMEInputEvent" "1.0" Stable:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, text: PP_Var, segment_number: uint32_t, segment_offsets: *const uint32_t, target_segment: int32_t, selection_start: uint32_t, selection_end: uint32_t) -> PP_Resource => create;
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool => is_ime_input_event;
    GetText(ime_event: PP_Resource) -> PP_Var => get_text;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t => get_segment_number;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t => get_segment_offset;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t => get_target_segment;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) => get_selection;
};

pub(crate) const IME_INPUT_EVENT_DEV_0_2: Interface = interface! { "PPB_IMEInputEvent(Dev)" "0.2" Dev:
    Create(instance: PP_Instance, type: PP_InputEvent_Type, time_stamp: PP_TimeTicks, text: PP_Var, segment_number: uint32_t, segment_offsets: *const uint32_t, target_segment: int32_t, selection_start: uint32_t, selection_end: uint32_t) -> PP_Resource => create;
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool => is_ime_input_event;
    GetText(ime_event: PP_Resource) -> PP_Var => get_text;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t => get_segment_number;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t => get_segment_offset;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t => get_target_segment;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) => get_selection;
};

pub(crate) const IME_INPUT_EVENT_DEV_0_1: Interface = interface! { "PPB_IMEInputEvent(Dev)" "0.1" Dev:
    IsIMEInputEvent(resource: PP_Resource) -> PP_Bool => is_ime_input_event;
    GetText(ime_event: PP_Resource) -> PP_Var => get_text;
    GetSegmentNumber(ime_event: PP_Resource) -> uint32_t => get_segment_number;
    GetSegmentOffset(ime_event: PP_Resource, index: uint32_t) -> uint32_t => get_segment_offset;
    GetTargetSegment(ime_event: PP_Resource) -> int32_t => get_target_segment;
    GetSelection(ime_event: PP_Resource, start: *mut uint32_t, end: *mut uint32_t) => get_selection;
};

const TYPES: [EventType; 4] = [
    EventType::ImeCompositionStart,
    EventType::ImeCompositionUpdate,
    EventType::ImeCompositionEnd,
    EventType::ImeText,
];

#[allow(
    clippy::too_many_arguments,
    reason = "the parameters of the method in C"
)]
fn create(
    call: &mut Call<'_, '_>,
    instance: Instance,
    ty: u32,
    time: f64,
    text: At<PP_Var>,
    segment_number: u32,
    segment_offsets: At<uint32_t>,
    target_segment: i32,
    selection_start: u32,
    selection_end: u32,
) -> Result<u32, Fault> {
    let ty = EventType::find(ty, &TYPES);
    let (true, Some(ty)) = (instance.is_own(), ty) else {
        return Ok(0);
    };
    let text = made::text(call, text)?;
    let segments = segments(call, segment_number, segment_offsets)?;
    let (Some(text), Some(segments)) = (text, segments) else {
        return Ok(0);
    };
    let composition = Composition {
        text,
        segments,
        target_segment,
        selection: [selection_start, selection_end],
    };
    let detail = Detail::Composition(composition);
    Ok(made::create(call, ty, (time, 0), detail))
}

/// Reads the offsets of `number` segments: `number + 1` offsets, or none if there are no segments.
/// Returns `None` if there is no room for them.
fn segments(
    call: &mut Call<'_, '_>,
    number: u32,
    offsets: At<uint32_t>,
) -> Result<Option<Vec<u32>>, Fault> {
    if number == 0 {
        return Ok(Some(Vec::new()));
    }
    let len = (u64::from(number) + 1) * 4;
    let (Ok(len), true) = (u32::try_from(len), call.has_room(len)) else {
        return Ok(None);
    };
    let bytes = call.memory().bytes(offsets.address, len)?;
    let (words, _) = bytes.as_chunks();
    Ok(Some(
        words.iter().map(|word| u32::from_le_bytes(*word)).collect(),
    ))
}

/// Returns the composed text of an event.
fn composition<'c>(
    call: &'c mut Call<'_, '_>,
    event: Res<ProgramEvent>,
) -> Option<&'c Composition> {
    call.get(event)?.composition()
}

fn is_ime_input_event(call: &mut Call<'_, '_>, resource: Res<ProgramEvent>) -> bool {
    composition(call, resource).is_some()
}

fn get_text(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> Var {
    made::text_of(call, event, |event| Some(&event.composition()?.text))
}

fn get_segment_number(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> u32 {
    let segments = composition(call, event).map_or(0, |one| one.segments.len() as u32);
    segments.saturating_sub(1)
}

fn get_segment_offset(call: &mut Call<'_, '_>, event: Res<ProgramEvent>, index: u32) -> u32 {
    let composition = composition(call, event);
    let offset = composition.and_then(|one| one.segments.get(index as usize).copied());
    offset.unwrap_or(0)
}

fn get_target_segment(call: &mut Call<'_, '_>, event: Res<ProgramEvent>) -> i32 {
    composition(call, event).map_or(-1, |one| one.target_segment)
}

/// Stores the ends of the selection. Either address may be null.
fn get_selection(
    call: &mut Call<'_, '_>,
    event: Res<ProgramEvent>,
    start: At<uint32_t>,
    end: At<uint32_t>,
) -> Result<(), Fault> {
    let selection = composition(call, event).map_or([0; 2], |one| one.selection);
    for (place, word) in [start, end].into_iter().zip(selection) {
        if place.address != 0 {
            place.write_words(call, [word])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::var::Var;
    use pinnacle_system::host::Action;

    const IME: &str = "PPB_IMEInputEvent;1.0";

    fn create(program: &mut Program, ty: u64, number: u64, offsets: &[u32]) -> Action {
        let text = u64::from(program.text_var("kana"));
        let offsets = u64::from(program.words(offsets));
        let args = [1, ty, 0, text, number, offsets, 1, 2, 3];
        program.answer(IME, "Create", &args)
    }

    #[test]
    fn an_event_says_what_it_was_made_of() {
        let mut program = Program::started();
        let action = create(&mut program, 12, 2, &[0, 2, 4]);
        let Action::Return(event) = action else {
            panic!("{action:?}")
        };
        let place = program.bytes(&[0; 16]);
        program.call(IME, "GetText", &[u64::from(place), event]);
        assert_eq!(program.read_text(place), "kana");
        assert_eq!(program.call(IME, "IsIMEInputEvent", &[event]), 1);
        assert_eq!(program.call(IME, "GetSegmentNumber", &[event]), 2);
        let offsets = [0, 1, 2, 3].map(|at| program.call(IME, "GetSegmentOffset", &[event, at]));
        assert_eq!(offsets, [0, 2, 4, 0]);
        assert_eq!(program.code(IME, "GetTargetSegment", &[event]), 1);
        let [start, end] = [program.words(&[9]), program.words(&[9])];
        let args = [event, u64::from(start), u64::from(end)];
        program.call(IME, "GetSelection", &args);
        let selection = [start, end].map(|at| program.memory.load_u32(at).unwrap());
        assert_eq!(selection, [2, 3]);
        program.call(IME, "GetSelection", &[event, 0, 0]);
    }

    #[test]
    fn no_segments_have_no_offsets() {
        let mut program = Program::started();
        let Action::Return(event) = create(&mut program, 14, 0, &[]) else {
            panic!("an event")
        };
        assert_eq!(program.call(IME, "GetSegmentNumber", &[event]), 0);
        assert_eq!(program.call(IME, "GetSegmentOffset", &[event, 0]), 0);
    }

    #[test]
    fn more_segments_than_memory_holds_make_no_event() {
        let mut program = Program::started();
        let action = create(&mut program, 12, u64::from(u32::MAX), &[]);
        assert_eq!(action, Action::Return(0));
        let action = create(&mut program, 12, 1 << 29, &[]);
        assert_eq!(action, Action::Return(0));
    }

    #[test]
    fn offsets_that_cannot_be_read_stop_the_program() {
        let mut program = Program::started();
        let action = create(&mut program, 12, 1 << 20, &[]);
        assert!(matches!(action, Action::Trap(_)), "{action:?}");
    }

    #[test]
    fn only_the_types_of_compositions_can_be_made() {
        let mut program = Program::started();
        for ty in 0..20 {
            let is_made = create(&mut program, ty, 0, &[]) != Action::Return(0);
            assert_eq!(is_made, (11..15).contains(&ty), "{ty}");
        }
    }

    #[test]
    fn other_events_have_no_composition() {
        let mut program = Program::started();
        let [start, end] = [program.words(&[9]), program.words(&[9])];
        let args = [77, u64::from(start), u64::from(end)];
        program.call(IME, "GetSelection", &args);
        let selection = [start, end].map(|at| program.memory.load_u32(at).unwrap());
        assert_eq!(selection, [0, 0]);
        let place = program.bytes(&[9; 16]);
        program.call(IME, "GetText", &[u64::from(place), 77]);
        assert_eq!(program.read_var(place), Var::Undefined);
        assert_eq!(program.call(IME, "IsIMEInputEvent", &[77]), 0);
        assert_eq!(program.call(IME, "GetSegmentNumber", &[77]), 0);
        assert_eq!(program.call(IME, "GetSegmentOffset", &[77, 0]), 0);
        assert_eq!(program.code(IME, "GetTargetSegment", &[77]), -1);
    }
}
