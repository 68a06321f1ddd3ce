#!/usr/bin/env bash
# What calls of Pepper cost: the program benches/pepper/calls.c does each thing often,
# and the time of a run that does nothing is taken off.
#
#   benches/pepper.sh [--binary PINNACLE] [--engine interp|wasmtime] [--unit ns|instructions] [ROW...]
#
# Needs clang and the C library of `pinnacle sysroot build`. Time is that of the
# processor, the least of five runs. Instructions are those of the whole process, the
# driver of OpenGL included, by valgrind; things are done a hundredth as often for them.

engine=wasmtime
unit=ns
source "$(dirname "$0")/common.sh"

rows=(
    "crossings 1000000 a call that looks at its thread"
    "times 1000000 GetTime"
    "texts 1000000 VarFromUtf8, VarToUtf8, Release"
    "entries 1000000 Set and Get of a dictionary"
    "messages 10000 a message of 1 KB to the page"
    "uniforms 1000000 glUniform4f"
    "binds 1000000 glBindTexture"
    "draws 100000 glDrawArrays of a triangle of 16x16"
    "flushes 600 PaintImageData and Flush of 1280x720"
    "copies 600 a copy of these pixels by the program"
    "sound 60 a second of sound"
)

parse "binary engine unit" "$@"
[[ $unit == ns || $unit == instructions ]] || fail "the unit is ns or instructions, not $unit"
find_binary
"$binary" cc -O2 benches/pepper/calls.c -lppapi -o "$scratch/calls.pexe"

words=("$binary" run --engine "$engine" "$scratch/calls.pexe" --attr)

# cost MODE COUNT: instructions, or the least processor time of five runs in nanoseconds.
cost() {
    if [ "$unit" = instructions ]; then
        count_instructions "${words[@]}" "mode=$1" --attr "count=$2"
        return
    fi
    local TIMEFORMAT='%U %S' run
    for run in 1 2 3 4 5; do
        { time "${words[@]}" "mode=$1" --attr "count=$2" > /dev/null; } 2>&1 |
            awk '{ print ($1 + $2) * 1e9 }'
    done | sort -n | head -1
}

printf '%-12s %9s %14s   %s\n' row times "each, $unit" what
for row in "${rows[@]}"; do
    read -r mode count what <<< "$row"
    is_wanted "$mode" || continue
    [ "$unit" = ns ] || count=$((count / 100))
    awk -v row="$mode" -v count="$count" -v what="$what" -v nothing="$(cost "$mode" 0)" \
        -v all="$(cost "$mode" "$count")" \
        'BEGIN { printf "%-12s %9d %14.0f   %s\n", row, count, (all - nothing) / count, what }'
done
