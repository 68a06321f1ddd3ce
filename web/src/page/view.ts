// Where an element is, as a program sees it.

import type { View } from "../shared/protocol.ts";

/** Left, top, width and height of an element's content, in the window. */
export function contentBox(element: Element): [number, number, number, number] {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map(
    (side) => pixels(`border-${side}-width`) + pixels(`padding-${side}`),
  ) as [number, number, number, number];
  return [
    box.left + left,
    box.top + top,
    Math.max(0, box.width - left - right),
    Math.max(0, box.height - top - bottom),
  ];
}

/** What a program can see of its place. */
export function viewOf(element: Element): View {
  const [left, top, width, height] = contentBox(element).map(Math.round) as [number, number, number, number];
  const from = [Math.max(0, -left), Math.max(0, -top)] as const;
  const to = [Math.min(width, innerWidth - left), Math.min(height, innerHeight - top)] as const;
  const isSeen = to[0] > from[0] && to[1] > from[1];
  const clip = isSeen ? [from[0], from[1], to[0] - from[0], to[1] - from[1]] : [0, 0, 0, 0];
  const isVisible = document.visibilityState === "visible" ? 1 : 0;
  return [left, top, width, height, ...clip, 0, isVisible, devicePixelRatio, 1, scrollX, scrollY].map(
    (number) => number,
  );
}
