//! Draws a graph as SVG. The crate `layout` places nodes and edges. This module draws them, with
//! text aligned to the left and with colours for light and dark pages.

use super::{Graph, Kind};
use crate::report::escaped;
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::fmt::Write;

/// Maximum number of nodes of a graph that is drawn.
pub const MAX_NODES: usize = 200;

/// Maximum number of edges of a graph that is drawn. The time of the layout grows at least with the
/// square of this number.
pub const MAX_EDGES: usize = 200;

/// Maximum number of edges for which nodes are rearranged to reduce crossings. This takes seconds
/// for 150 edges.
const MAX_UNTANGLED: usize = 60;

/// The height of a line of text, in user units.
const LINE: f64 = 15.0;

/// The width of a character, in user units.
const COLUMN: f64 = 7.3;

/// The space between the frame of a node and its text, in user units.
const PADDING: f64 = 8.0;

/// The space around the picture, in user units.
const MARGIN: f64 = 20.0;

/// The style sheet, with colours for light and dark pages.
const STYLE: &str = "\
svg { background: #fff; color: #1c1f24 }
text { font: 12px monospace; fill: currentColor; white-space: pre }
.label { font-size: 11px; fill: #57606a }
rect { fill: #f6f8fa; stroke: #57606a }
.entry { stroke: #0b6bcb; stroke-width: 2.5 }
.address-taken, .indirect { stroke-dasharray: 5 4 }
.intrinsic { fill: #fff4d6 }
path { fill: none; stroke: #57606a }
.head { fill: #57606a; stroke: none }
@media (prefers-color-scheme: dark) {
  svg { background: #16181d; color: #e6e8eb }
  .label { fill: #9aa4b2 }
  rect { fill: #23272f; stroke: #9aa4b2 }
  .entry { stroke: #6cb6ff }
  .intrinsic { fill: #3d3520 }
  path { stroke: #9aa4b2 }
  .head { fill: #9aa4b2 }
}
";

impl Graph {
    /// Returns the graph as SVG, or `None` if it is empty or has more than [`MAX_NODES`] nodes or
    /// [`MAX_EDGES`] edges.
    pub fn to_svg(&self) -> Option<String> {
        let is_large = self.nodes.len() > MAX_NODES || self.edges.len() > MAX_EDGES;
        if self.nodes.is_empty() || is_large {
            return None;
        }
        let orientation = Orientation::TopToBottom;
        let mut drawn = VisualGraph::new(orientation);
        let nodes = self.nodes.iter().map(|node| {
            let look = StyleAttr::simple();
            let shape = ShapeKind::new_box(&node.lines.join("\n"));
            // The layout computes the position later.
            let columns = node.lines.iter().map(|line| line.chars().count()).max();
            let size = Point::new(
                columns.unwrap_or_default() as f64 * COLUMN + 2.0 * PADDING,
                node.lines.len() as f64 * LINE + PADDING,
            );
            let element = Element::create_with_properties(
                shape,
                look,
                orientation,
                size,
                class_of(node.kind),
            );
            drawn.add_node(element)
        });
        let handles: Vec<_> = nodes.collect();
        for edge in &self.edges {
            // The label does not count in the layout; otherwise it would become a separate node.
            let arrow = Arrow::simple_with_properties("", edge.label.clone());
            drawn.add_edge(arrow, handles[edge.from], handles[edge.to]);
        }
        let mut picture = Picture::default();
        let is_tangled = self.edges.len() > MAX_UNTANGLED;
        drawn.do_it(false, is_tangled, false, &mut picture);
        Some(picture.finish(&self.title))
    }
}

fn class_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain => "",
        Kind::Entry => "entry",
        Kind::AddressTaken => "address-taken",
        Kind::Intrinsic => "intrinsic",
        Kind::Indirect => "indirect",
    }
}

/// An SVG picture that is being drawn, and its extent.
#[derive(Default)]
struct Picture {
    body: String,
    end: (f64, f64),
    /// The left edge of the last rectangle, where its text begins.
    left: f64,
}

impl Picture {
    fn grow(&mut self, x: f64, y: f64) {
        self.end = (self.end.0.max(x), self.end.1.max(y));
    }

    fn finish(self, title: &str) -> String {
        let (width, height) = (self.end.0 + MARGIN, self.end.1 + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n\
             <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker>\
             </defs>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }
}

impl RenderBackend for Picture {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        _look: &StyleAttr,
        properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
        self.left = xy.x;
        self.grow(xy.x + size.x, xy.y + size.y);
        let class = properties.unwrap_or_default();
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
            xy.x, xy.y, size.x, size.y
        );
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, xy: Point, text: &str, _look: &StyleAttr) {
        let lines = text.lines().count() as f64;
        let x = self.left + PADDING;
        let top = xy.y - lines * LINE / 2.0 + LINE * 0.75;
        for (number, line) in text.lines().enumerate() {
            let y = top + number as f64 * LINE;
            let _ = writeln!(
                self.body,
                "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                escaped(line)
            );
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _dashed: bool,
        head: (bool, bool),
        _look: &StyleAttr,
        properties: Option<String>,
        _text: &str,
    ) {
        let [(start, out), (next, towards), rest @ ..] = path else {
            return;
        };
        let mut line = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            start.x, start.y, out.x, out.y, next.x, next.y, towards.x, towards.y
        );
        for (control, point) in rest {
            let _ = write!(
                line,
                "S{:.1} {:.1} {:.1} {:.1}",
                control.x, control.y, point.x, point.y
            );
        }
        for (one, other) in path {
            self.grow(one.x, one.y);
            self.grow(other.x, other.y);
        }
        // The layout reverses one edge of each loop, so its arrowhead is at its start.
        let marker = match head {
            (true, _) => " marker-start=\"url(#head)\"",
            (_, true) => " marker-end=\"url(#head)\"",
            _ => "",
        };
        let _ = writeln!(self.body, "<path d=\"{line}\"{marker}/>");
        let label = properties.unwrap_or_default();
        if !label.is_empty() {
            // The label is beside the end of the edge that has no arrowhead.
            let (at, next) = match (head, path.last()) {
                ((true, _), Some((control, end))) => (*end, *control),
                _ => (*start, *out),
            };
            let (down, right) = (next.y - at.y, next.x - at.x);
            let y = at.y + down.clamp(-LINE, LINE);
            // The label of an edge that leaves to the left is to its left.
            let (x, anchor) = match right < -down.abs() {
                true => (at.x - 6.0, "end"),
                false => (at.x + 6.0, "start"),
            };
            let _ = writeln!(
                self.body,
                "<text class=\"label\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                escaped(&label)
            );
        }
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}
