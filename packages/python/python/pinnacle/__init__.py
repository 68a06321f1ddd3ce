"""Programs of Portable Native Client: read, checked, printed, translated and run.

    >>> import pinnacle
    >>> program = pinnacle.read("hello.pexe")
    >>> program.verify().valid
    True
    >>> program.run().stdout
    b'Hello, world!\\n'
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Literal, TypeAlias

from . import _pinnacle
from ._pinnacle import Error, Trap
from ._values import Value, from_json, to_json

__all__ = [
    "Error",
    "Page",
    "Picture",
    "Program",
    "Result",
    "Trap",
    "Value",
    "Verdict",
    "open_page",
    "read",
    "verify",
]

Source: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str]"
Form: TypeAlias = Literal["assembly", "listing", "listed-records", "records"]
Allowance: TypeAlias = Literal[
    "trailing-data", "binary-flags", "minsfi-syscalls", "local-symbol-tables"
]


def _error_text(self: Error) -> str:
    errors = self.args[0] if self.args else []
    return "\n".join(errors) if isinstance(errors, list) else str(errors)


def _error_hint(self: Error) -> str | None:
    return self.args[1] if len(self.args) > 1 else None


# The class is made in Rust, which gives it the errors and the hint as arguments.
setattr(Error, "__str__", _error_text)
setattr(Error, "hint", property(_error_hint))


@dataclass(frozen=True)
class Verdict:
    """The errors in a file. It is true in a condition if the file is valid."""

    valid: bool
    errors: list[dict[str, Any]]
    """The errors, each with `code`, `message` and the other fields of `pinnacle verify --json`."""
    more: bool
    """True if there are more errors than `errors` lists."""
    text: str
    """The report as `pinnacle verify` prints it."""

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    stdout: bytes
    stderr: bytes
    status: int


class Program:
    """A file in memory, returned by `read`. It need not be a valid program."""

    def __init__(self, native: _pinnacle.Program) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return self._native.name

    @property
    def data(self) -> bytes:
        """The bytes of the file, or for PNaClAsm those of the program that it describes."""
        return self._native.data

    @property
    def kind(self) -> str:
        """A description of the kind of file, for people."""
        return self._native.kind

    def info(self) -> dict[str, Any]:
        """Describe the file and what it needs, with the fields of `pinnacle info --json`."""
        document: dict[str, Any] = json.loads(self._native.info()[0])
        return document

    def verify(self, *, allow: Iterable[Allowance] = ()) -> Verdict:
        """Check the file and report every error in it."""
        document, text = self._native.verify(list(allow))
        found = json.loads(document)
        return Verdict(found["valid"], found["errors"], found["more"], text)

    def text(
        self,
        *,
        form: Form = "assembly",
        style: str | None = None,
        keep_order: bool = False,
    ) -> str:
        """Print the file: a program as PNaClAsm, bitcode, bytecode and text as assembly of LLVM.

        `form` can be a listing with positions and records, or the notation of records. `style`
        and `keep_order` are for LLVM 1.x, as the options of `pinnacle dis`. Of a program with
        errors as much is printed as can be read.

        Raises:
            Error: If the file is nothing that can be printed.
        """
        return self._native.text(form, style, keep_order)

    def statistics(self) -> dict[str, Any]:
        """Count the bits of each part of the file, with the fields of `pinnacle stats --json`."""
        document: dict[str, Any] = json.loads(self._native.statistics(0)[0])
        return document

    def compress(self, *, effort: int | None = None, for_transport: bool = False) -> "Program":
        """Pack the same program into fewer bits.

        `effort` is from 0, quick, to 9. With `for_transport` records are packed for a compressor
        such as xz.

        Raises:
            Error: If the blocks and records of the file cannot be read.
        """
        data = self._native.compress(effort, for_transport)
        return Program(_pinnacle.Program(self.name, data))

    def translate(
        self,
        *,
        strip: bool = False,
        stack_size: int | None = None,
        threads: Literal["auto", "on", "off"] = "auto",
        lenient_calls: bool = False,
    ) -> bytes:
        """Translate the program to a WebAssembly module.

        Raises:
            Error: If the program is not valid or cannot be translated.
        """
        return self._native.translate(strip, stack_size, threads, lenient_calls)

    def run(
        self,
        args: Sequence[str | bytes] = (),
        *,
        stdin: str | bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        seed: int | None = None,
    ) -> Result:
        """Run the program from its start to its end, by the interpreter.

        It sees no files, no variables but those of `env`, and `stdin`. `args` follow its own name.
        `timeout` is in seconds, `memory` in bytes. With a `seed`, time and random numbers are the
        same in each run.

        Raises:
            Trap: If the program was stopped by a trap or by its time limit.
            Error: If it is not valid, cannot be started, or is one of the browser.
        """
        arguments = [os.fsencode(word) for word in (self.name, *args)]
        variables = [os.fsencode(f"{name}={value}") for name, value in (env or {}).items()]
        given = stdin.encode() if isinstance(stdin, str) else stdin
        ended = self._native.run(arguments, variables, given, timeout, memory, seed)
        return Result(*ended)

    def __repr__(self) -> str:
        return repr(self._native)


def read(source: Source) -> Program:
    """Read a file, or take its bytes. Text of a program (PNaClAsm) is assembled.

    Raises:
        OSError: If the file cannot be read.
        Error: If a text is wrong.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return Program(_pinnacle.Program("bytes", bytes(source)))
    path = Path(source)
    return Program(_pinnacle.Program(str(path), path.read_bytes()))


