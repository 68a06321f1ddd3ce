// The switch for the site of the present tab.

import { browser } from "./browser.ts";
import { isOn, turn } from "./scripts.ts";

const one = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the popup has no ${id}`);
  return found;
};

async function show(): Promise<void> {
  const box = one("on") as HTMLInputElement;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  const url = new URL(tab?.url ?? "about:blank");
  if (!/^https?:$/.test(url.protocol)) {
    box.disabled = true;
    one("host").textContent = "this page";
    one("note").textContent = "Browsers let no extension into this page.";
    return;
  }
  one("host").textContent = url.hostname;
  box.checked = await isOn(url.hostname);
  box.addEventListener("change", async () => {
    await turn(url.hostname, box.checked);
    if (tab?.id !== undefined) await browser.tabs.reload(tab.id);
  });
}

void show();
