//! Tests of surfaces: drawing, display, and the ends of flushes.

use super::{set_wants_fullscreen, view_becomes};
use crate::device::Event;
use crate::device::screen::PixelFormat;
use crate::families::graphics::surface::Surface;
use crate::harness::Program;
use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
use crate::view::View;
use pinnacle_system::host::{Action, Host};
use std::time::Duration;

const GRAPHICS: &str = "PPB_Graphics2D;1.2";
const IMAGE: &str = "PPB_ImageData;1.0";
const CORE: &str = "PPB_Core;1.0";
const INSTANCE: &str = "PPB_Instance;1.0";

/// A surface of 4 by 3 pixels, and operations on it.
struct Drawing {
    program: Program,
    surface: u64,
}

impl Drawing {
    fn new() -> Drawing {
        let mut program = Program::started();
        let surface = create(&mut program, 4, 3);
        Drawing { program, surface }
    }

    fn bound() -> Drawing {
        let mut drawing = Drawing::new();
        assert!(drawing.bind(drawing.surface));
        drawing
    }

    fn bind(&mut self, device: u64) -> bool {
        self.program.call(INSTANCE, "BindGraphics", &[1, device]) == 1
    }

    /// Creates an image with these pixels.
    fn image(&mut self, format: PixelFormat, width: u32, pixels: &[u32]) -> u64 {
        let program = &mut self.program;
        let size = program.words(&[width, pixels.len() as u32 / width]);
        let args = [1, format as u64, u64::from(size), 1];
        let image = program.call(IMAGE, "Create", &args);
        assert_ne!(image, 0);
        self.set(image, pixels);
        image
    }

    fn set(&mut self, image: u64, pixels: &[u32]) {
        let at = self.program.call(IMAGE, "Map", &[image]) as u32;
        let bytes: Vec<u8> = pixels.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.program.memory.write(at, &bytes).unwrap();
    }

    /// Creates an image of one colour, as large as the surface.
    fn plain(&mut self, colour: u32) -> u64 {
        self.image(PixelFormat::Bgra, 4, &[colour; 12])
    }

    fn paint(&mut self, image: u64, x: i32, y: i32, source: Option<[i32; 4]>) {
        let at = self.program.words(&[x as u32, y as u32]);
        let source = source.map_or(0, |rect| self.program.words(&rect.map(|one| one as u32)));
        let args = [self.surface, image, u64::from(at), u64::from(source)];
        self.program.call(GRAPHICS, "PaintImageData", &args);
    }

    fn scroll(&mut self, clip: Option<[u32; 4]>, dx: i32, dy: i32) {
        let clip = clip.map_or(0, |rect| self.program.words(&rect));
        let by = self.program.words(&[dx as u32, dy as u32]);
        let args = [self.surface, u64::from(clip), u64::from(by)];
        self.program.call(GRAPHICS, "Scroll", &args);
    }

    fn replace(&mut self, image: u64) {
        let args = [self.surface, image];
        self.program.call(GRAPHICS, "ReplaceContents", &args);
    }

    fn flush(&mut self) -> i32 {
        let callback = self.program.callback(99, true);
        let args = [self.surface, callback];
        self.program.code(GRAPHICS, "Flush", &args)
    }

    fn frame(&mut self) {
        let mut world = self.program.fake.world();
        world.events.push_back(Event::Frame);
    }

    /// Flushes, lets the display take the picture, and returns its pixels.
    fn shown(&mut self) -> Vec<u32> {
        assert_eq!(self.flush(), COMPLETION_PENDING);
        self.frame();
        assert_eq!(self.program.called_back(99), OK);
        self.last().expect("a picture")
    }

