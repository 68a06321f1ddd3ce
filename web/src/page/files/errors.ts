// File errors for pages: objects like Chrome's FileError, with a code.

/** Today's names and the old names of the codes, from 1 on. */
const NAMES = [
  ["NotFoundError", "NOT_FOUND_ERR"],
  ["SecurityError", "SECURITY_ERR"],
  ["AbortError", "ABORT_ERR"],
  ["NotReadableError", "NOT_READABLE_ERR"],
  ["EncodingError", "ENCODING_ERR"],
  ["NoModificationAllowedError", "NO_MODIFICATION_ALLOWED_ERR"],
  ["InvalidStateError", "INVALID_STATE_ERR"],
  ["SyntaxError", "SYNTAX_ERR"],
  ["InvalidModificationError", "INVALID_MODIFICATION_ERR"],
  ["QuotaExceededError", "QUOTA_EXCEEDED_ERR"],
  ["TypeMismatchError", "TYPE_MISMATCH_ERR"],
  ["PathExistsError", "PATH_EXISTS_ERR"],
] as const;

export class FileError {
  readonly code: number;

  constructor(
    readonly name: string,
    readonly message: string,
  ) {
    const index = NAMES.findIndex(([known]) => known === name);
    this.code = index < 0 ? NAMES.findIndex(([known]) => known === "InvalidStateError") + 1 : index + 1;
  }

  toString(): string {
    return `${this.name}: ${this.message}`;
  }
}

NAMES.forEach(([, name], index) => {
  for (const target of [FileError, FileError.prototype]) {
    Object.defineProperty(target, name, { value: index + 1, enumerable: true });
  }
});
