#!/usr/bin/env bash
# Measures the gain of a second worker: one process scans a web archive, then two processes scan one
# each at the same time. Prints the processor time for each record, and the records a second of all
# workers together; other work on the machine changes only the latter.
#
# usage: benches/workers.sh PINNACLE PROGRAM.pexe [RECORDS]
set -euo pipefail

pinnacle=$(realpath "$1")
records=${3:-10000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$(dirname "$0")/crawl.py" "$2" "$records" > "$work/crawl.warc.gz" 2> "$work/programs"

python3 - "$pinnacle" "$work" "$records" <<'PYTHON'
import resource, statistics, subprocess, sys, time
pinnacle, work, records = sys.argv[1], sys.argv[2], int(sys.argv[3])

def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

def scan(workers):
    before, start = used(), time.monotonic()
    words = [pinnacle, "scan", "--unlinked", "-j", "1", f"{work}/crawl.warc.gz", "-o"]
    scans = [subprocess.Popen([*words, f"{work}/{number}"], stderr=subprocess.DEVNULL) for number in range(workers)]
    if any(scan.wait() > 1 for scan in scans):
        sys.exit("a scan failed")
    rate = workers * records / (time.monotonic() - start)
    return (used() - before) / workers / records * 1e6, rate

for workers in 1, 2:
    costs, rates = zip(*(scan(workers) for _ in range(5)))
    cost, rate = statistics.median(costs), statistics.median(rates)
    print(f"workers: {workers}, {cost:.0f} µs for each record, {rate:.0f} records a second")
PYTHON
