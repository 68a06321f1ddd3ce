// The playground's reader of archives. It needs no browser, because Node can inflate too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unzip } from "../playground/src/zip.ts";
import { extension, type Member, zip } from "./archive.ts";

const TEXT = { name: "game/level 1.txt", content: "a level ".repeat(100) };
const PROGRAM = { name: "game/game.pexe", content: "PEXE", method: 0 };

/** The files of an archive as texts. */
async function texts(archive: Uint8Array): Promise<Record<string, string>> {
  const files = await unzip(new Blob([new Uint8Array(archive)]));
  return Object.fromEntries(
    await Promise.all(files.map(async ({ path, file }) => [path, await file.text()])),
  );
}

test("files are unpacked, without the folder that contains all of them", async () => {
  const expected = { "level 1.txt": TEXT.content, "game.pexe": "PEXE" };
  assert.deepEqual(await texts(zip(TEXT, PROGRAM)), expected);
  assert.deepEqual(await texts(extension(zip(TEXT, PROGRAM))), expected);
});

test("folders, the Finder's metadata and paths out of the archive are skipped", async () => {
  const others = ["game/", "__MACOSX/game/._game.pexe", "../up.txt", "/top.txt"];
  const members: Member[] = others.map((name) => ({ name, content: "" }));
  assert.deepEqual(Object.keys(await texts(zip(...members, PROGRAM))), ["game.pexe"]);
});

test("an unreadable archive is reported with the reason", async () => {
  const whole = zip(TEXT, PROGRAM);
  const patched = (at: number, value: number) => {
    const copy = Buffer.from(whole);
    copy.writeUInt32LE(value, at < 0 ? copy.length + at : at);
    return copy;
  };
  const directory = whole.readUInt32LE(whole.length - 6);
  for (const [archive, expected] of [
    [whole.subarray(0, whole.length - 30), /no directory/],
    [Buffer.from("PK\x03\x04"), /no directory/],
    [zip({ ...PROGRAM, flags: 1 }), /game\.pexe is encrypted/],
    [zip({ ...PROGRAM, method: 12 }), /method 12/],
    [patched(0, 0), /not where its directory says/],
    [patched(directory, 0), /ends after 0 of 2 files/],
    [patched(directory + 24, 7), /does not unpack to its 7 bytes/],
    [patched(directory + 24, 0xffffffff), /larger than 512 MiB/],
    [patched(directory + 20, 0x7fffffff), /ends after the archive/],
    [patched(-10, 0x7fffffff), /larger than the file/],
    [patched(-6, 0xffffffff), /larger than 512 MiB/],
    [patched(-12, 0x9c41), /40001 files/],
  ] as const)
    await assert.rejects(texts(archive), expected);
});
