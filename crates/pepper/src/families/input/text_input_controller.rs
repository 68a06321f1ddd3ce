//! `PPB_TextInputController`: information for input methods about the program's text.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc`.

use super::InputState;
use crate::kernel::call::Call;
use crate::kernel::state::Kernel;
use crate::table::ctypes::{PP_Rect, PP_Var};
use crate::table::typed::{At, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Reader, Unusable, Writer};

pub(crate) const TEXT_INPUT_CONTROLLER_1_0: Interface = interface! { "PPB_TextInputController" "1.0" Stable:
    SetTextInputType(instance: PP_Instance, type: PP_TextInput_Type) => set_text_input_type;
    UpdateCaretPosition(instance: PP_Instance, caret: *const PP_Rect) => update_caret_position;
    CancelCompositionText(instance: PP_Instance) => cancel_composition_text;
    UpdateSurroundingText(instance: PP_Instance, text: PP_Var, caret: uint32_t, anchor: uint32_t) => update_surrounding_text;
};

/// `PP_TEXTINPUT_TYPE_URL`, the last one.
const LAST: u32 = 7;

/// The information that the program has given. If a program continues from a saved state, the page
/// receives it again.
#[derive(Clone, Copy, Default)]
pub(super) struct TextInput {
    kind: Option<u32>,
    caret: Option<[u32; 4]>,
}

impl TextInput {
    pub(super) fn save(self, to: &mut Writer) {
        to.option(self.kind, Writer::word);
        to.option(self.caret, |to, caret| to.words(&caret));
    }

    pub(super) fn read_saved(from: &mut Reader) -> Result<TextInput, Unusable> {
        let kind = from.option(Reader::word)?;
        if kind.is_some_and(|kind| kind > LAST) {
            return Err(Unusable::damaged("a type of text is unknown"));
        }
        let caret = from.option(Reader::words)?;
        Ok(TextInput { kind, caret })
    }
}

/// Passes the saved information to the page.
pub(super) fn tell_page(kernel: &mut Kernel) {
    let TextInput { kind, caret } = kernel.states.get::<InputState>().text_input;
    let page = &mut kernel.devices.page;
    if let Some(kind) = kind {
        page.set_text_input_type(kind);
    }
    if let Some(caret) = caret {
        page.set_caret(caret.map(u32::cast_signed));
    }
}

/// Passes the type to the page. An unknown type becomes "none".
pub(super) fn set_text_input_type(call: &mut Call<'_, '_>, instance: Instance, ty: u32) {
    if instance.is_own() {
        let ty = if ty > LAST { 0 } else { ty };
        let text_input = &mut call.kernel.states.get::<InputState>().text_input;
        text_input.kind = Some(ty);
        call.kernel.devices.page.set_text_input_type(ty);
    }
}

pub(super) fn update_caret_position(
    call: &mut Call<'_, '_>,
    instance: Instance,
    caret: At<PP_Rect>,
) -> Result<(), Fault> {
    if instance.is_own() {
        let caret = caret.read_words(call)?;
        let text_input = &mut call.kernel.states.get::<InputState>().text_input;
        text_input.caret = Some(caret);
        let caret = caret.map(u32::cast_signed);
        call.kernel.devices.page.set_caret(caret);
    }
    Ok(())
}

pub(super) fn cancel_composition_text(call: &mut Call<'_, '_>, instance: Instance) {
    if instance.is_own() {
        call.kernel.devices.page.cancel_composition();
    }
}

/// Reads the text around the caret and ignores it: it is a hint that no device uses.
fn update_surrounding_text(
    call: &mut Call<'_, '_>,
    _: Instance,
    text: At<PP_Var>,
    _caret: u32,
    _anchor: u32,
) -> Result<(), Fault> {
    text.read(call)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::harness::{Noted, Program};

    const TEXT: &str = "PPB_TextInputController;1.0";
    const TEXT_DEV: &str = "PPB_TextInput(Dev);0.2";

    #[test]
    fn the_page_learns_of_the_text() {
        let mut program = Program::started();
        let caret = u64::from(program.words(&[1, 2, -3_i32 as u32, 4]));
        program.call(TEXT, "SetTextInputType", &[1, 4]);
        program.call(TEXT, "UpdateCaretPosition", &[1, caret]);
        program.call(TEXT, "CancelCompositionText", &[1]);
        program.call(TEXT_DEV, "SetTextInputType", &[1, 2]);
        program.call(TEXT_DEV, "UpdateCaretPosition", &[1, caret, caret]);
        program.call(TEXT_DEV, "CancelCompositionText", &[1]);
        let noted = std::mem::take(&mut program.fake.world().noted);
        let caret = Noted::Caret([1, 2, -3, 4]);
        let expected = [
            Noted::TextInputType(4),
            caret.clone(),
            Noted::CancelComposition,
            Noted::TextInputType(2),
            caret,
            Noted::CancelComposition,
        ];
        assert_eq!(noted, expected);
    }

    #[test]
    fn an_unknown_type_is_refused() {
        let mut program = Program::started();
        program.call(TEXT, "SetTextInputType", &[1, 8]);
        program.call(TEXT, "SetTextInputType", &[1, u64::from(u32::MAX)]);
        let noted = std::mem::take(&mut program.fake.world().noted);
        assert_eq!(noted, [Noted::TextInputType(0), Noted::TextInputType(0)]);
    }

    #[test]
    fn another_instance_has_no_text() {
        let mut program = Program::started();
        for name in [TEXT, TEXT_DEV] {
            program.call(name, "SetTextInputType", &[2, 1]);
            program.call(name, "CancelCompositionText", &[2]);
        }
        program.call(TEXT, "UpdateCaretPosition", &[2, 8]);
        program.call(TEXT_DEV, "UpdateCaretPosition", &[2, 8, 8]);
        assert_eq!(program.fake.world().noted, []);
    }

    #[test]
    fn text_around_the_caret_is_a_hint() {
        let mut program = Program::started();
        let text = u64::from(program.text_var("text"));
        program.call(TEXT, "UpdateSurroundingText", &[1, text, 2, 2]);
        let text = u64::from(program.text("text"));
        program.call(TEXT_DEV, "UpdateSurroundingText", &[1, text, 2, 2]);
        program.call(TEXT_DEV, "SelectionChanged", &[1]);
    }
}
