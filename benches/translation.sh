#!/usr/bin/env bash
# Measures how fast programs become WebAssembly, how large that is, and how long
# it takes until a program runs: at first, and with its code in the cache.
#
# Instructions and throughput are those of `pinnacle translate --jobs 1`, start
# of the process included. Starts are measured by the clock, with all cores: as
# whole runs of programs that end soon after their first IRT call.
#
# Usage: benches/translation.sh [--binary FILE] [--rounds N] [--markdown FILE]
#
#   --binary FILE     measure this pinnacle instead of building one
#   --rounds N        how often to measure each [default: 20; translation and
#                     cold starts a quarter of that]
#   --markdown FILE   also write the table to FILE; in a file that has marks for
#                     it, between them

. "$(dirname "$0")/common.sh"

# What cold starts and the rate of one file are measured with: the largest.
large=ppapi/oryol-KC85-3
small=cli/puts
rounds=20

parse "binary rounds markdown" "$@"
[ ${#wanted[@]} -eq 0 ] || fail "it takes no names of programs; see --help"
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "--rounds needs a number"
find_binary
"$binary" run --help | grep wasmtime > /dev/null || fail "$binary has no engine wasmtime"
export PINNACLE_CACHE_DIR=$scratch/cache
load_before=$(load)
programs=("$corpus"/cli/*.pexe "$corpus"/ppapi/*.pexe)

# The sum of the sizes of files.
total() { cat "$@" | wc -c; }

translate() { "$binary" translate --jobs 1 "$1" -o "$scratch/out.wasm"; }

translate_all() {
    local file
    for file in "${programs[@]}"; do
        translate "$file" || return
    done
}

start() { "$binary" run --engine wasmtime "$corpus/$1.pexe"; }

# Prints the instructions per byte of the translation of files.
instructions_per_byte() {
    local file counted=0
    for file in "$@"; do
        counted=$((counted + $(count_instructions "$binary" translate --jobs 1 "$file" -o "$scratch/out.wasm")))
    done
    awk -v n="$counted" -v bytes="$(total "$@")" 'BEGIN { printf "%.0f", n / bytes }'
}

# Prints the megabytes per second: rate KEY FILES...
rate() {
    local key=$1
    shift
    awk -v ms="$(median "$key.cpu")" -v bytes="$(total "$@")" 'BEGIN { printf "%.1f", bytes / ms / 1000 }'
}

# Prints the bytes of WebAssembly for one byte of all programs.
relative_size() {
    local file bytes=0
    for file in "${programs[@]}"; do
        "$binary" translate "$@" "$file" -o "$scratch/out.wasm"
        bytes=$((bytes + $(size "$scratch/out.wasm")))
    done
    ratio "$bytes" "$(total "${programs[@]}")"
}

if command -v valgrind > /dev/null; then
    echo "counting instructions" >&2
    counted_large=$(instructions_per_byte "$corpus/$large.pexe")
    counted_all=$(instructions_per_byte "${programs[@]}")
else
    echo "skipped: instructions per byte, as valgrind is not installed" >&2
    counted_large=
    counted_all=
fi
echo "measuring sizes" >&2
size_all=$(relative_size)
size_stripped=$(relative_size --strip)
for ((round = 1; round <= (rounds + 3) / 4; round++)); do
    echo "measuring translation and cold starts, round $round" >&2
    sample_machine
    sample large 1 translate "$corpus/$large.pexe"
    sample all 1 translate_all
    rm -rf "$PINNACLE_CACHE_DIR"
    status=127 sample cold 1 start "$large"
    sample cold-small 1 start "$small"
done
echo "measuring warm starts" >&2
for ((round = 1; round <= rounds; round++)); do
    status=127 sample warm 1 start "$large"
    sample warm-small 1 start "$small"
done

milliseconds() { echo "$(rounded "$(median "$1.wall")") ms, $(rounded "$(median "$1.cpu")") ms of CPU"; }

{
    echo "All programs are the ${#programs[@]} of the corpus, $(total "${programs[@]}") bytes;" \
        "\`$(basename "$large")\` is the largest. $(machine "$load_before")"
    echo
    echo "| what | figure | goal |"
    echo "|---|---:|---:|"
    echo "| instructions a byte, \`$(basename "$large")\` | ${counted_large:-not counted} | 250 |"
    echo "| instructions a byte, all programs | ${counted_all:-not counted} | 250 |"
    echo "| MB/s of one core, \`$(basename "$large")\` | $(rate large "$corpus/$large.pexe") | 25 |"
    echo "| MB/s of one core, all programs | $(rate all "${programs[@]}") | 25 |"
    echo "| bytes of WebAssembly a byte, all programs | $size_all | 1.6 |"
    echo "| the same without names | $size_stripped | 1.6 |"
    echo "| cold start, \`$(basename "$large")\` | $(milliseconds cold) | 600 ms |"
    echo "| cold start, \`$(basename "$small")\` | $(milliseconds cold-small) | |"
    echo "| warm start, \`$(basename "$large")\` | $(milliseconds warm) | 60 ms |"
    echo "| warm start, \`$(basename "$small")\` | $(milliseconds warm-small) | 30 ms |"
} > "$scratch/text"
cat "$scratch/text"
write_markdown "$scratch/text"
