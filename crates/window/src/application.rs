//! Handles the events of the window: the picture, the size, the pointer, and input.

use crate::gamepads::Gamepads;
use crate::input_method::{Change, InputMethod};
use crate::keys::key_of;
use crate::{Gone, Shown, Signal, pointer, reason};
use pinnacle_headless::inbox::Watching;
use pinnacle_headless::machine::{Appearance, Machine, TextInput};
use pinnacle_headless::picture::Picture;
use pinnacle_headless::script::Action;
use pinnacle_headless::script::synthetic_input::{FingerStep, KeyStep, MouseStep, Press};
use pinnacle_pepper::device::input::{MouseButton, TouchAction};
use softbuffer::{Context, Surface};
use std::num::NonZeroU32;
use std::rc::Rc;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalPosition, LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event::{
    DeviceEvent, DeviceId, ElementState, KeyEvent, MouseScrollDelta, Touch, TouchPhase, WindowEvent,
};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{CursorGrabMode, Fullscreen, Window, WindowId};

/// CSS pixels for each step of a mouse wheel, as in Chrome on Linux.
const NOTCH: f32 = 53.0;

/// The state of the window and its program.
#[derive(Default)]
pub(crate) struct Application {
    open: Option<Open>,
    is_abandoned: bool,
    failure: Option<String>,
}

/// An open window.
struct Open {
    window: Rc<Window>,
    surface: Surface<Rc<Window>, Rc<Window>>,
    machine: Machine,
    /// The appearance of the element that was last applied to the window.
    appearance: Appearance,
    is_closing: bool,
    /// Movements of a locked mouse that add up to less than a pixel so far.
    movement: [f64; 2],
    input_method: InputMethod,
    /// The thread that reports gamepads, once the program has requested them.
    gamepads: Option<Gamepads>,
    _in_flight: Watching,
}

impl Application {
    /// Returns the reason why the window has closed, or an error message.
    pub(crate) fn outcome(self) -> Result<Gone, String> {
        match self.failure {
            Some(failure) => Err(failure),
            None if self.is_abandoned => Ok(Gone::Abandoned),
            None => Ok(Gone::Ended),
        }
    }
}

impl ApplicationHandler<Signal> for Application {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn user_event(&mut self, events: &ActiveEventLoop, signal: Signal) {
        match signal {
            Signal::Open(shown) => match Open::new(events, *shown) {
                Ok(open) => self.open = Some(open),
                Err(failure) => {
                    self.failure = Some(failure);
                    events.exit();
                }
            },
            Signal::Changed => {
                if let Some(open) = &mut self.open {
                    open.changed(events);
                }
            }
            Signal::Ended => events.exit(),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else {
            return;
        };
        match event {
            WindowEvent::RedrawRequested => {
                if let Err(failure) = open.draw() {
                    self.failure = Some(failure);
                    events.exit();
                }
            }
            WindowEvent::CloseRequested if open.is_closing => {
                self.is_abandoned = true;
                events.exit();
            }
            WindowEvent::CloseRequested => {
                open.is_closing = true;
                open.machine.user_closes();
            }
            event => open.user(event),
        }
    }

    fn about_to_wait(&mut self, _: &ActiveEventLoop) {
        if let Some(open) = &mut self.open {
            let changes = open.input_method.settles();
            open.composes(changes);
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let (Some(open), DeviceEvent::MouseMotion { delta: (x, y) }) = (&mut self.open, event) {
            open.moves_by([x, y]);
        }
    }
}

impl Open {
    fn new(events: &ActiveEventLoop, shown: Shown) -> Result<Open, String> {
        let machine = shown.machine;
        let appearance = machine.appearance();
        let view = appearance.view.rect;
        let size = LogicalSize::new(view.width.max(1), view.height.max(1));
        let attributes = Window::default_attributes()
            .with_title(shown.title)
            .with_inner_size(size);
        let window = events.create_window(attributes);
        let window = Rc::new(window.map_err(|error| reason(&error))?);
        let surface = Context::new(window.clone())
            .and_then(|context| Surface::new(&context, window.clone()))
            .map_err(|error| error.to_string())?;
        if let Some(monitor) = window.current_monitor() {
            let size = monitor.size().to_logical::<i32>(monitor.scale_factor());
            machine.set_screen_size([size.width, size.height]);
        }
        let open = Open {
            _in_flight: shown.open,
            window,
            surface,
            machine,
            appearance,
            is_closing: false,
            movement: [0.0; 2],
            input_method: InputMethod::default(),
            gamepads: None,
        };
        open.allows_input_method();
        open.resizes(open.window.inner_size());
        open.window.request_redraw();
        Ok(open)
    }

