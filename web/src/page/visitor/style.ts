// The style of curtains and menus. It is a style sheet in a closed shadow root, so neither the
// page's rules nor its policy affect it.

import { dom } from "../primitives.ts";

const RULES = `
:host { all: initial; position: absolute; inset: 0; container-type: size; pointer-events: none; color-scheme: light dark;
  font: 14px/1.4 system-ui, sans-serif; color: #e8eaed; }
[hidden] { display: none !important; }
.card { position: absolute; inset: 0; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: .6em; padding: .5em; box-sizing: border-box; overflow: auto;
  background: #202226; text-align: center; }
.loading { animation: appear .15s; }
@keyframes appear { from { opacity: 0; } }
p { margin: 0; max-width: 40em; }
.bar { width: min(60%, 16em); height: 3px; border-radius: 2px; background: #ffffff26; overflow: hidden; }
.fill { width: 100%; height: 100%; background: #8ab4f8; transform-origin: 0; transform: scaleX(0); }
.unknown .fill { width: 30%; transform: none; animation: travel 1.2s infinite ease-in-out; }
@keyframes travel { from { translate: -100%; } to { translate: 340%; } }
@media (prefers-reduced-motion: reduce) { .loading, .unknown .fill { animation: none; } }
button { font: inherit; color: inherit; background: #ffffff1a; border: 1px solid #ffffff40; border-radius: 4px;
  padding: .2em .9em; cursor: pointer; pointer-events: auto; }
button:hover { background: #ffffff2e; }
:focus-visible { outline: 2px solid #8ab4f8; outline-offset: 1px; }
pre { margin: 0; max-width: 100%; max-height: 10em; overflow: auto; box-sizing: border-box; padding: .5em;
  background: #0006; text-align: left; font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; pointer-events: auto; user-select: text; }
.buttons { display: flex; gap: .5em; }
.start { position: absolute; inset: 0; border: 0; border-radius: 0; padding: 0; background: #202226 center / contain no-repeat; }
.start:hover { background-color: #2a2d32; }
.start span { display: inline-block; padding: .5em 1.2em; border-radius: 2em; background: #000a; }
@container (height < 72px) { .text { display: none; } }
@container (height < 110px) { pre { display: none; } }
.menu { all: initial; position: fixed; margin: 0; padding: 4px; min-width: 12em; border: 1px solid #0004; border-radius: 6px;
  background: #fff; color: #1f1f1f; font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 4px 16px #0005; }
.menu:not(:popover-open) { display: none; }
.menu button, .menu label, .menu .note { display: flex; width: 100%; box-sizing: border-box; align-items: center; gap: .6em;
  border: 0; border-radius: 4px; padding: .35em .7em; background: none; text-align: left; }
.menu button:hover, .menu button:focus { background: #0000001a; }
.menu input { flex: 1; min-width: 6em; }
.menu .note { color: #6b6b6b; font-size: 12px; }
.menu .sentence { padding: .35em .7em; max-width: 22em; }
@media (prefers-color-scheme: dark) {
  .menu { background: #2b2d31; color: #e8eaed; }
  .menu button:hover, .menu button:focus { background: #ffffff1a; }
  .menu .note { color: #a5a9af; }
}`;

let sheet: CSSStyleSheet | undefined;

/** Makes a closed shadow root with the style sheet, and its host. */
export function styledRoot(): { host: HTMLElement; root: ShadowRoot } {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    dom.replaceSync(sheet, RULES);
  }
  const host = dom.createElement(document, "div");
  const root = dom.attachShadow(host, { mode: "closed" });
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}

/** Makes an element with a class and a text. */
export function part<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const made = dom.createElement(document, name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Makes a button that calls `act` on a click. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = part("button", "", text);
  made.type = "button";
  dom.addEventListener(made, "click", act);
  return made;
}