    /// Returns the picture that was shown last.
    fn last(&self) -> Option<Vec<u32>> {
        let world = self.program.fake.world();
        let (_, _, pixels) = world.shown.last().unwrap().as_ref()?;
        let (words, _) = pixels.as_chunks();
        Some(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    fn complaints(&self) -> usize {
        self.program.fake.world().logged.len()
    }

    /// Runs a turn in which no callback may run.
    fn rests(&mut self) {
        let action = self.program.turn();
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    }
}

fn create(program: &mut Program, width: u32, height: u32) -> u64 {
    let size = program.words(&[width, height]);
    program.call(GRAPHICS, "Create", &[1, u64::from(size), 0])
}

#[test]
fn a_surface_describes_itself() {
    let mut drawing = Drawing::new();
    let [size, opaque] = [drawing.program.words(&[9, 9]), drawing.program.words(&[9])];
    let args = [drawing.surface, u64::from(size), u64::from(opaque)];
    assert_eq!(drawing.program.call(GRAPHICS, "Describe", &args), 1);
    let words = [size, size + 4, opaque].map(|at| drawing.program.memory.load_u32(at).unwrap());
    assert_eq!(words, [4, 3, 0]);
    let args = [drawing.surface];
    assert_eq!(drawing.program.call(GRAPHICS, "IsGraphics2D", &args), 1);
}

#[test]
fn other_resources_are_not_surfaces() {
    let mut drawing = Drawing::new();
    let image = drawing.plain(1);
    for id in [0, 77, image] {
        let program = &mut drawing.program;
        assert_eq!(program.call(GRAPHICS, "IsGraphics2D", &[id]), 0);
        assert_eq!(program.call(GRAPHICS, "Describe", &[id, 8, 8]), 0);
        assert_eq!(program.call(GRAPHICS, "GetScale", &[id]), 0);
        assert_eq!(program.call(GRAPHICS, "SetScale", &[id, 0x3f80_0000]), 0);
        let args = [id, 0x3f80_0000, 8, 8];
        assert_eq!(program.call(GRAPHICS, "SetLayerTransform", &args), 0);
    }
}

#[test]
fn a_surface_has_a_size_that_can_be() {
    let mut program = Program::started();
    for [width, height] in [[0, 1], [1, 0], [u32::MAX, 1], [1 << 15, 1 << 14]] {
        assert_eq!(create(&mut program, width, height), 0, "{width} {height}");
    }
}

#[test]
fn a_surface_larger_than_the_memory_of_the_program_is_not_made() {
    let mut program = Program::started();
    assert_eq!(create(&mut program, 1 << 14, 1 << 13), 0);
}

#[test]
fn surfaces_count_against_the_memory_of_the_program_while_they_live() {
    let mut program = Program::started();
    let first = create(&mut program, 3300, 3300);
    assert_ne!(first, 0);
    assert_eq!(create(&mut program, 3300, 3300), 0);
    program.call(CORE, "ReleaseResource", &[first]);
    assert_ne!(create(&mut program, 3300, 3300), 0);
}

#[test]
fn paints_are_done_in_order_when_the_program_flushes() {
    let mut drawing = Drawing::bound();
    let [under, over] = [drawing.plain(1), drawing.plain(2)];
    drawing.paint(under, 0, 0, None);
    drawing.paint(over, 0, 0, Some([0, 0, 2, 1]));
    drawing.set(under, &[7; 12]);
    assert_eq!(drawing.shown(), [2, 2, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
}

#[test]
fn paints_show_only_after_a_flush() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    drawing.frame();
    drawing.rests();
    assert_eq!(drawing.last(), Some(vec![0; 12]));
}

#[test]
fn a_part_of_an_image_goes_where_it_is_moved_to() {
    let mut drawing = Drawing::bound();
    let image = drawing.image(PixelFormat::Bgra, 3, &[1, 2, 3, 4, 5, 6]);
    drawing.paint(image, 1, 1, Some([1, 0, 2, 2]));
    assert_eq!(drawing.shown(), [0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 5, 6]);
    // Partly outside to the left and above; the painted part itself is inside.
    drawing.paint(image, -1, -1, Some([1, 1, 1, 1]));
    assert_eq!(drawing.shown(), [5, 0, 0, 0, 0, 0, 2, 3, 0, 0, 5, 6]);
}

#[test]
fn a_part_that_does_not_lie_within_the_image_is_not_painted() {
    let mut drawing = Drawing::new();
    let image = drawing.plain(1);
    for (count, source) in [
        [0, 0, 5, 1],
        [0, 0, 1, 4],
        [-1, 0, 1, 1],
        [0, -1, 1, 1],
        [0, 0, 0, 1],
        [i32::MAX, 0, i32::MAX, 1],
    ]
    .into_iter()
    .enumerate()
    {
        drawing.paint(image, 0, 0, Some(source));
        assert_eq!(drawing.complaints(), count + 1, "{source:?}");
    }
}

#[test]
fn paints_outside_the_surface_are_dropped_whole() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 1, 0, None);
    drawing.paint(image, 0, -1, None);
    drawing.paint(image, i32::MAX, i32::MIN, None);
    assert_eq!(drawing.complaints(), 3);
    drawing.paint(image, 0, 0, Some([0, 0, 1, 1]));
    let mut expected = [0; 12];
    expected[0] = 1;
    assert_eq!(drawing.shown(), expected);
}

#[test]
fn a_paint_of_another_resource_is_dropped() {
    let mut drawing = Drawing::new();
    drawing.paint(77, 0, 0, None);
    drawing.replace(77);
    assert_eq!(drawing.complaints(), 2);
}

#[test]
fn bytes_change_places_only_where_both_formats_meet() {
    let mut drawing = Drawing::bound();
    let red_first = drawing.image(PixelFormat::Rgba, 4, &[0x4433_2211; 12]);
    drawing.paint(red_first, 0, 0, None);
    assert_eq!(drawing.shown(), [0x4433_2211; 12]);
    let blue_first = drawing.plain(0xaabb_ccdd);
    drawing.paint(blue_first, 0, 0, Some([0, 0, 1, 1]));
    let mut expected = [0x4433_2211; 12];
    expected[0] = 0xaadd_ccbb;
    assert_eq!(drawing.shown(), expected);
}

#[test]
fn scrolling_moves_what_is_there_and_leaves_the_rest() {
    let numbers: Vec<u32> = (1..13).collect();
    let scrolled = |clip, dx, dy| {
        let mut drawing = Drawing::bound();
        let image = drawing.image(PixelFormat::Bgra, 4, &numbers);
        drawing.paint(image, 0, 0, None);
        drawing.scroll(clip, dx, dy);
        drawing.shown()
    };
    let right = scrolled(None, 1, 0);
    assert_eq!(right, [1, 1, 2, 3, 5, 5, 6, 7, 9, 9, 10, 11]);
    let left_and_up = scrolled(None, -1, -1);
    assert_eq!(left_and_up, [6, 7, 8, 4, 10, 11, 12, 8, 9, 10, 11, 12]);
    let down = scrolled(None, 0, 2);
    assert_eq!(down, [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]);
    let in_a_part = scrolled(Some([1, 0, 2, 2]), 1, 1);
    assert_eq!(in_a_part, [1, 2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 12]);
    let by_more_than_the_part = scrolled(Some([1, 0, 2, 2]), 2, 0);
    assert_eq!(by_more_than_the_part, numbers);
}

#[test]
fn scrolling_by_more_than_the_surface_is_dropped() {
    let mut drawing = Drawing::new();
    for (count, [dx, dy]) in [[4, 0], [-4, 0], [0, 3], [0, -3], [i32::MIN, 0]]
        .into_iter()
        .enumerate()
    {
        drawing.scroll(None, dx, dy);
        assert_eq!(drawing.complaints(), count + 1, "{dx} {dy}");
    }
}

#[test]
fn a_part_to_scroll_lies_within_the_surface() {
    let mut drawing = Drawing::new();
    drawing.scroll(Some([0, 0, 5, 3]), 1, 0);
    drawing.scroll(Some([u32::MAX, 0, 2, 2]), 1, 0);
    assert_eq!(drawing.complaints(), 2);
}

#[test]
fn contents_are_replaced_at_the_flush_by_an_image_of_the_size() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.replace(image);
    drawing.program.call(CORE, "ReleaseResource", &[image]);
    assert_eq!(drawing.shown(), [1; 12]);
    // The host kept the image only as long as it needed it.
    assert_eq!(drawing.program.call(IMAGE, "IsImageData", &[image]), 0);
    let narrow = drawing.image(PixelFormat::Bgra, 2, &[5; 6]);
    drawing.replace(narrow);
    assert_eq!(drawing.complaints(), 1);
}

