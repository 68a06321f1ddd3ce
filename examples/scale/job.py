"""The work on one part, whoever hands it out, and the end, which makes the parts one collection.

The result of a part is a file with a name of its own, put in place whole. A part that is scanned
twice, because the first worker was lost or thought to be, has one result; a part whose result is
there is not scanned again.
"""

import hashlib
import json
import os
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from typing import BinaryIO, Optional

from parts import Part, starts

PINNACLE = os.environ.get("PINNACLE", "pinnacle")


@dataclass(frozen=True)
class Settings:
    results: str
    """A folder that every worker sees."""
    attempts: int = 2
    """How often a part is tried before its records are tried one by one."""
    seconds: int = 600
    """The longest that one try may take."""
    memory: int = 4 << 30
    """The most memory of one try, in bytes."""
    cache: Optional[str] = None
    """A folder for translations that every worker sees."""


class Lost(Exception):
    """The scan of a part did not end by itself."""


def result_of(part: Part, settings: Settings) -> str:
    """The file for the lines of a part. The name changes with the file's size and time."""
    about = os.stat(part.path)
    text = json.dumps([part, about.st_size, about.st_mtime_ns])
    return os.path.join(settings.results, hashlib.sha256(text.encode()).hexdigest() + ".jsonl")


def scan(part: Part, settings: Settings) -> str:
    """Scans a part, unless its result is there. Returns the file with its lines."""
    result = result_of(part, settings)
    if not os.path.exists(result):
        os.makedirs(settings.results, exist_ok=True)
        lines = _lines(part, settings)
        with tempfile.NamedTemporaryFile(dir=settings.results, delete=False) as out:
            out.write(lines)
        os.replace(out.name, result)
    return result


def join(results: list[str], output: str) -> int:
    """Makes the parts, in their order, the lines of one collection. Returns the status of
    `pinnacle`: 0 if everything is valid, 1 if not, 2 if the lines cannot be written."""
    return subprocess.call([PINNACLE, "scan", "--join", "-o", output, *results])


def _lines(part: Part, settings: Settings) -> bytes:
    """The lines of a part. Records that no try survives are set aside, each with a line."""
    for _ in range(settings.attempts):
        try:
            return _try(part, settings)
        except Lost as lost:
            reason = str(lost)
    records = _places(part)
    if len(records) < 2:
        return _set_aside(part, reason)
    middle = records[len(records) // 2]
    halves = (part._replace(end=middle), part._replace(start=middle))
    return b"".join(_lines(half, settings) for half in halves)


def _places(part: Part) -> list[int]:
    if not part.path.endswith((".warc", ".warc.gz")):
        return []
    with open(part.path, "rb") as source:
        source.seek(part.start)
        return list(starts(source, part.path, part.end))


def _set_aside(part: Part, reason: str) -> bytes:
    place = part.path if part.end is None and part.start == 0 else f"{part.path}@{part.start}"
    error = {"code": "poison", "message": reason}
    line = {"schema": "scan/1", "place": place, "kind": "failure", "error": error}
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _try(part: Part, settings: Settings) -> bytes:
    command = [PINNACLE, "scan", "--unlinked", "-j", "1"]
    is_whole = part.start == 0 and part.end is None
    command += [part.path] if is_whole else ["--name", part.path, "-"]
    environment = dict(os.environ, PINNACLE_PROGRESS="never")
    if settings.cache:
        environment["PINNACLE_CACHE_DIR"] = settings.cache
    bound = (settings.memory, settings.memory)
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL if is_whole else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, bound),
    )
    timer = threading.Timer(settings.seconds, process.kill)
    timer.start()
    if not is_whole:
        threading.Thread(target=_feed, args=(part, process.stdin), daemon=True).start()
    # What goes in and what comes out have threads of their own, so neither waits for the other.
    errors: list[bytes] = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    reader.start()
    lines = process.stdout.read()
    status = process.wait()
    reader.join()
    timer.cancel()
    if status in (0, 1):
        return lines
    if status < 0:
        raise Lost(f"the scan was ended by {signal.Signals(-status).name}")
    raise Lost(f"the scan failed: {errors[0].decode(errors='replace').strip()[:500]}")


def _feed(part: Part, sink: BinaryIO) -> None:
    with open(part.path, "rb") as source, sink:
        source.seek(part.start)
        left = (part.end or os.path.getsize(part.path)) - part.start
        try:
            while left > 0 and (block := source.read(min(left, 1 << 20))):
                sink.write(block)
                left -= len(block)
        except BrokenPipeError:
            # The scan has ended early. Its status says why.
            pass
