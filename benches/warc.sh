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
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes the archive to standard output, each record packed by itself. One site in twenty has a
# program; page, manifest and program come in any order.
cat > "$work/crawl.py" <<'PYTHON'
import gzip, random, sys
program, count = open(sys.argv[1], "rb").read(), int(sys.argv[2])
random.seed(2)
out, written = sys.stdout.buffer, 0

def record(kind, url, block):
    global written
    if written == count:
        return
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
            f"WARC-Date: 2013-05-01T12:00:00Z\r\nWARC-Record-ID: <urn:test:{written}>\r\n"
            f"Content-Length: {len(block)}\r\n\r\n")
    out.write(gzip.compress(head.encode() + block + b"\r\n\r\n", 1))
    written += 1

def answer(url, kind, body):
    if written % 2 == 0:
        record("request", url, f"GET {url} HTTP/1.1\r\n\r\n".encode())
    record("response", url, f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + body)

site = programs = 0
while written < count:
    home = f"http://site{site}.example/"
    if site % 20 == 0 and written + 6 <= count:
        manifest = '{"program":{"portable":{"pnacl-translate":{"url":"app%d.pexe"}}}}' % site
        parts = [
            ("", "text/html", b'<!doctype html><embed type="application/x-pnacl" src="app.nmf">'),
            ("app.nmf", "application/json", manifest.encode()),
            (f"app{site}.pexe", "application/octet-stream", program),
        ]
        random.shuffle(parts)
        for name, kind, body in parts:
            answer(home + name, kind, body)
        programs += 1
    else:
        answer(home, "text/html", b"<!doctype html><p>" + random.randbytes(random.randrange(8000)).hex().encode())
        answer(home + "a.png", "image/png", b"\x89PNG" + random.randbytes(random.randrange(60_000)))
    site += 1
print(programs, file=sys.stderr)
PYTHON

# Scans so many records and prints the time and the largest memory of the command.
scan() {
    python3 "$work/crawl.py" "$program" "$1" 2> "$work/programs" |
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
