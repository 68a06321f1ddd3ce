// The details of a program, which a visitor can copy for a bug report.

import { version } from "../../shared/version.ts";

/** The facts about a program. */
export type About = { source: string; state: string; error: string };

/** Returns the details of a program, one per line. */
export function detailsOf({ source, state, error }: About): string {
  const lines = [`Pinnacle ${version}`, `program: ${source}`, `page: ${location.href}`, `state: ${state}`];
  if (error !== "") lines.push(`error: ${error}`);
  lines.push(`browser: ${navigator.userAgent}`, `isolated: ${self.crossOriginIsolated ? "yes" : "no"}`);
  return lines.join("\n");
}

/** Copies a text. `tell` receives the outcome in words. */
export function copyText(text: string, tell: (word: string) => void): void {
  // Pages without HTTPS have no clipboard.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error());
  copied.then(
    () => tell("Copied"),
    () => tell("The browser did not copy it"),
  );
}
