// The examples next to the page.

import { byId, make } from "./dom.ts";
import type { RunOptions } from "./runner.ts";

/** An example. `picture` is a screenshot, by its URL below `examples/`. */
export type Example = RunOptions & { file: string; title: string; about: string; picture?: string };

/** Offers the examples. The callback receives the chosen one. */
export async function offerExamples(open: (example: Example) => void): Promise<void> {
  const response = await fetch("examples/examples.json");
  const examples: Example[] = response.ok ? await response.json() : [];
  const items = examples.map((example) => {
    const picture = example.picture && make("img", { src: `examples/${example.picture}`, alt: "" });
    const button = make(
      "button",
      { type: "button" },
      ...(picture ? [picture] : []),
      make("b", {}, example.title),
      make("span", {}, example.about),
    );
    button.addEventListener("click", () => open(example));
    return make("li", {}, button);
  });
  byId("examples", HTMLElement).replaceChildren(...items);
}

/** Fetches an example. */
export async function fetchExample(example: Example): Promise<Blob> {
  const response = await fetch(`examples/${example.file}`);
  if (!response.ok) throw new Error(`The example ${example.file} is missing.`);
  return response.blob();
}
