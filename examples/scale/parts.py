"""Cuts a collection into parts that machines scan side by side.

A web archive is cut between records, because a record belongs to one part only. Every other file is
a part by itself.
"""

import os
import zlib
from typing import BinaryIO, Iterator, NamedTuple, Optional

BLOCK = 1 << 20


class Part(NamedTuple):
    """The bytes of a file from `start` up to `end`; all of them if there is no `end`."""

    path: str
    start: int = 0
    end: Optional[int] = None


def is_web_archive(path: str) -> bool:
    return path.endswith((".warc", ".warc.gz"))


def files(paths: list[str]) -> Iterator[str]:
    """The files that are named and those in folders, in the order in which one machine reads them."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        entries = sorted(os.scandir(path), key=lambda entry: os.fsencode(entry.name))
        # The files of a folder come before its folders; links to folders are not followed.
        yield from (entry.path for entry in entries if entry.is_file())
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from files([entry.path])


def starts(source: BinaryIO, path: str, end: Optional[int] = None) -> Iterator[int]:
    """Where the records of a web archive begin, from the place of `source` on, which is one."""
    return _members(source, end) if path.endswith(".gz") else _records(source, end)


def _members(source: BinaryIO, end: Optional[int]) -> Iterator[int]:
    """In a packed archive each record is a member of gzip. Only unpacking shows where it ends: what
    looks like the beginning of a member may be a part of an archive within the archive."""
    place = source.tell()
    waiting = b""
    while True:
        waiting = waiting or source.read(BLOCK)
        if not waiting or (end is not None and place >= end):
            return
        yield place
        unpack = zlib.decompressobj(31)
        while not unpack.eof:
            waiting = waiting or source.read(BLOCK)
            if not waiting:
                return
            # The output is not kept, and its size is bounded whatever the member says.
            unpack.decompress(waiting, BLOCK)
            rest = unpack.unused_data if unpack.eof else unpack.unconsumed_tail
            place += len(waiting) - len(rest)
            waiting = rest


def _records(source: BinaryIO, end: Optional[int]) -> Iterator[int]:
    """Outside a packed archive the head of a record says how long its block is."""
    while end is None or source.tell() < end:
        place = source.tell()
        line = source.readline(BLOCK)
        while line in (b"\r\n", b"\n"):
            line = source.readline(BLOCK)
        if not line.startswith(b"WARC/"):
            return
        yield place
        length = 0
        while (line := source.readline(BLOCK)) not in (b"\r\n", b"\n", b""):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        source.seek(length, os.SEEK_CUR)


def cut(path: str, size: int) -> list[Part]:
    """Cuts a file into parts of about `size` bytes. A size of 0, and a file that is damaged before
    its first cut, give one part."""
    if size == 0 or not is_web_archive(path) or os.path.getsize(path) <= size:
        return [Part(path)]
    cuts = []
    try:
        with open(path, "rb") as source:
            for place in starts(source, path):
                if not cuts or place - cuts[-1] >= size:
                    cuts.append(place)
    except (zlib.error, ValueError):
        # What is damaged stays in the last part, whose scan says so.
        pass
    cuts = cuts or [0]
    return [Part(path, start, end) for start, end in zip(cuts, [*cuts[1:], None])]
