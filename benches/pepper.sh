#!/usr/bin/env bash
# What calls of Pepper cost: the program benches/pepper/calls.c does each thing often,
# and the time of a run that does nothing is taken off.
#
#   benches/pepper.sh [--binary PINNACLE] [--engine interp|wasmtime] [ROW...]
#
# Needs clang and the C library of `pinnacle sysroot build`. Time is that of the
# processor, the least of five runs.

engine=wasmtime
source "$(dirname "$0")/common.sh"

rows=(
    "crossings 1000000 a call that looks at its thread"
    "times 1000000 GetTime"
    "texts 1000000 VarFromUtf8, VarToUtf8, Release"
    "entries 1000000 Set and Get of a dictionary"
    "messages 10000 a message of 1 KB to the page"
    "flushes 600 PaintImageData and Flush of 1280x720"
    "copies 600 a copy of these pixels by the program"
    "sound 60 a second of sound"
)

parse "binary engine" "$@"
find_binary
"$binary" cc -O2 benches/pepper/calls.c -lppapi -o "$scratch/calls.pexe"

# seconds MODE COUNT: the least processor time of five runs.
seconds() {
    local TIMEFORMAT='%U %S' run
    for run in 1 2 3 4 5; do
        { time "$binary" run --engine "$engine" "$scratch/calls.pexe" \
            --attr "mode=$1" --attr "count=$2" > /dev/null; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -n | head -1
}

nothing=$(seconds nothing 0)
printf '%-12s %9s %12s   %s\n' row times 'each, ns' what
for row in "${rows[@]}"; do
    read -r mode count what <<< "$row"
    is_wanted "$mode" || continue
    awk -v row="$mode" -v count="$count" -v what="$what" -v nothing="$nothing" \
        -v all="$(seconds "$mode" "$count")" \
        'BEGIN { printf "%-12s %9d %12.0f   %s\n", row, count, (all - nothing) * 1e9 / count, what }'
done
