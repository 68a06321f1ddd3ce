// Opens the menu of an element after a right click or the menu key, unless the page or the program
// handles these. With Control and Shift it always opens. Executes the commands of the menu.

import { InputClass } from "../../generated/boundary.ts";
import { version } from "../../shared/version.ts";
import { targetOf } from "../hear.ts";
import type { Ground } from "../input.ts";
import { dom } from "../primitives.ts";
import { isWanted } from "./choice.ts";
import { copyText } from "./details.ts";
import { openMenu, showSentence } from "./menu.ts";

/** An element with its program. */
interface Shown extends Ground {
  requestFullscreen(isOld: boolean): Promise<void> | undefined;
}

/** The player of the program's sound. */
interface Sound {
  volume: number;
}

/** The entries of the menu that concern the program. */
type Entries = {
  details: () => string;
  /** Undefined if the run is not recorded. */
  saveRecording: (() => void) | undefined;
  /** These fail with a sentence for the visitor. */
  saveState: (() => Promise<void>) | undefined;
  loadState: (() => Promise<void>) | undefined;
};

/** Opens the menu when the user requests one and the page does not handle it. */
export function offerMenu(shown: Shown, sound: Sound, entries: Entries): void {
  // Registered last at the window, so that the page's own listeners come first.
  addEventListener("contextmenu", (event) => open(event, shown, sound, entries), { signal: shown.signal });
}

function open(event: PointerEvent, shown: Shown, sound: Sound, entries: Entries): void {
  const { element, inputFilter } = shown;
  const isOver = targetOf(event) === element || shown.isFromBox(event);
  const isTaken = event.defaultPrevented || inputFilter.requests(InputClass.MOUSE);
  const isForced = event.ctrlKey && event.shiftKey;
  if (!isOver || (isTaken && !isForced) || !isWanted(element)) return;
  const isPossible = document.fullscreenEnabled && document.fullscreenElement === null;
  const { clientX: x, clientY: y } = event;
  const { saveState, loadState, ...others } = entries;
  const telling = (act: (() => Promise<void>) | undefined) =>
    act && (() => void act().catch((error: Error) => showSentence(x, y, error.message)));
  const isOpen = openMenu(x, y, {
    fullscreen: isPossible ? () => void shown.requestFullscreen(false)?.catch(() => {}) : undefined,
    volume: {
      get: () => sound.volume,
      set: (volume) => {
        sound.volume = volume;
      },
    },
    ...others,
    saveState: telling(saveState),
    loadState: telling(loadState),
    copy: (text) => copyText(text, (word) => console.info(word)),
    version,
  });
  if (isOpen) dom.preventDefault(event);
}
