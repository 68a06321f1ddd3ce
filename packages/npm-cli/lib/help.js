// @ts-check
// The help of the command and of its subcommands.

import { COMMANDS } from "./commands.js";
import { COMMON } from "./options.js";

/** Commands that only the native command has. */
export const NATIVE = [
  ...["run", "cache", "bisect", "shrink", "scan", "diff", "explain", "serve", "strip", "upgrade", "cc", "c++"],
  ...["finalize", "sysroot", "configure", "make", "sdk", "binfmt", "ar", "nm", "objdump"],
  ...["pkg-config", "ranlib", "docs", "completions", "man"],
];

/** The help of the command. */
export function general() {
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(11)}${about}`);
  return `Examines and changes programs of Portable Native Client (.pexe files), and examines LLVM
bitcode of today and of LLVM 1.x

Usage: pinnacle [OPTIONS] <COMMAND>

Commands:
${lines.join("\n")}
  help       Print the help of a command

Options:
${table(COMMON)}

This is the command as WebAssembly. Built for a system it runs programs, compiles C and serves old
pages as well; docs/installing.md of Pinnacle says how to install that.

Exit status:
  0  success
  1  a file is wrong
  2  wrong usage, or a file cannot be read or written
`;
}

/** @param {string} name */
export function of(name) {
  const { about, more, usage, options, statuses } = COMMANDS[name];
  const head = more === undefined ? about : `${about}.\n\n${more}`;
  return `${head}

Usage: pinnacle ${usage}

Files are named by their paths; - is standard input.

Options:
${table({ ...options, ...COMMON })}

Exit status:
${statuses.map(([status, text]) => `  ${status}  ${text}`).join("\n")}
`;
}

/** @param {import("./options.js").Options} options */
function table(options) {
  const rows = Object.entries(options).map(([name, { short, value, whole, help }]) => {
    let shown = `${short === undefined ? "    " : `-${short}, `}--${name}`;
    if (value !== undefined) shown += whole === undefined ? ` <${value}>` : `[=<${value}>]`;
    return [shown, help];
  });
  const width = Math.max(...rows.map(([shown]) => shown.length));
  return rows.map(([shown, help]) => `  ${shown.padEnd(width)}  ${help}`).join("\n");
}
