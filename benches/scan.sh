#!/usr/bin/env bash
# Measures `pinnacle scan` on a folder of 5,000 mixed files: programs, damaged programs, pages with
# manifests, foreign files, and archives of all kinds with programs in them. Then kills a scan ten
# times and compares the lines.
#
# usage: benches/scan.sh PINNACLE FOLDER-OF-PROGRAMS [FILES]
set -euo pipefail

pinnacle=$(realpath "$1")
programs=$(realpath "$2")
files=${3:-5000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 - "$programs" "$work/all" "$files" <<'PYTHON'
import gzip, io, os, random, sys, tarfile, zipfile
programs, out, files = sys.argv[1], sys.argv[2], int(sys.argv[3])
random.seed(1)
seeds = []
for folder, _, names in sorted(os.walk(programs)):
    for name in sorted(names):
        path = os.path.join(folder, name)
        if name.endswith((".pexe", ".bc", ".nmf", ".html")) and os.path.getsize(path) < 3_000_000:
            seeds.append((name, open(path, "rb").read()))

def some():
    name, data = random.choice(seeds)
    kind = random.random()
    if kind < 0.15:
        data = data[: random.randrange(len(data) + 1)]
    elif kind < 0.3:
        data = bytearray(data)
        for _ in range(3):
            if data:
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind < 0.5:
        name, data = "picture.png", b"\x89PNG" + random.randbytes(random.randrange(20_000))
    return name, bytes(data)

def archive(depth=0):
    members = [some() for _ in range(random.randrange(1, 4))]
    if depth < 2 and random.random() < 0.3:
        members.append(archive(depth + 1))
    packed = io.BytesIO()
    if random.random() < 0.5:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zip:
            for number, (name, data) in enumerate(members):
                zip.writestr(f"{number}/{name}", data)
        return "a.zip", packed.getvalue()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for number, (name, data) in enumerate(members):
            about = tarfile.TarInfo(f"{number}/{name}")
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))
    return "a.tar.gz", packed.getvalue()

for number in range(files):
    folder = f"{out}/{number // 100:03}"
    os.makedirs(folder, exist_ok=True)
    name, data = archive() if random.random() < 0.1 else some()
    open(f"{folder}/{number:05}-{name}", "wb").write(data)
for number in range(3):
    bomb = io.BytesIO()
    with gzip.GzipFile(fileobj=bomb, mode="wb") as packed:
        for _ in range(1024):
            packed.write(b"PEXE" + bytes(1 << 20))
    open(f"{out}/bomb{number}.gz", "wb").write(bomb.getvalue())
PYTHON

echo "$(find "$work/all" -type f | wc -l) files, $(du -sm "$work/all" | cut -f 1) MiB"
export PINNACLE_PROGRESS=never
for jobs in 1 2; do
    start=$(date +%s.%N)
    "$pinnacle" scan -j $jobs "$work/all" -o "$work/lines" || [ $? = 1 ]
    awk -v a="$start" -v b="$(date +%s.%N)" -v n="$files" -v j=$jobs \
        'BEGIN { printf "%d threads: %.1f s, %.0f files/s\n", j, b - a, n / (b - a) }'
done
for try in $(seq 10); do
    timeout -s KILL "0.$try" "$pinnacle" scan "$work/all" --resume "$work/journal" -o "$work/again" || true
done
"$pinnacle" scan "$work/all" --resume "$work/journal" -o "$work/again" || [ $? = 1 ]
cmp "$work/lines" "$work/again" && echo "the same lines after ten kills"
