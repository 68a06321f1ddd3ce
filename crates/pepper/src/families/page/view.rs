//! `PPB_View`: the element's position and visibility in the page.

use crate::kernel::call::Call;
use crate::kernel::resource::Resource;
use crate::table::ctypes::{PP_Point, PP_Rect};
use crate::table::typed::{At, Res};
use crate::table::{Interface, interface};
use crate::view::View;
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Refusal, Writer};

pub(crate) const VIEW_1_2: Interface = interface! { "PPB_View" "1.2" Stable:
    IsView(resource: PP_Resource) -> PP_Bool => is_view;
    GetRect(resource: PP_Resource, rect: *mut PP_Rect) -> PP_Bool => get_rect;
    IsFullscreen(resource: PP_Resource) -> PP_Bool => is_fullscreen;
    IsVisible(resource: PP_Resource) -> PP_Bool => is_visible;
    IsPageVisible(resource: PP_Resource) -> PP_Bool => is_page_visible;
    GetClipRect(resource: PP_Resource, clip: *mut PP_Rect) -> PP_Bool => get_clip_rect;
    GetDeviceScale(resource: PP_Resource) -> float => get_device_scale;
    GetCSSScale(resource: PP_Resource) -> float => get_css_scale;
    GetScrollOffset(resource: PP_Resource, offset: *mut PP_Point) -> PP_Bool => get_scroll_offset;
};

/// Without `GetScrollOffset`.
pub(crate) const VIEW_1_1: Interface = VIEW_1_2.earlier("1.1", 8);
/// Without `GetDeviceScale` and `GetCSSScale`.
pub(crate) const VIEW_1_0: Interface = VIEW_1_2.earlier("1.0", 6);

impl Resource for View {
    fn name(&self) -> &'static str {
        "View"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        View::save(self, to);
        Ok(())
    }
}

fn is_view(call: &mut Call<'_, '_>, view: Res<View>) -> bool {
    call.get(view).is_some()
}

fn is_fullscreen(call: &mut Call<'_, '_>, view: Res<View>) -> bool {
    call.get(view).is_some_and(|view| view.is_fullscreen)
}

fn is_visible(call: &mut Call<'_, '_>, view: Res<View>) -> bool {
    call.get(view).is_some_and(|view| view.is_visible())
}

fn is_page_visible(call: &mut Call<'_, '_>, view: Res<View>) -> bool {
    call.get(view).is_some_and(|view| view.is_page_visible)
}

/// Stores a property of a view. Returns true if the view exists.
fn store<C, const N: usize>(
    call: &mut Call<'_, '_>,
    view: Res<View>,
    to: At<C>,
    part: fn(&View) -> [u32; N],
) -> Result<bool, Fault> {
    let Some(words) = call.get(view).map(|view| part(view)) else {
        return Ok(false);
    };
    to.write_words(call, words)?;
    Ok(true)
}

fn get_rect(call: &mut Call<'_, '_>, view: Res<View>, to: At<PP_Rect>) -> Result<bool, Fault> {
    store(call, view, to, |view| view.rect.words())
}

fn get_clip_rect(call: &mut Call<'_, '_>, view: Res<View>, to: At<PP_Rect>) -> Result<bool, Fault> {
    store(call, view, to, |view| view.clip.words())
}

fn get_scroll_offset(
    call: &mut Call<'_, '_>,
    view: Res<View>,
    to: At<PP_Point>,
) -> Result<bool, Fault> {
    store(call, view, to, |view| {
        view.scroll_offset.map(|number| number as u32)
    })
}

pub(super) fn get_device_scale(call: &mut Call<'_, '_>, view: Res<View>) -> f32 {
    call.get(view).map_or(0.0, |view| view.device_scale)
}

pub(super) fn get_css_scale(call: &mut Call<'_, '_>, view: Res<View>) -> f32 {
    call.get(view).map_or(0.0, |view| view.css_scale)
}
