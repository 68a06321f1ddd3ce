// Compiles C directly to WebAssembly with clang, for comparisons. Needs clang, wasm-ld and a C
// library for wasm32-wasi (Debian: clang-19, lld-19, wasi-libc). CLANG names another clang.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLANG = process.env.CLANG ?? "clang-19";

/** The package with the reference implementation of Argon2. */
const ARGON2 = "argon2@0.45.1";

function temporary(act) {
  const folder = mkdtempSync(join(tmpdir(), "pinnacle-bench-"));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles C files to a module that exports these functions. */
function compile(sources, exports, options, folder) {
  const output = join(folder, "plain.wasm");
  const linker = ["--no-entry", ...exports.map((name) => `--export=${name}`)].map((flag) => `-Wl,${flag}`);
  const libraries = ["-nostartfiles", "-nodefaultlibs", "-lc"];
  execFileSync(CLANG, [
    "--target=wasm32-wasi",
    ...options,
    ...sources,
    ...libraries,
    ...linker,
    "-o",
    output,
  ]);
  return readFileSync(output);
}

/** Compiles a file of this folder to a module with `run`. */
export const plainProgram = (name) =>
  temporary((folder) => compile([new URL(name, import.meta.url).pathname], ["run"], ["-O2"], folder));

/** Fetches and compiles the reference implementation of Argon2. */
export const plainArgon2 = () =>
  temporary((folder) => {
    execFileSync("npm", ["pack", "--silent", ARGON2], { cwd: folder });
    execFileSync("sh", ["-c", "tar xzf *.tgz"], { cwd: folder });
    const source = join(folder, "package/argon2");
    const files = ["argon2", "core", "blake2/blake2b", "encoding", "ref"];
    const sources = files.map((name) => join(source, "src", `${name}.c`));
    // Like its makefile, but for one lane, like the other program.
    const options = [
      "-O3",
      "-DNDEBUG",
      "-DARGON2_NO_THREADS",
      "-I",
      join(source, "include"),
      "-I",
      join(source, "src"),
    ];
    return compile(sources, ["argon2_hash", "malloc"], options, folder);
  });
