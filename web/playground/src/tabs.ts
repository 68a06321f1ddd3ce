// Tabs that follow the rules of assistive technology: arrow keys move between tabs, and Tab reaches
// // only the selected one.

import { byId, make } from "./dom.ts";

export type Tab = { id: string; title: string; count?: number };

export class Tabs {
  readonly #list = byId("tabs", HTMLElement);
  #ids: string[] = [];
  /** Called with the tab that is shown. */
  onShow: (id: string) => void = () => {};

  constructor() {
    this.#list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = this.#ids.findIndex((id) => document.activeElement?.id === `tab-${id}`);
      if (step === undefined || at < 0) return;
      event.preventDefault();
      const next = this.#ids[(at + step + this.#ids.length) % this.#ids.length];
      if (next === undefined) return;
      this.show(next);
      document.getElementById(`tab-${next}`)?.focus();
    });
  }

  /** Offers other tabs, and shows the first. */
  offer(tabs: Tab[]): void {
    for (const id of this.#ids) byId(`panel-${id}`, HTMLElement).hidden = true;
    this.#ids = tabs.map((tab) => tab.id);
    const buttons = tabs.map(({ id, title, count }) => {
      const button = make("button", { type: "button", id: `tab-${id}` }, title);
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", `panel-${id}`);
      if (count) button.append(make("span", { className: "count" }, `${count}`));
      button.addEventListener("click", () => this.show(id));
      byId(`panel-${id}`, HTMLElement).setAttribute("aria-labelledby", `tab-${id}`);
      return button;
    });
    this.#list.replaceChildren(...buttons);
    const [first] = this.#ids;
    if (first !== undefined) this.show(first);
  }

  /** Shows one of the offered tabs. */
  show(wanted: string): void {
    if (!this.#ids.includes(wanted)) return;
    for (const id of this.#ids) {
      byId(`panel-${id}`, HTMLElement).hidden = id !== wanted;
      const tab = document.getElementById(`tab-${id}`);
      tab?.setAttribute("aria-selected", `${id === wanted}`);
      if (tab) tab.tabIndex = id === wanted ? 0 : -1;
    }
    this.onShow(wanted);
  }
}
