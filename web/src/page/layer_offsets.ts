// Corrects `layerX` and `layerY` of mouse events over a canvas or a program. In old versions of
// Chrome these elements had their own layer, so the numbers were relative to their corners. In
// current browsers they are relative to the nearest positioned ancestor, so old pages would draw or
// aim at the wrong place.

import { moduleType } from "./elements.ts";
import { hasModules } from "./registry.ts";

/** Returns the element to whose corner the numbers should be relative, or undefined if the
 * browser's numbers are correct. */
function layerOf({ target }: Event): Element | undefined {
  if (!(target instanceof Element) || !hasModules()) return undefined;
  const hadLayer = target.localName === "canvas" || moduleType(target) !== undefined;
  return hadLayer && getComputedStyle(target).position === "static" ? target : undefined;
}

/** Makes the numbers relative to the corner of the border box, in pages with programs. */
export function addLayerOffsets(): void {
  for (const [name, offset, border] of [
    ["layerX", "offsetX", "clientLeft"],
    ["layerY", "offsetY", "clientTop"],
  ] as const) {
    const owner = [MouseEvent.prototype, UIEvent.prototype].find((one) => Object.hasOwn(one, name));
    const native = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (owner === undefined || native?.get === undefined) continue;
    const { get } = native;
    Object.defineProperty(owner, name, {
      ...native,
      get(this: UIEvent) {
        const layer = this instanceof MouseEvent ? layerOf(this) : undefined;
        return layer === undefined ? get.call(this) : (this as MouseEvent)[offset] + layer[border];
      },
    });
  }
}
