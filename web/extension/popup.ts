// The popup: a switch for the site of the current tab.

import { browser } from "./browser.ts";
import { one } from "./dom.ts";
import { isOn, turn } from "./scripts.ts";
import { hostOf, showStates } from "./state.ts";

async function show(): Promise<void> {
  const box = one("on", HTMLInputElement);
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  const host = hostOf(tab?.url);
  if (host === undefined) {
    box.disabled = true;
    one("host", HTMLElement).textContent = "this page";
    one("note", HTMLElement).textContent = "Browsers do not let extensions run in this page.";
    return;
  }
  one("host", HTMLElement).textContent = host;
  box.checked = await isOn(host);
  box.addEventListener("change", async () => {
    await turn(host, box.checked);
    await showStates();
    if (tab?.id !== undefined) await browser.tabs.reload(tab.id);
  });
}

void show();
