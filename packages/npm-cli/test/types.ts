// A program that uses every function of the package, for the compiler to check their types.

import {
  assemble,
  compress,
  disassemble,
  formats,
  info,
  PinnacleError,
  statistics,
  translate,
  verify,
} from "@pinnacle/cli";

const file: Uint8Array = assemble("module {}", { name: "x.pnasm", verify: false });
const about: { file: string; text: string } = info(file);
const { valid, errors } = verify(file, { allow: ["trailing-data"] });
const codes: string[] = errors.map(({ code }) => code);
const text: string = disassemble(file, { form: "listing" });
const size: number = statistics(file, { top: 0 }).size;
const small: Uint8Array = compress(file, { effort: 9 });
const { module, report, sourceMap } = translate(small, { threads: "off", sourceMap: true });
const pages: number = report.memory.pages;
const names: readonly string[] = formats;

// @ts-expect-error There is no such form.
disassemble(file, { form: "half" });

try {
  translate(file);
} catch (error) {
  if (error instanceof PinnacleError) console.log(error.errors.join("\n"), error.hint ?? "");
}
console.log(about, valid, codes, text, size, module.length, sourceMap?.length, pages, names);