def verify(source: Source, *, allow: Iterable[Allowance] = ()) -> Verdict:
    """Check a file or its bytes and report every error in it."""
    return read(source).verify(allow=allow)


@dataclass(frozen=True)
class Picture:
    """A picture that a program has shown. Notebooks display it."""

    width: int
    height: int
    pixels: bytes
    """Red, green, blue and alpha of each pixel, row by row."""
    png: bytes

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture as a PNG file. An existing file is replaced only when all is written."""
        target = Path(path)
        beside = target.with_name(f".{target.name}.{token_hex(6)}")
        try:
            with beside.open("xb") as file:
                file.write(self.png)
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<pinnacle.Picture {self.width}x{self.height}>"


class Page:
    """A browser program that runs in a thread of its own, returned by `open_page`.

    It is closed at the end of a `with`, by `close`, and when the last reference to it is dropped.
    """

    def __init__(self, native: _pinnacle.Page) -> None:
        self._native = native

    def post(self, value: Value) -> None:
        """Post a message to the program.

        Raises:
            Error: If the program has ended.
            TypeError: If the value contains something that a message cannot contain.
        """
        self._native.post(to_json(value))

    def messages(self) -> list[Any]:
        """Return the messages that have arrived since the last call, the oldest first."""
        return [from_json(text) for text in self._native.take_messages()]

    def message(self, *, timeout: float | None = 10.0) -> Any:
        """Wait for the next message and return it.

        Raises:
            TimeoutError: If none arrives within `timeout` seconds.
            Error: If the program has ended, and all its messages have been returned.
        """
        return from_json(self._native.next_message(timeout))

    def ask(self, value: Value, *, timeout: float | None = 10.0) -> Any:
        """Post a message, and wait for the next message from the program."""
        self.post(value)
        return self.message(timeout=timeout)

    def picture(self) -> Picture:
        """Return a picture of what the program shows now."""
        return Picture(*self._native.picture())

    def output(self) -> bytes:
        """Return the output that the program has written since the last call."""
        return self._native.take_output()

    @property
    def frames(self) -> int:
        """The number of the last frame that was shown."""
        return self._native.frames

    @property
    def status(self) -> int | None:
        """The exit status once the program has ended; `None` while it runs.

        Raises:
            Trap: If the program was stopped by a trap.
        """
        return self._native.status

    def close(self) -> None:
        """End the program."""
        self._native.close()

    def __enter__(self) -> "Page":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_page(
    path: str | os.PathLike[str],
    *,
    program: Program | None = None,
    folder: str | os.PathLike[str] | None = None,
    size: tuple[int, int] | None = None,
    attributes: Mapping[str, str] | None = None,
    script: str = "",
    memory: int | None = None,
    timeout: float | None = 60.0,
) -> Page:
    """Start a program of the browser: a page, a manifest or a program, and wait until it has.

    It runs in real time, by the interpreter and without a screen. It loads files from the folder
    of the page or manifest, or from `folder`, and nothing from the network. `size` is that of its
    element in pixels, `attributes` are further ones of it. `script` is what a user does, as lines of
    JSON: docs/headless.md of Pinnacle has the words. `program` runs in the place of the file that
    the path leads to.

    Raises:
        TimeoutError: If it has not started within `timeout` seconds.
        Error: If there is no such program, or it is not one of the browser.
        Trap: If the program was stopped by a trap while it started.
    """
    native = _pinnacle.Page.open(
        os.fspath(path),
        None if program is None else program._native,
        folder,
        size,
        list((attributes or {}).items()),
        script,
        memory,
        timeout,
    )
    return Page(native)
