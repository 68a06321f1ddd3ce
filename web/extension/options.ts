// The options page: lists the sites that are off, each with a button that turns it on.

import { one } from "./dom.ts";
import { hostsLeftOut, turn } from "./scripts.ts";
import { showStates } from "./state.ts";

const list = one("sites", HTMLUListElement);
const form = one("add", HTMLFormElement);
const field = one("host", HTMLInputElement);
const note = one("note", HTMLElement);

async function show(): Promise<void> {
  const hosts = await hostsLeftOut();
  list.replaceChildren(...hosts.map(row));
  one("none", HTMLElement).hidden = hosts.length > 0;
}

/** Makes the row of a site that is off. */
function row(host: string): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = "Turn on";
  button.ariaLabel = `Turn on ${host}`;
  button.addEventListener("click", () => void change(host, true));
  item.append(host, " ", button);
  return item;
}

async function change(host: string, on: boolean): Promise<void> {
  await turn(host, on);
  await showStates();
  await show();
}

/** Returns the host in the typed text, which is a name or the address of a page. */
function hostIn(text: string): string | undefined {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return /^(?:[\w.-]+|\[[\da-f:]+\])$/.test(host) ? host : undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const host = hostIn(field.value.trim());
  note.textContent = host === undefined ? "This is not the name of a site." : "";
  if (host === undefined) return;
  field.value = "";
  void change(host, false);
});

void show();
