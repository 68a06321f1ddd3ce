// `layerX` and `layerY` of mouse events over a canvas or a program. In the Chrome of then these had a
// layer of their own, so the numbers counted from their corner. Today's browsers count from the
// nearest positioned element around them, and pages draw or aim in the wrong place.

import { moduleType } from "./elements.ts";
import { hasModules } from "./registry.ts";

/** The element whose corner the numbers count from; none if the browser's own ones are right. */
function layerOf({ target }: Event): Element | undefined {
  if (!(target instanceof Element) || !hasModules()) return undefined;
  const hadLayer = target.localName === "canvas" || moduleType(target) !== undefined;
  return hadLayer && getComputedStyle(target).position === "static" ? target : undefined;
}

/** Has the numbers count from the corner of the border, in pages that have programs. */
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