    /// Applies a changed appearance to the window, and requests that its picture is drawn.
    fn changed(&mut self, events: &ActiveEventLoop) {
        let now = self.machine.appearance();
        let before = std::mem::replace(&mut self.appearance, now);
        let now = &self.appearance;
        if now.view.is_fullscreen != before.view.is_fullscreen {
            let whole = Fullscreen::Borderless(None);
            let whole = now.view.is_fullscreen.then_some(whole);
            self.window.set_fullscreen(whole);
        }
        if now.cursor != before.cursor {
            pointer::set(events, &self.window, &now.cursor);
        }
        if now.has_mouse != before.has_mouse {
            let grabbed = match now.has_mouse {
                true => (self.window.set_cursor_grab(CursorGrabMode::Locked))
                    .or_else(|_| self.window.set_cursor_grab(CursorGrabMode::Confined)),
                false => self.window.set_cursor_grab(CursorGrabMode::None),
            };
            if grabbed.is_err() {
                self.machine.user_leaves();
            }
            match now.has_mouse {
                true => self.window.set_cursor_visible(false),
                false => pointer::set(events, &self.window, &now.cursor),
            }
        }
        if now.has_asked_for_gamepads && self.gamepads.is_none() {
            self.gamepads = Some(Gamepads::watch(self.machine.clone()));
        }
        if now.text_input != before.text_input {
            self.text_input_changes(before.text_input);
        }
        self.window.request_redraw();
    }

    /// Notifies the input method of changes of the program's text field.
    fn text_input_changes(&mut self, before: TextInput) {
        let now = self.appearance.text_input;
        if now.cancellations != before.cancellations {
            self.input_method.cancel();
            // Disabling the input method discards its text.
            self.window.set_ime_allowed(false);
        }
        self.allows_input_method();
    }

    /// Enables the input method at the program's text cursor, if the program accepts text.
    fn allows_input_method(&self) {
        let text_input = self.appearance.text_input;
        self.window.set_ime_allowed(text_input.takes_text());
        if text_input.takes_text() {
            let caret = text_input.caret;
            let size = LogicalSize::new(caret.width.max(1), caret.height.max(1));
            let position = LogicalPosition::new(caret.x, caret.y);
            self.window.set_ime_cursor_area(position, size);
        }
    }

    /// Sends changes of the composed text to the program.
    fn composes(&self, changes: Vec<Change>) {
        for change in changes {
            let Change {
                action,
                text,
                selection,
            } = change;
            self.machine.user_composes(action, &text, selection);
        }
    }

    /// Draws the picture of the element in the window.
    fn draw(&mut self) -> Result<(), String> {
        let size = self.window.inner_size();
        let sides = NonZeroU32::new(size.width).zip(NonZeroU32::new(size.height));
        let Some((width, height)) = sides else {
            return Ok(());
        };
        let picture = self.machine.picture()?;
        let resized = self.surface.resize(width, height);
        resized.map_err(|error| error.to_string())?;
        let mut buffer = (self.surface.buffer_mut()).map_err(|error| error.to_string())?;
        put(&picture, &mut buffer, size.width as usize);
        buffer.present().map_err(|error| error.to_string())
    }

    /// Handles an input or window event.
    fn user(&mut self, event: WindowEvent) {
        match event {
            WindowEvent::Resized(size) => {
                self.resizes(size);
                self.window.request_redraw();
            }
            WindowEvent::ScaleFactorChanged { .. } => self.resizes(self.window.inner_size()),
            WindowEvent::Focused(has_focus) => {
                if !has_focus {
                    let changes = self.input_method.ends();
                    self.composes(changes);
                }
                self.does(Action::Focus(has_focus));
            }
            WindowEvent::Ime(event) => {
                let changes = self.input_method.happens(&event);
                self.composes(changes);
            }
            WindowEvent::Occluded(is_hidden) => self.does(Action::Show(!is_hidden)),
            WindowEvent::KeyboardInput { event, .. } => self.key(&event),
            WindowEvent::CursorMoved { position, .. } if !self.appearance.has_mouse => {
                let position = self.css(position).map(|way| way as i32);
                self.mouse(Press::Move, MouseButton::None, Some(position));
            }
            WindowEvent::CursorLeft { .. } => self.mouse(Press::Leave, MouseButton::None, None),
            WindowEvent::MouseInput { state, button, .. } => {
                let press = match state {
                    ElementState::Pressed => Press::Down,
                    ElementState::Released => Press::Up,
                };
                let button = match button {
                    winit::event::MouseButton::Left => MouseButton::Left,
                    winit::event::MouseButton::Middle => MouseButton::Middle,
                    winit::event::MouseButton::Right => MouseButton::Right,
                    _ => return,
                };
                self.mouse(press, button, None);
            }
            WindowEvent::MouseWheel { delta, .. } => self.wheel(delta),
            WindowEvent::Touch(touch) => self.touch(&touch),
            _ => {}
        }
    }

