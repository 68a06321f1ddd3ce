#!/usr/bin/env bash
# Measures what a second worker costs: one process scans a web archive, then two processes scan one
# each at the same time. Processor time for each record, because other work on the machine changes
# the time that passes.
#
# usage: benches/workers.sh PINNACLE PROGRAM.pexe [RECORDS]
set -euo pipefail

pinnacle=$(realpath "$1")
records=${3:-10000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$(dirname "$0")/crawl.py" "$2" "$records" > "$work/crawl.warc.gz" 2> "$work/programs"

python3 - "$pinnacle" "$work" "$records" <<'PYTHON'
import resource, statistics, subprocess, sys
pinnacle, work, records = sys.argv[1], sys.argv[2], int(sys.argv[3])

def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

def scan(workers):
    before = used()
    words = [pinnacle, "scan", "--unlinked", "-j", "1", f"{work}/crawl.warc.gz", "-o"]
    scans = [subprocess.Popen([*words, f"{work}/{number}"], stderr=subprocess.DEVNULL) for number in range(workers)]
    if any(scan.wait() > 1 for scan in scans):
        sys.exit("a scan failed")
    return (used() - before) / workers / records * 1e6

for workers in 1, 2:
    print(f"workers: {workers}, {statistics.median(scan(workers) for _ in range(5)):.0f} µs for each record")
PYTHON
