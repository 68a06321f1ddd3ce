//! Calls of the program's `PPP_Instance` after changes of its element.

use super::Page;
use crate::families::graphics::display;
use crate::kernel::call::Call;
use crate::kernel::callback::procedure;
use crate::kernel::interface::After;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Task;
use crate::kernel::interface::Work;
use crate::kernel::state::{INSTANCE, Kernel};
use crate::view::{Rect, View};
use pinnacle_system::memory::Fault;

/// Indices of methods in the table of `PPP_Instance`.
const DID_CHANGE_VIEW: u32 = 2;
const DID_CHANGE_FOCUS: u32 = 3;

/// Notifies the program of a change of its view.
#[derive(Debug)]
struct ViewChanged;

impl Task for ViewChanged {
    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        view_changed(call)
    }
}

/// Notifies the program that it has gained or lost the focus.
#[derive(Debug)]
struct FocusChanged(bool);

impl Task for FocusChanged {
    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        let method = call.instance_method(DID_CHANGE_FOCUS)?;
        let words = [INSTANCE, u32::from(self.0)];
        Ok(Some((procedure(method, &words), After::Nothing)))
    }
}

/// Handles a new view of the element.
pub(crate) fn view_happened(kernel: &mut Kernel, view: View) {
    if view != kernel.view {
        display::view_becomes(kernel, view);
        kernel.post_to_main(Work::task(ViewChanged));
    }
}

/// Handles a change of focus.
pub(crate) fn focus_happened(kernel: &mut Kernel, has_focus: bool) {
    let page = kernel.states.get::<Page>();
    if has_focus != page.has_focus {
        page.has_focus = has_focus;
        kernel.post_to_main(Work::task(FocusChanged(has_focus)));
    }
}

/// Returns the call of `DidChangeView`, or `None` if the program already has the view or there is
/// no memory for it.
pub(crate) fn view_changed(call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
    let view = call.kernel.view;
    if call.kernel.states.get::<Page>().told_view.replace(view) == Some(view) {
        return Ok(None);
    }
    let method = call.instance_method(DID_CHANGE_VIEW)?;
    if call.kernel.life.is_first_version() {
        return old_view_changed(call, method, view);
    }
    let id = call.create_held(view);
    Ok(Some((
        procedure(method, &[INSTANCE, id]),
        After::ReturnResource(id),
    )))
}

/// Calls `PPP_Instance;1.0`, which takes two rectangles instead of a view.
fn old_view_changed(
    call: &mut Call<'_, '_>,
    method: u32,
    view: View,
) -> Result<Option<ProgramCall>, Fault> {
    let words = |rect: Rect| rect.words().into_iter().flat_map(u32::to_le_bytes);
    let bytes: Vec<u8> = words(view.rect).chain(words(view.clip)).collect();
    Ok(call.bytes(&bytes)?.map(|block| {
        let at = block.address();
        (
            procedure(method, &[INSTANCE, at, at + 16]),
            After::Free(block),
        )
    }))
}