#[test]
fn one_flush_is_under_way_at_a_time() {
    let mut drawing = Drawing::bound();
    assert_eq!(drawing.flush(), COMPLETION_PENDING);
    assert_eq!(drawing.flush(), PpError::InProgress.code());
    let required = drawing.program.callback(98, false);
    let args = [drawing.surface, required];
    let result = drawing.program.code(GRAPHICS, "Flush", &args);
    assert_eq!(result, COMPLETION_PENDING);
    let in_progress = PpError::InProgress.code();
    assert_eq!(drawing.program.called_back(98), in_progress);
}

#[test]
fn a_flush_of_another_resource_fails() {
    let mut drawing = Drawing::new();
    drawing.surface = 77;
    assert_eq!(drawing.flush(), PpError::BadResource.code());
}

#[test]
fn the_main_thread_cannot_wait_for_a_flush() {
    let mut drawing = Drawing::new();
    let blocking = drawing.program.callback(0, false);
    let args = [drawing.surface, blocking];
    let result = drawing.program.code(GRAPHICS, "Flush", &args);
    assert_eq!(result, PpError::BlocksMainThread.code());
}

#[test]
fn a_flush_that_is_seen_ends_with_the_next_picture_and_not_before() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    assert_eq!(drawing.flush(), COMPLETION_PENDING);
    drawing.program.pepper.pass_time(Duration::from_secs(9));
    drawing.rests();
    assert_eq!(drawing.program.fake.world().frames_requested, 1);
    drawing.frame();
    assert_eq!(drawing.program.called_back(99), OK);
}

