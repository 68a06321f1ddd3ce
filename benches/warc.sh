#!/usr/bin/env bash
# Measures `pinnacle scan -` on a WARC of 10,000 records that comes through a pipe: answers with
# pages, manifests, programs and foreign files among them, every other one with its request before
# it. Checks that each program is found with the page that leads to it, and that memory does not
# grow with the number of records.
#
# usage: benches/warc.sh PINNACLE PROGRAM.pexe [RECORDS]
set -euo pipefail

pinnacle=$(realpath "$1")
program=$(realpath "$2")
records=${3:-10000}
crawl=$(dirname "$(realpath "$0")")/crawl.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Scans so many records and prints the time and the largest memory of the command.
scan() {
    python3 "$crawl" "$program" "$1" 2> "$work/programs" |
        PINNACLE_PROGRESS=never python3 -c '
import resource, subprocess, sys, time
start = time.time()
status = subprocess.call(sys.argv[1:], stdin=sys.stdin)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.time() - start:.2f} {used.ru_utime + used.ru_stime:.2f} {used.ru_maxrss // 1024}")
sys.exit(status > 1)' "$pinnacle" scan -j 1 - -o "$work/lines" 2> "$work/summary"
}

for count in $((records / 10)) "$records"; do
    read -r wall cpu memory <<< "$(scan "$count")"
    awk -v n="$count" -v w="$wall" -v c="$cpu" -v m="$memory" 'BEGIN {
        printf "%d records: %.1f s, %.1f s of processor time (%.0f records/s), at most %d MiB\n", n, w, c, n / c, m }'
done

python3 - "$work/lines" "$(cat "$work/programs")" <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
programs = [line for line in lines if line["kind"] == "program"]
led_to = [line for line in programs if line["manifests"] and line["pages"]]
print(f"{len(programs)} of {sys.argv[2]} programs found, {len(led_to)} with their page and manifest")
sys.exit(len(programs) != int(sys.argv[2]) or len(led_to) != len(programs))
PYTHON
