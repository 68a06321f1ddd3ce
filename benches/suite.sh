#!/usr/bin/env bash
# Measures the benchmarks of LLVM's test suite as machine code, beside the same
# sources compiled by the same clang for this machine.
#
# Usage: benches/suite.sh --from FOLDER [--binary FILE] [--engine NAME]
#                         [--markdown FILE] [--rounds N] [PROGRAM...]
#
#   --from FOLDER     the folder SingleSource/Benchmarks of llvm-test-suite
#   --binary FILE     the pinnacle to measure [default: a build of this source]
#   --engine NAME     the engine that runs the programs [default: wasmtime]
#   --markdown FILE   also write the tables to FILE, as Markdown; in a file that
#                     has marks for it, between them
#   --rounds N        how often each program runs; medians count [default: 3]
#   PROGRAM           measure only these, such as Shootout/sieve [default: all]
#
# Both sides have -O2. For clang that includes vectors, so pinnacle gets
# -fvectorize and -fslp-vectorize. Programs have no arguments. A program counts
# if both sides compile and write the same output, and if it takes 50 ms
# natively: below that, the start of the process is most of the time.

. "$(dirname "$0")/common.sh"

parse "from binary engine markdown rounds" "$@"
rounds=${rounds:-3}
engine=${engine:-wasmtime}
[ -n "${from:-}" ] || fail "--from names the folder SingleSource/Benchmarks of llvm-test-suite"
[ -d "$from/Shootout" ] || fail "$from has no folder Shootout; give SingleSource/Benchmarks"
from=$(realpath "$from")
need clang-19 "it compiles both sides"
find_binary
# A program that takes longer than this natively is left out.
longest=5
shortest=50

mapfile -t programs < <(cd "$from" && find . \( -name '*.c' -o -name '*.cpp' \) |
    sed 's,^\./,,; s,\.[a-z]*$,,' | grep -v -e '^Polybench/utilities/' -e '/aarch64-' | sort)
check_wanted "${programs[@]}"

# options NAME: the options of a program, one a line, for either compiler.
options() {
    printf '%s\n' -O2 -fvectorize -fslp-vectorize -w -ffp-contract=off -DFMA_DISABLED=1 -Wno-implicit-int \
        -Wno-implicit-function-declaration -Wno-incompatible-function-pointer-types \
        -Wno-int-conversion "-I$from/Polybench/utilities"
    case $1 in
        Polybench/*) printf '%s\n' -DPOLYBENCH_DUMP_ARRAYS ;;
        SmallPT/*) echo -std=gnu++98 ;;
        *) [ -f "$from/$1.c" ] && echo -std=gnu17 || echo -std=gnu++14 ;;
    esac
}

# left_out NAME REASON
left_out() {
    echo "$1: left out, $2" >&2
    echo "$2" >> "$scratch/left_out"
}

# measure NAME: notes the times of a program, or why it is left out.
measure() {
    local name=$1 driver=cc native=clang-19 source=$from/$1.c
    [ -f "$source" ] || { driver=c++ native=clang++-19 source=$from/$1.cpp; }
    local line
    mapfile -t line < <(options "$name")
    line+=("$source" -lm)
    local handlers=()
    [ $driver = cc ] || handlers=(--exceptions=sjlj)
    "$native" "${line[@]}" -o "$scratch/native" 2> /dev/null ||
        { left_out "$name" "clang does not compile it" && return; }
    "$binary" "$driver" ${handlers[@]+"${handlers[@]}"} "${line[@]}" -o "$scratch/ours.pexe" 2> /dev/null ||
        { left_out "$name" "pinnacle $driver does not compile it" && return; }
    local run=("$binary" run --engine "$engine" --dir "$(dirname "$source")::/here" "$scratch/ours.pexe")
    local here ended=0
    here=$(dirname "$source")
    (cd "$here" && timeout $longest "$scratch/native") > "$scratch/expected" 2> /dev/null || ended=$?
    [ $ended != 124 ] || { left_out "$name" "it takes over $longest s" && return; }
    # This run also fills the cache.
    local status_of=0
    timeout $((longest * 10)) "${run[@]}" > "$scratch/got" 2> /dev/null || status_of=$?
    [ $status_of = $ended ] && cmp -s "$scratch/expected" "$scratch/got" ||
        { left_out "$name" "its outputs differ" && return; }
    status=$ended
    sample "$name.native" 1 "$scratch/native"
    awk -v used="$(median "$name.native.cpu")" -v least=$shortest 'BEGIN { exit used >= least }' &&
        { left_out "$name" "it takes less than $shortest ms" && return; }
    local round
    for ((round = 0; round < rounds; round++)); do
        sample "$name.ours" 1 "${run[@]}"
        sample "$name.native" 1 "$scratch/native"
    done
    echo "$name" >> "$scratch/measured"
}

began=$(load)
: > "$scratch/left_out"
: > "$scratch/measured"
for name in "${programs[@]}"; do
    is_wanted "$name" || continue
    echo "$name" >&2
    measure "$name"
done
[ -s "$scratch/measured" ] || fail "no program could be measured"
sample_machine

rows=$scratch/rows
while read -r name; do
    ours=$(median "$name.ours.cpu") native=$(median "$name.native.cpu")
    echo "$(awk -v a="$ours" -v b="$native" 'BEGIN { print a / b }') $name $ours $native"
done < "$scratch/measured" | sort -rn > "$rows"
mean=$(cut -d' ' -f1 "$rows" | geometric_mean)
table=$scratch/table
{
    echo "$(wc -l < "$rows") programs, geometric mean $mean. CPU milliseconds of the whole process,"
    echo "medians of $rounds rounds, code from the cache; the slowest twelve, and the fastest:"
    echo
    echo "| program | clang -O2 | ours | ours / clang |"
    echo "|---|---:|---:|---:|"
    { head -n 12 "$rows"; [ "$(wc -l < "$rows")" -le 12 ] || tail -n 1 "$rows"; } |
        while read -r share name ours native; do
            printf '| %s | %s | %s | %.2f |\n' "$name" "$(rounded "$native")" "$(rounded "$ours")" "$share"
        done
    echo
    echo "Left out: $(sort "$scratch/left_out" | uniq -c | sort -rn |
        awk '{ count = $1; $1 = ""; printf "%s%d because%s", separator, count, $0; separator = "; " }
             END { print separator ? "." : "none." }')"
    machine "$began"
} > "$table"
cat "$table"
write_markdown "$table"
[ -z "${KEEP_ROWS:-}" ] || cp "$rows" "$KEEP_ROWS"
