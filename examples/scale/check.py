#!/usr/bin/env python3
"""Scans a collection on one machine, by Ray Data and by Spark, and compares the lines.

In the middle of each run a worker is killed. A second run with the same results must scan nothing. A
record that kills every scan must be set aside by itself. At the end it prints how many records a
second one worker and two workers do.

usage: PINNACLE=... check.py PROGRAM.pexe [RECORDS]
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CRAWL = os.path.join(HERE, "../../benches/crawl.py")
PINNACLE = shutil.which(os.environ.get("PINNACLE", "pinnacle"))
ENGINES = ["ray", "spark"]

# Counts the scans, and kills the worker that began the third of them.
KILLING = """#!/bin/sh
[ "$2" = --join ] && exec "$REAL" "$@"
echo >> "$WORK/scans"
if [ $(wc -l < "$WORK/scans") -eq 3 ]; then kill -9 $PPID; exit 2; fi
exec "$REAL" "$@"
"""

# Is killed by a record, as a scan is that runs out of memory.
POISONED = """#!/bin/sh
for last; do :; done
[ "$last" = - ] || exec "$REAL" "$@"
part=$(mktemp -p "$WORK")
cat > "$part"
if zcat < "$part" | grep -qa 'this kills'; then kill -9 $$; fi
exec "$REAL" "$@" < "$part"
"""


class Collection:
    """A folder with two crawls, a program and a damaged one, and what a single scan says of it."""

    def __init__(self, work: str, program: str, records: int) -> None:
        self.work, self.folder = work, os.path.join(work, "collection")
        os.makedirs(os.path.join(self.folder, "more"))
        shutil.copy(program, os.path.join(self.folder, "a.pexe"))
        with open(program, "rb") as whole, open(f"{self.folder}/cut.pexe", "wb") as cut:
            cut.write(whole.read()[:100])
        for name, count in [("crawl", records), ("more/later", records // 10)]:
            with open(f"{self.folder}/{name}.warc.gz", "wb") as out:
                command = [sys.executable, CRAWL, program, str(count)]
                subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
        self.lines = os.path.join(work, "single.jsonl")
        subprocess.run([PINNACLE, "scan", "-j", "1", self.folder, "-o", self.lines])

    def wrapper(self, name: str, text: str) -> str:
        path = os.path.join(self.work, name)
        with open(path, "w") as out:
            out.write(text)
        os.chmod(path, stat.S_IRWXU)
        return path

    def scan(self, engine: str, results: str, pinnacle: str, *words: str) -> str:
        """Scans by an engine; returns the file with the lines."""
        output = os.path.join(self.work, f"{engine}.jsonl")
        command = [sys.executable, os.path.join(HERE, f"{engine}_scan.py"), self.folder]
        command += ["-o", output, "--results", results, "--part", "2", *words]
        environment = dict(os.environ, PINNACLE=pinnacle, REAL=PINNACLE, WORK=self.work)
        log = os.path.join(self.work, f"{engine}.log")
        with open(log, "w") as errors:
            status = subprocess.call(command, env=environment, stdout=errors, stderr=errors)
        if status != 1:
            sys.exit(f"{engine} ended with {status}:\n" + open(log).read()[-5000:])
        return output

    def scans(self) -> int:
        """How many scans the wrapper has counted; begins again with 0."""
        path = os.path.join(self.work, "scans")
        count = len(open(path).read()) if os.path.exists(path) else 0
        open(path, "w").close()
        return count


def expect(condition: bool, message: str) -> None:
    if not condition:
        sys.exit(f"failed: {message}")
    print(f"ok: {message}", flush=True)


def same(one: str, other: str) -> bool:
    return open(one, "rb").read() == open(other, "rb").read()


def check(collection: Collection, engine: str) -> None:
    killing = collection.wrapper("killing", KILLING)
    results = os.path.join(collection.work, f"{engine}-results")
    collection.scans()
    output = collection.scan(engine, results, killing, "--workers", "2")
    parts, scans = len(os.listdir(results)), collection.scans()
    what = f"{engine}: {parts} parts, {scans} scans, a worker killed: the lines of one machine"
    expect(same(output, collection.lines) and scans > parts, what)
    collection.scan(engine, results, killing, "--workers", "2")
    expect(collection.scans() == 0, f"{engine}: a second run scans nothing again")


def check_poison(collection: Collection) -> None:
    """Adds the record to the later crawl, which no engine has results of in this folder."""
    path = os.path.join(collection.folder, "more/later.warc.gz")
    import gzip

    block = b"HTTP/1.1 200 OK\r\n\r\nthis kills"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\nContent-Length: {len(block)}\r\n\r\n"
    at = os.path.getsize(path)
    with open(path, "ab") as out:
        out.write(gzip.compress(head.encode() + block + b"\r\n\r\n"))
    poisoned = collection.wrapper("poisoned", POISONED)
    results = os.path.join(collection.work, "poison-results")
    output = collection.scan("ray", results, poisoned, "--workers", "2")
    lines = [json.loads(line) for line in open(output)]
    aside = [line for line in lines if line.get("error") and line["error"].get("code") == "poison"]
    expect(
        len(aside) == 1 and aside[0]["place"] == f"{path}@{at}",
        "a record that kills its scan is set aside by itself",
    )
    expect(
        len(lines) == len(open(collection.lines).readlines()) + 1,
        "everything around it has its line",
    )


def measure(collection: Collection, records: int) -> None:
    single = time.monotonic()
    subprocess.run([PINNACLE, "scan", "-j", "1", collection.folder, "-o", "/dev/null"])
    single = time.monotonic() - single
    print(f"one process: {records / single:.0f} records a second")
    for engine in ENGINES:
        for workers in ["1", "2"]:
            results = tempfile.mkdtemp(dir=collection.work)
            begin = time.monotonic()
            collection.scan(engine, results, PINNACLE, "--workers", workers)
            whole = time.monotonic() - begin
            times = [os.stat(os.path.join(results, name)).st_mtime for name in os.listdir(results)]
            span = max(times) - min(times)
            share = records * (len(times) - 1) / len(times)
            print(
                f"{engine}, {workers} workers: {share / span:.0f} records a second between the first"
                f" and the last result of {len(times)}; {whole - span:.1f} s before and after",
                flush=True,
            )


def main() -> None:
    program = os.path.abspath(sys.argv[1])
    records = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    with tempfile.TemporaryDirectory() as work:
        collection = Collection(work, program, records)
        for engine in ENGINES:
            check(collection, engine)
        measure(collection, records + records // 10)
        check_poison(collection)


main()
