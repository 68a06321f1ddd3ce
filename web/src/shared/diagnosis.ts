// Diagnoses why a file of Pinnacle could not be loaded, for error messages that say what to change.
// It is only used after a failure.

/** The reason why a page from a disk cannot start: Chromium does not let it start workers, and
 * Firefox does not let it read files. */
export const FROM_FILE =
  "the page was opened from a file (file://), where browsers do not let it load other files. Serve its folder over HTTP, for example with pinnacle serve, or make it one file with pinnacle bundle.";

/** Number of bytes at the start of a file that identify its kind. */
const HEAD = 256;

/** Returns true if a file starts like an HTML page, such as the error page of a server. */
export function isHtml(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, HEAD)).trimStart().toLowerCase();
  return start.startsWith("<!doctype") || start.startsWith("<html");
}

/** Collects violations of the page's content security policy, from now until `end` is called. */
export function watchPolicy(): { found: string[]; end: () => void } {
  const found: string[] = [];
  const note = (event: Event): void => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    found.push(`${effectiveDirective} forbids ${blockedURI}`);
  };
  addEventListener("securitypolicyviolation", note, true);
  return { found, end: () => removeEventListener("securitypolicyviolation", note, true) };
}

/**
 * Returns a sentence that says why a file of Pinnacle cannot be used, for the site's author;
 * undefined if it seems to be in order. `origin` is that of the page.
 */
export async function faultOf(url: string, origin: string): Promise<string | undefined> {
  if (url.startsWith("file:")) return FROM_FILE;
  const name = url.split(/[?#]/)[0]?.split("/").at(-1);
  const isForeign = /^https?:/.test(url) && new URL(url).origin !== origin;
  const question: RequestInit = { credentials: "same-origin", cache: "no-cache" };
  const policy = watchPolicy();
  try {
    const response = await fetch(url, question).catch(() => undefined);
    if (response === undefined) {
      const isThere = isForeign && (await answers(url));
      // The events arrive in separate tasks.
      await new Promise((resolve) => setTimeout(resolve));
      if (policy.found.length > 0)
        return `the page's content security policy forbids a file of Pinnacle: ${policy.found[0]}.`;
      if (isThere)
        return `${url} has another origin than the page, and its server does not let the page read it: it must send the header Access-Control-Allow-Origin (CORS).`;
      return `${url} cannot be loaded: its server does not answer.`;
    }
    if (!response.ok) {
      void response.body?.cancel().catch(() => {});
      return `${url} is missing (status ${response.status}): put ${name} next to the other files of Pinnacle.`;
    }
    const bytes = await head(response);
    if (isHtml(bytes))
      return `${url} is an HTML page, expected ${name}: some servers answer with a page if a file is missing. Put ${name} next to the other files of Pinnacle.`;
    if (name?.endsWith(".wasm") && !isWasm(bytes))
      return `${url} is not WebAssembly: it begins with "${textOf(bytes)}". Put Pinnacle's file ${name} there.`;
    return undefined;
  } finally {
    policy.end();
  }
}

/** Returns true if the server responds, even if the response cannot be read. */
const answers = (url: string): Promise<boolean> =>
  fetch(url, { mode: "no-cors", credentials: "omit" }).then(
    () => true,
    () => false,
  );

async function head(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const piece = await reader?.read().catch(() => undefined);
  void reader?.cancel().catch(() => {});
  return piece?.value?.subarray(0, HEAD) ?? new Uint8Array(0);
}

const isWasm = (bytes: Uint8Array): boolean => "\0asm" === String.fromCharCode(...bytes.subarray(0, 4));

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 20)).replace(/[^\x20-\x7e]/g, "?");