/// Checks that a flush ends after a thirtieth of a second.
fn ends_unseen(drawing: &mut Drawing) {
    assert_eq!(drawing.flush(), COMPLETION_PENDING);
    ends_after_a_while(drawing);
}

fn ends_after_a_while(drawing: &mut Drawing) {
    drawing.frame();
    drawing.rests();
    drawing.program.pepper.pass_time(Duration::from_millis(32));
    drawing.rests();
    drawing.program.pepper.pass_time(Duration::from_millis(1));
    assert_eq!(drawing.program.called_back(99), OK);
}

#[test]
fn a_flush_that_changes_nothing_ends_after_a_while() {
    ends_unseen(&mut Drawing::bound());
}

#[test]
fn a_flush_of_what_is_not_bound_ends_after_a_while() {
    let mut drawing = Drawing::new();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    ends_unseen(&mut drawing);
}

#[test]
fn a_flush_of_what_cannot_be_seen_ends_after_a_while() {
    let mut drawing = Drawing::bound();
    let mut view = View::of_size(640, 480);
    view.clip.x = 3;
    view.clip.width = 2;
    drawing.program.pepper.core_for_test().view = view;
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, Some([0, 0, 3, 3]));
    ends_unseen(&mut drawing);
    drawing.paint(image, 0, 0, Some([0, 0, 4, 3]));
    drawing.shown();
}

#[test]
fn a_flush_that_waits_for_a_picture_ends_without_when_the_surface_is_unbound() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    assert_eq!(drawing.flush(), COMPLETION_PENDING);
    assert!(drawing.bind(0));
    ends_after_a_while(&mut drawing);
    assert_eq!(drawing.last(), None);
}

#[test]
fn another_thread_waits_for_its_flush_though_the_main_one_does_nothing() {
    let mut drawing = Drawing::new();
    drawing.program.thread = 1;
    let blocking = drawing.program.callback(0, false);
    let args = [drawing.surface, blocking];
    let action = drawing.program.answer(GRAPHICS, "Flush", &args);
    let Action::Wait {
        deadline: Some(due),
    } = action
    else {
        panic!("{action:?}");
    };
    let now = drawing.program.pepper.real_time();
    drawing.program.pepper.pass_time(due - now);
    assert_eq!(drawing.program.resume(0), Action::Return(0));
}

#[test]
fn a_flush_is_aborted_when_its_surface_is_released() {
    let mut drawing = Drawing::bound();
    assert_eq!(drawing.flush(), COMPLETION_PENDING);
    let args = [drawing.surface];
    drawing.program.call(CORE, "ReleaseResource", &args);
    let aborted = PpError::Aborted.code();
    assert_eq!(drawing.program.called_back(99), aborted);
}

#[test]
fn the_element_is_empty_when_its_surface_is_released() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    drawing.shown();
    drawing
        .program
        .call(CORE, "ReleaseResource", &[drawing.surface]);
    drawing.frame();
    drawing.rests();
    assert_eq!(drawing.last(), None);
}

#[test]
fn images_that_wait_in_a_queue_go_with_their_surface() {
    let mut drawing = Drawing::new();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    drawing.program.call(CORE, "ReleaseResource", &[image]);
    assert_eq!(drawing.program.call(IMAGE, "IsImageData", &[image]), 1);
    drawing
        .program
        .call(CORE, "ReleaseResource", &[drawing.surface]);
    assert_eq!(drawing.program.call(IMAGE, "IsImageData", &[image]), 0);
    let kernel = drawing.program.pepper.core_for_test();
    assert_eq!(
        (kernel.resource_charge.bytes(), kernel.resources.len()),
        (0, 0)
    );
}

