// The part of the browser's extension API that is used here. It is the same in Chromium and
// Firefox.

export type ContentScript = {
  id: string;
  js: string[];
  matches: string[];
  excludeMatches?: string[];
  allFrames: boolean;
  matchOriginAsFallback: boolean;
  runAt: "document_start";
  world: "MAIN" | "ISOLATED";
};

/** A tab, with the address of its page. */
export type Tab = { id?: number; url?: string };

type Browser = {
  action: {
    setIcon(details: { tabId: number; path: Record<number, string> }): Promise<void>;
    setTitle(details: { tabId: number; title: string }): Promise<void>;
  };
  runtime: {
    getURL(path: string): string;
    onInstalled: { addListener(listener: () => void): void };
    onStartup: { addListener(listener: () => void): void };
  };
  scripting: {
    getRegisteredContentScripts(): Promise<ContentScript[]>;
    registerContentScripts(scripts: ContentScript[]): Promise<void>;
    updateContentScripts(scripts: (Partial<ContentScript> & { id: string })[]): Promise<void>;
    unregisterContentScripts(): Promise<void>;
  };
  tabs: {
    get(id: number): Promise<Tab>;
    query(wanted: { active?: true; currentWindow?: true }): Promise<Tab[]>;
    reload(id: number): Promise<void>;
    onUpdated: { addListener(listener: (id: number) => void): void };
  };
};

export const browser = (globalThis as unknown as { chrome: Browser }).chrome;
