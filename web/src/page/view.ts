// The position and the visible part of an element, as its program sees them.

import type { View } from "../shared/protocol.ts";
import { dom } from "./primitives.ts";
import { pixelRatio } from "./replay.ts";

export type Box = { left: number; top: number; width: number; height: number };

/** The content box of an element: its layout size, and the position of its corner in the window.
 * `scale` is the horizontal and vertical scale of its transforms. */
export type ContentBox = Box & { scale: [number, number] };

const pixels = (text: string): number => Number.parseFloat(text) || 0;

/** Returns the widths of border plus padding: left, top, right, bottom. */
export function edges(style: CSSStyleDeclaration): [number, number, number, number] {
  return [
    pixels(style.borderLeftWidth) + pixels(style.paddingLeft),
    pixels(style.borderTopWidth) + pixels(style.paddingTop),
    pixels(style.borderRightWidth) + pixels(style.paddingRight),
    pixels(style.borderBottomWidth) + pixels(style.paddingBottom),
  ];
}

export function contentBox(element: HTMLElement): ContentBox {
  const box = dom.getBoundingClientRect(element);
  const [left, top, right, bottom] = edges(getComputedStyle(element));
  // The layout size is rounded to whole pixels, so small differences are ignored.
  const scale = (shown: number, laid: number): number =>
    laid === 0 || Math.abs(shown - laid) < 1 ? 1 : shown / laid;
  const across = scale(box.width, element.offsetWidth);
  const down = scale(box.height, element.offsetHeight);
  return {
    left: box.left + left * across,
    top: box.top + top * down,
    width: Math.max(0, box.width / across - left - right),
    height: Math.max(0, box.height / down - top - bottom),
    scale: [across, down],
  };
}

/** Returns the intersection of two boxes. */
function intersection(one: Box, other: Box): Box {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function parentOf(node: Element): Element | null {
  const root = dom.getRootNode(node);
  return node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Returns the part of an element's box that its ancestors do not clip. `all` includes the
 * ancestors beyond the first positioned one. */
export function unclipped(element: Element, box: Box, all: boolean): Box {
  let seen = box;
  let { position } = getComputedStyle(element);
  for (let at = parentOf(element); at !== null && at !== document.body; at = parentOf(at)) {
    const style = getComputedStyle(at);
    const isPlaced = style.position !== "static" || style.transform !== "none";
    if (isPlaced && !all) break;
    const holds = position === "fixed" ? style.transform !== "none" : position !== "absolute" || isPlaced;
    if (!holds) continue;
    position = style.position;
    if (style.overflow === "visible" || at === document.documentElement) continue;
    const outer = dom.getBoundingClientRect(at);
    seen = intersection(seen, {
      left: outer.left + at.clientLeft,
      top: outer.top + at.clientTop,
      width: at.clientWidth,
      height: at.clientHeight,
    });
  }
  return seen;
}

/** Returns the view for a program. `screen` contains the box that is fullscreen instead of the
 * element, and true if the program has requested that. */
export function viewOf(element: HTMLElement, screen?: { box: Element; isRequested: boolean }): View {
  let place: Box;
  let seen: Box;
  if (screen !== undefined) {
    seen = place = dom.getBoundingClientRect(screen.box);
  } else {
    const { left, top, width, height, scale } = contentBox(element);
    place = { left, top, width, height };
    const shown = { left, top, width: width * scale[0], height: height * scale[1] };
    const inside = intersection(unclipped(element, shown, true), {
      left: 0,
      top: 0,
      width: innerWidth,
      height: innerHeight,
    });
    seen = {
      left: left + (inside.left - left) / scale[0],
      top: top + (inside.top - top) / scale[1],
      width: inside.width / scale[0],
      height: inside.height / scale[1],
    };
  }
  const [x, y, width, height] = [place.left, place.top, place.width, place.height].map(Math.round);
  const isSeen = seen.width > 0 && seen.height > 0;
  const clip = isSeen
    ? [seen.left - place.left, seen.top - place.top, seen.width, seen.height].map(Math.round)
    : [0, 0, 0, 0];
  const isVisible = document.visibilityState === "visible" ? 1 : 0;
  const zoom = visualViewport?.scale ?? 1;
  const scales = [pixelRatio(), zoom, Math.round(scrollX), Math.round(scrollY)];
  return [x, y, width, height, ...clip, screen?.isRequested ? 1 : 0, isVisible, ...scales] as View;
}