#[test]
fn only_surfaces_of_this_instance_are_bound() {
    let mut drawing = Drawing::new();
    let image = drawing.plain(1);
    assert!(!drawing.bind(image));
    assert!(!drawing.bind(77));
    let args = [2, drawing.surface];
    assert_eq!(drawing.program.call(INSTANCE, "BindGraphics", &args), 0);
    assert!(drawing.bind(drawing.surface));
    assert!(drawing.bind(drawing.surface));
    assert!(drawing.bind(0));
}

#[test]
fn another_surface_takes_the_place_of_the_one_that_is_bound() {
    let mut drawing = Drawing::bound();
    let image = drawing.plain(1);
    drawing.paint(image, 0, 0, None);
    drawing.shown();
    let second = create(&mut drawing.program, 2, 1);
    assert!(drawing.bind(second));
    drawing.frame();
    drawing.rests();
    assert_eq!(drawing.last(), Some(vec![0; 2]));
}

#[test]
fn scales_are_positive() {
    let mut drawing = Drawing::new();
    let surface = drawing.surface;
    let program = &mut drawing.program;
    let get = |program: &mut Program| program.call(GRAPHICS, "GetScale", &[surface]) as u32;
    assert_eq!(f32::from_bits(get(program)), 1.0);
    for (scale, is_taken) in [(0.5_f32, 1), (0.0, 0), (-1.0, 0), (f32::NAN, 0)] {
        let args = [surface, u64::from(scale.to_bits())];
        assert_eq!(
            program.call(GRAPHICS, "SetScale", &args),
            is_taken,
            "{scale}"
        );
        assert_eq!(f32::from_bits(get(program)), 0.5);
    }
}

#[test]
fn a_layer_is_made_larger_around_its_origin_when_the_program_flushes() {
    let mut drawing = Drawing::bound();
    let origin = drawing.program.words(&[10, 20]);
    let translate = drawing.program.words(&[1, 2]);
    let args = [
        drawing.surface,
        u64::from(2.0_f32.to_bits()),
        u64::from(origin),
        u64::from(translate),
    ];
    let result = drawing.program.call(GRAPHICS, "SetLayerTransform", &args);
    assert_eq!(result, 1);
    drawing.shown();
    let kernel = drawing.program.pepper.core_for_test();
    let surface = kernel.resources.of::<Surface>(drawing.surface as u32);
    let surface = surface.unwrap();
    let picture = surface.picture(1);
    assert_eq!((picture.scale, picture.offset), (2.0, [-11.0, -22.0]));
}

#[test]
fn devices_receive_finite_numbers_only() {
    let mut drawing = Drawing::bound();
    let point = u64::from(drawing.program.words(&[7, 7]));
    let infinite = u64::from(f32::INFINITY.to_bits());
    let args = [drawing.surface, infinite, point, point];
    drawing.program.call(GRAPHICS, "SetLayerTransform", &args);
    let args = [drawing.surface, infinite];
    drawing.program.call(GRAPHICS, "SetScale", &args);
    drawing.shown();
    let kernel = drawing.program.pepper.core_for_test();
    let surface = kernel.resources.of::<Surface>(drawing.surface as u32);
    let surface = surface.unwrap();
    let picture = surface.picture(1);
    assert_eq!((picture.scale, picture.offset), (f32::MAX, [0.0; 2]));
}

#[test]
fn nothing_is_bound_while_the_element_changes_to_fullscreen() {
    let mut drawing = Drawing::bound();
    let kernel = drawing.program.pepper.core_for_test();
    set_wants_fullscreen(kernel, true);
    let second = create(&mut drawing.program, 2, 1);
    assert!(drawing.bind(second));
    drawing.frame();
    drawing.rests();
    assert_eq!(drawing.last(), None);
    let mut view = View::of_size(640, 480);
    view.is_fullscreen = true;
    let kernel = drawing.program.pepper.core_for_test();
    view_becomes(kernel, view);
    assert!(drawing.bind(second));
    drawing.frame();
    drawing.rests();
    assert_eq!(drawing.last(), Some(vec![0; 2]));
}