    fn does(&self, action: Action) {
        self.machine.user_does(action);
    }

    fn scale(&self) -> f64 {
        self.window.scale_factor()
    }

    /// Converts a position in the window to CSS pixels.
    fn css(&self, place: PhysicalPosition<f64>) -> [f64; 2] {
        [place.x, place.y].map(|way| way / self.scale())
    }

    fn resizes(&self, size: PhysicalSize<u32>) {
        let size = size.to_logical::<i32>(self.scale());
        if size.width > 0 && size.height > 0 {
            let size = [size.width, size.height];
            self.machine.user_resizes(size, self.scale() as f32);
        }
    }

    fn key(&self, event: &KeyEvent) {
        let is_down = event.state == ElementState::Pressed;
        let is_escape = event.physical_key == PhysicalKey::Code(KeyCode::Escape);
        let has_taken = self.appearance.view.is_fullscreen || self.appearance.has_mouse;
        // As in browsers, Escape leaves full screen and unlocks the mouse.
        if is_down && is_escape && has_taken {
            return self.machine.user_leaves();
        }
        let Some(key) = key_of(event) else {
            let text = event.text.as_ref().filter(|_| is_down);
            if let Some(text) = text.filter(|text| !text.contains(char::is_control)) {
                self.does(Action::Text(text.to_string()));
            }
            return;
        };
        self.does(Action::Key(KeyStep {
            key,
            press: if is_down { Press::Down } else { Press::Up },
            modifiers: 0,
        }));
    }

    fn mouse(&self, press: Press, button: MouseButton, position: Option<[i32; 2]>) {
        self.does(Action::Mouse(MouseStep {
            press,
            button,
            position,
            modifiers: 0,
        }));
    }

    /// Handles a movement of the mouse, in units of the system, while the program has locked it.
    fn moves_by(&mut self, delta: [f64; 2]) {
        if !self.appearance.has_mouse || !self.window.has_focus() {
            return;
        }
        let mut whole = [0; 2];
        for way in 0..2 {
            self.movement[way] += delta[way];
            whole[way] = self.movement[way] as i32;
            self.movement[way] -= f64::from(whole[way]);
        }
        if whole != [0; 2] {
            self.machine.user_moves_by(whole);
        }
    }

    fn wheel(&self, delta: MouseScrollDelta) {
        let delta = match delta {
            MouseScrollDelta::LineDelta(x, y) => [x, y].map(|notches| notches * NOTCH),
            MouseScrollDelta::PixelDelta(place) => self.css(place).map(|way| way as f32),
        };
        self.does(Action::Wheel {
            delta,
            ticks: delta.map(|way| way / NOTCH),
            by_page: false,
        });
    }

    fn touch(&self, touch: &Touch) {
        self.does(Action::Touch(FingerStep {
            action: match touch.phase {
                TouchPhase::Started => TouchAction::Start,
                TouchPhase::Moved => TouchAction::Move,
                TouchPhase::Ended => TouchAction::End,
                TouchPhase::Cancelled => TouchAction::Cancel,
            },
            id: touch.id as u32,
            position: Some(self.css(touch.location).map(|way| way as f32)),
        }));
    }
}

/// Draws a picture on a white background in the upper left corner of a window, whose pixels are
/// 0x00RRGGBB.
fn put(picture: &Picture, window: &mut [u32], width: usize) {
    const WHITE: u32 = 0x00ff_ffff;
    let own_width = picture.width() as usize;
    let shown = own_width.min(width);
    let mut rows = picture.pixels().chunks_exact((own_width * 4).max(1));
    for target in window.chunks_exact_mut(width) {
        let row = rows.next().unwrap_or_default();
        let (inside, outside) = target.split_at_mut(shown.min(row.len() / 4));
        for (target, pixel) in inside.iter_mut().zip(row.chunks_exact(4)) {
            let behind = 255 - u32::from(pixel[3]);
            let [red, green, blue] =
                [pixel[0], pixel[1], pixel[2]].map(|colour| (u32::from(colour) + behind).min(255));
            *target = red << 16 | green << 8 | blue;
        }
        outside.fill(WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_put_on_white_and_cut_to_the_window() {
        let picture = Picture::new(1, 2);
        let mut window = [0x12_3456; 6];
        put(&picture, &mut window, 2);
        // The window is white where the picture is transparent.
        assert_eq!(window, [0x00ff_ffff; 6]);

        let wide = Picture::new(3, 1);
        let mut window = [0; 2];
        put(&wide, &mut window, 2);
        assert_eq!(window, [0x00ff_ffff; 2]);
    }
}
