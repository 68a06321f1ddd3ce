#!/usr/bin/env bash
# Measures first starts: how long it takes until a program calls its runtime for the
# first time, with nothing in the cache, and how much longer whole runs take than those
# that find their code in the cache.
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

# first_call KEY ENGINE: notes how long it takes until the trace of a program of the
# browser has its first line, and the processor time that the process has used by then.
first_call() {
    local key=$1 engine=$2 began line pid times
    rm -rf "$PINNACLE_CACHE_DIR"
    began=${EPOCHREALTIME/./}
    coproc "$binary" run --engine "$engine" --trace pepper "$corpus/$large.pexe" 2>&1 > /dev/null
    pid=$COPROC_PID
    read -r line <&"${COPROC[0]}" || fail "$large calls nothing"
    echo "$key.wall $((${EPOCHREALTIME/./} - began))" | awk '{ print $1, $2 / 1000 }' >> "$scratch/samples"
    read -ra times < "/proc/$pid/stat"
    awk -v key="$key" -v ticks="$ticks" -v used=$((times[13] + times[14])) \
        'BEGIN { print key ".cpu", used * 1000 / ticks }' >> "$scratch/samples"
    kill "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
}

run_benchmark() { "$binary" run "$corpus/cli/$1.pexe" "$2"; }

for ((round = 1; round <= rounds; round++)); do
    echo "round $round" >&2
    sample_machine
    first_call tiered tiered
    first_call compiled wasmtime
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
    echo "| \`$(basename "$large")\`, nothing in the cache, until its first call | ms | ms of CPU |"
    echo "|---|---:|---:|"
    echo "| begun interpreted (\`--engine tiered\`) | $(rounded "$(median tiered.wall)") | $(rounded "$(median tiered.cpu)") |"
    echo "| compiled first (\`--engine wasmtime\`) | $(rounded "$(median compiled.wall)") | $(rounded "$(median compiled.cpu)") |"
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
