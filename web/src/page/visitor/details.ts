// What a visitor can copy, to tell others of a program.

import { version } from "../../shared/version.ts";

/** A program as its details have it. */
export type About = { source: string; state: string; error: string };

/** The details of a program, a line for each. */
export function detailsOf({ source, state, error }: About): string {
  const lines = [`Pinnacle ${version}`, `program: ${source}`, `page: ${location.href}`, `state: ${state}`];
  if (error !== "") lines.push(`error: ${error}`);
  lines.push(`browser: ${navigator.userAgent}`, `isolated: ${self.crossOriginIsolated ? "yes" : "no"}`);
  return lines.join("\n");
}

/** Copies a text; `tell` gets a word for the outcome. */
export function copyText(text: string, tell: (word: string) => void): void {
  // There is no clipboard in pages without HTTPS.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error());
  copied.then(
    () => tell("Copied"),
    () => tell("The browser did not copy it"),
  );
}
