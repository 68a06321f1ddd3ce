// The context menu of a program's element. offer_menu.ts decides when it opens.

import { dom } from "../primitives.ts";
import { button, part, styledRoot } from "./style.ts";

/** The actions of the menu. */
export type Actions = {
  fullscreen: (() => void) | undefined;
  volume: { get(): number; set(volume: number): void };
  details: () => string;
  /** Undefined if the run is not recorded. */
  saveRecording: (() => void) | undefined;
  saveState: (() => void) | undefined;
  loadState: (() => void) | undefined;
  copy: (text: string) => void;
  version: string;
};

/** Opens the menu at a point of the window. Returns false if the browser has no way to show one. */
export function openMenu(x: number, y: number, actions: Actions): boolean {
  const menu = part("div", "menu");
  if (typeof menu.showPopover !== "function") return false;
  dom.setAttribute(menu, "role", "menu");
  dom.setAttribute(menu, "aria-label", "Program");
  const item = (text: string, act: () => void): void => {
    const made = button(text, () => {
      menu.hidePopover();
      act();
    });
    dom.setAttribute(made, "role", "menuitem");
    dom.append(menu, made);
  };
  const { fullscreen, volume } = actions;
  if (fullscreen !== undefined) item("Full screen", fullscreen);
  const before = volume.get();
  item(before === 0 ? "Unmute" : "Mute", () => volume.set(before === 0 ? 1 : 0));
  dom.append(menu, slider(volume));
  item("Copy details", () => actions.copy(actions.details()));
  if (actions.saveState !== undefined) item("Save state", actions.saveState);
  if (actions.loadState !== undefined) item("Load state", actions.loadState);
  if (actions.saveRecording !== undefined) item("Save the recording", actions.saveRecording);
  dom.append(menu, part("div", "note", `Pinnacle ${actions.version}`));
  dom.addEventListener(menu, "keydown", (event) => move(menu, event));
  popUp(menu, x, y);
  const first = menu.querySelector("button");
  if (first !== null) dom.focus(first);
  return true;
}

/** Shows a sentence where the menu was, until the visitor clicks elsewhere. */
export function showSentence(x: number, y: number, text: string): void {
  const box = part("div", "menu");
  dom.setAttribute(box, "role", "alert");
  dom.append(box, part("div", "sentence", text));
  popUp(box, x, y);
}

function popUp(menu: HTMLElement, x: number, y: number): void {
  const { host, root } = styledRoot();
  menu.popover = "auto";
  dom.addEventListener(menu, "contextmenu", (event) => dom.preventDefault(event));
  dom.addEventListener(menu, "toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") dom.remove(host);
  });
  dom.append(root, menu);
  host.style.cssText = "all:initial;position:fixed";
  dom.append(document.fullscreenElement ?? document.documentElement, host);
  menu.showPopover();
  const { width, height } = dom.getBoundingClientRect(menu);
  menu.style.left = `${Math.max(0, Math.min(x, innerWidth - width))}px`;
  menu.style.top = `${Math.max(0, Math.min(y, innerHeight - height))}px`;
}

function slider(volume: Actions["volume"]): HTMLLabelElement {
  const label = part("label", "", "Volume");
  const input = part("input");
  Object.assign(input, {
    type: "range",
    min: "0",
    max: "100",
    value: String(Math.round(100 * volume.get())),
  });
  dom.addEventListener(input, "input", () => volume.set(Number(input.value) / 100));
  dom.append(label, input);
  return label;
}

/** Moves between the entries with the arrow keys, Home and End. */
function move(menu: HTMLElement, event: KeyboardEvent): void {
  // Programs and pages do not receive keys that are for the menu.
  event.stopPropagation();
  const entries = [...menu.querySelectorAll<HTMLElement>("button, input")];
  const root = dom.getRootNode(menu) as ShadowRoot;
  const at = entries.indexOf(root.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const to =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? -1
        : step !== undefined
          ? (at + step) % entries.length
          : undefined;
  if (to === undefined) return;
  dom.preventDefault(event);
  const entry = entries.at(to);
  if (entry !== undefined) dom.focus(entry);
}
