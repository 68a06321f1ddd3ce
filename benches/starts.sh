#!/usr/bin/env bash
# Measures first starts: how long it takes until a program calls its runtime for the
# first time and until it has loaded, with nothing in the cache, and how much longer whole
# runs take than those that find their code in the cache. Where clang-19 is, Lua and
# SQLite in one program are the second one.
#
# Usage: benches/starts.sh [--binary FILE] [--rounds N] [--markdown FILE]
#
#   --binary FILE     measure this pinnacle instead of building one
#   --rounds N        how often to measure each [default: 5]
#   --markdown FILE   also write the tables to FILE; in a file that has marks for
#                     them, between them

. "$(dirname "$0")/common.sh"

large=ppapi/oryol-KC85-3
benchmarks=("nbody 5000000" "fannkuchredux 10" "spectralnorm 1000" "mandelbrot 2000"
    "binarytrees 16" "fasta 2000000" "meteor 2098")
rounds=5

parse "binary rounds markdown" "$@"
[ ${#wanted[@]} -eq 0 ] || fail "it takes no names of programs; see --help"
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "--rounds needs a number"
find_binary
export PINNACLE_CACHE_DIR=$scratch/cache
load_before=$(load)
ticks=$(getconf CLK_TCK)

# Lua and SQLite in one program; nothing where there is no compiler.
both=
if command -v clang-19 > /dev/null; then
    echo "compiling Lua and SQLite" >&2
    both=$scratch/both.pexe
    lua=$(package lua-src)/lua-5.4.8
    sqlite=$(package libsqlite3-sys)/sqlite3
    "$binary" sysroot build > /dev/null
    for part in lua_run sqlite_session; do
        "$binary" cc -O2 -w -c -Dmain=${part}_main -I"$lua" -I"$sqlite" tests/real/$part.c -o "$scratch/$part.o"
    done
    "$binary" cc -O2 -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I"$lua" -I"$sqlite" "$lua"/*.c \
        "$sqlite/sqlite3.c" "$scratch/lua_run.o" "$scratch/sqlite_session.o" tests/real/both.c -lm -o "$both"
fi

# first_call KEY ENGINE TRACE PROGRAM...: notes how long it takes until the trace of a
# program has its first line, and the processor time that the process has used by then.
first_call() {
    local key=$1 engine=$2 trace=$3 began took line pid times
    shift 3
    while true; do
        rm -rf "$PINNACLE_CACHE_DIR"
        began=${EPOCHREALTIME/./}
        coproc "$binary" run --engine "$engine" --trace "$trace" "$@" 2>&1 > /dev/null
        pid=$COPROC_PID
        read -r line <&"${COPROC[0]}" || fail "$1 calls nothing"
        took=$((${EPOCHREALTIME/./} - began))
        # A program that has ended by now is run again.
        read -ra times 2> /dev/null < "/proc/$pid/stat" && break
        wait "$pid" 2> /dev/null || true
    done
    awk -v key="$key" -v ticks="$ticks" -v used=$((times[13] + times[14])) -v took=$took \
        'BEGIN { print key ".wall", took / 1000; print key ".cpu", used * 1000 / ticks }' >> "$scratch/samples"
    kill "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
}

run_to_load() { "$binary" run --no-cache --engine "$1" --until load "$corpus/$large.pexe"; }

run_benchmark() { "$binary" run "$corpus/cli/$1.pexe" "$2"; }

for ((round = 1; round <= rounds; round++)); do
    echo "round $round" >&2
    sample_machine
    first_call tiered tiered pepper "$corpus/$large.pexe"
    first_call wasmtime wasmtime pepper "$corpus/$large.pexe"
    for engine in tiered interp wasmtime; do sample "load-$engine" 1 run_to_load "$engine"; done
    # Calls of the runtime are traced in the interpreter alone.
    [ -z "$both" ] || first_call both interp irt "$both" sqlite_session :memory: 1000000
    for benchmark in "${benchmarks[@]}"; do
        read -r name argument <<< "$benchmark"
        rm -rf "$PINNACLE_CACHE_DIR"
        sample "$name-cold" 1 run_benchmark "$name" "$argument"
        sample "$name-warm" 1 run_benchmark "$name" "$argument"
    done
done

{
    echo "Medians of $rounds rounds, by the clock. $(machine "$load_before")" | fold -s -w 100 | sed 's/ $//'
    echo
    echo "| nothing in the cache, until the first call | bytes | begun interpreted, ms | ms of CPU | compiled first, ms | ms of CPU |"
    echo "|---|---:|---:|---:|---:|---:|"
    row() {
        echo "| $1 | $(size "$2") | $(rounded "$(median "$3.wall")") | $(rounded "$(median "$3.cpu")") |" \
            "${4:+$(rounded "$(median "$4.wall")")} | ${4:+$(rounded "$(median "$4.cpu")")} |"
    }
    row "\`$(basename "$large")\`" "$corpus/$large.pexe" tiered wasmtime
    [ -z "$both" ] || row "Lua and SQLite in one" "$both" both
    echo
    echo "| nothing in the cache, until it has loaded | begun interpreted, ms | ms of CPU | interpreted, ms of CPU | compiled first, ms of CPU |"
    echo "|---|---:|---:|---:|---:|"
    echo "| \`$(basename "$large")\` | $(rounded "$(median load-tiered.wall)") | $(rounded "$(median load-tiered.cpu)") |" \
        "$(rounded "$(median load-interp.cpu)") | $(rounded "$(median load-wasmtime.cpu)") |"
    echo
    echo "| whole run | first, ms | code from the cache, ms | difference |"
    echo "|---|---:|---:|---:|"
    for benchmark in "${benchmarks[@]}"; do
        name=${benchmark% *}
        cold=$(median "$name-cold.wall") warm=$(median "$name-warm.wall")
        difference=$(awk -v a="$cold" -v b="$warm" 'BEGIN { print a - b }')
        echo "| $benchmark | $(rounded "$cold") | $(rounded "$warm") | $(rounded "$difference") |"
    done
} > "$scratch/text"
cat "$scratch/text"
write_markdown "$scratch/text"
