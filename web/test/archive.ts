// Makes zip archives for tests.

import { crc32, deflateRawSync } from "node:zlib";

/** Ways to store a file: uncompressed, encrypted, or with another method number. */
export type Member = { name: string; content: string | Uint8Array; method?: number; flags?: number };

/** Makes a zip archive of some files, which are deflated unless they say otherwise. */
export function zip(...members: Member[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0 } of members) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    // The fields from the version to the length of the extra field, which both headers have.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Makes a Chrome extension of version 3 from an archive. */
export function extension(archive: Buffer): Buffer {
  const header = Buffer.alloc(112, 1);
  const start = Buffer.alloc(12);
  start.write("Cr24");
  start.writeUInt32LE(3, 4);
  start.writeUInt32LE(header.length, 8);
  return Buffer.concat([start, header, archive]);
}
