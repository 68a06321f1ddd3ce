// The examples beside the page.

import { byId, make } from "./dom.ts";
import type { RunOptions } from "./runner.ts";

export type Example = RunOptions & { file: string; title: string; about: string };

/** Offers the examples; is told which is wanted. */
export async function offerExamples(open: (example: Example) => void): Promise<void> {
  const response = await fetch("examples/examples.json");
  const examples: Example[] = response.ok ? await response.json() : [];
  const items = examples.map((example) => {
    const button = make(
      "button",
      { type: "button" },
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
