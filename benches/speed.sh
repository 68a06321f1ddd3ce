#!/usr/bin/env bash
# Measures how fast seven real programs run as machine code, beside the same
# benchmarks in C, the interpreter, and published figures of other translators.
#
# All times are CPU time (user and system, all threads) of whole processes that
# write to a file, in medians of interleaved rounds, of which the interpreter,
# which takes longest, takes part in the first three. The code comes from the
# cache, as in every run of a program but the first. C programs are compiled by
# `gcc -O2` with and without vectorisation, and the better time of each counts;
# without gcc they are left out.
#
# There are two sets of C sources: our own in benches/native, written by the
# definition of each benchmark, and those that the programs were made from, as
# far as they are known: the Computer Language Benchmarks Game's, of which
# binji/pnacl.c has some beside its programs, in test/benchmark/res. They are not
# part of this repository: --sources names a folder that holds them, as NAME.c.
#
# Usage: benches/speed.sh [--binary FILE] [--rounds N] [--sources FOLDER] [--markdown FILE]
#            [--chart FILE] [PROGRAM...]
#
#   --binary FILE     measure this pinnacle instead of building one
#   --rounds N        how often to measure each [default: 7]
#   --sources FOLDER  the sources of the programs; without it, those that the
#                     environment variable PINNACLE_BENCHMARK_SOURCES names
#   --markdown FILE   also write the table to FILE; in a file that has marks for
#                     it, between them
#   --chart FILE      also draw the table, as SVG
#   PROGRAM           only these rows, as nbody

. "$(dirname "$0")/common.sh"

# The rows: name, argument, how many runs make a sample (of 0.3 s or more), and
# the published milliseconds of Subzero -O2 (32-bit code) and of gcc -O2, both
# on another machine.
rows=(
    "nbody|5000000|1|615|549"
    "fannkuchredux|10|2|189|232"
    "spectralnorm|1000|6|93|55"
    "mandelbrot|2000|1|785|288"
    "binarytrees|16|1||"
    "fasta|2000000|1||"
    "meteor|2098|10||"
)
rounds=7
sources=${PINNACLE_BENCHMARK_SOURCES-}

[ -z "$sources" ] || sources=$(realpath "$sources")
parse "binary rounds sources markdown chart" "$@"
check_wanted "${rows[@]%%|*}"
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "--rounds needs a number"
[ -z "$sources" ] || [ -d "$sources" ] || fail "the folder $sources is absent"
find_binary
"$binary" run --help | grep wasmtime > /dev/null || fail "$binary has no engine wasmtime"
export PINNACLE_CACHE_DIR=$scratch/cache
sink=$scratch/written
load_before=$(load)

compiled() { "$binary" run --engine wasmtime "$corpus/cli/$1.pexe" "$2"; }
clang() { "$scratch/clang-$1" "$2"; }
interpreted() { "$binary" run --engine interp "$corpus/cli/$1.pexe" "$2"; }
own() { "$scratch/own-$1" "$2"; }
own_scalar() { "$scratch/own-scalar-$1" "$2"; }
original() { "$scratch/original-$1" "$2"; }
original_scalar() { "$scratch/original-scalar-$1" "$2"; }
has() { [ -x "$scratch/$1-$2" ]; }

# each FUNCTION: calls it with the fields of each row that is wanted.
each() {
    local row fields
    for row in "${rows[@]}"; do
        is_wanted "${row%%|*}" || continue
        IFS='|' read -r -a fields <<< "$row|"
        "$1" "${fields[@]}"
    done
}

# compile SET FOLDER NAME: compiles a source of a folder, if it is there.
compile() {
    local source=$2/$3.c
    [ -f "$source" ] || return 0
    gcc -O2 -w -o "$scratch/$1-$3" "$source" -lm
    gcc -O2 -w -fno-tree-vectorize -o "$scratch/$1-scalar-$3" "$source" -lm
}

compile_native() {
    compile own benches/native "$1"
    [ -z "$sources" ] || compile original "$sources" "$1"
}

# same NAME ARGUMENT ONE OTHER: both must write the same.
same() {
    local one other
    one=$("$3" "$1" "$2" | cksum)
    other=$("$4" "$1" "$2" | cksum)
    [ "$one" = "$other" ] || fail "$1 $2 does not write the same $3 and $4"
}

# Makes an executable of a program with clang, if there is one.
compile_with_clang() {
    "$binary" translate --to native --with clang "$corpus/cli/$1.pexe" -o "$scratch/clang-$1" ||
        echo "skipped: $1 through clang" >&2
}

# Compares what the program writes; this also fills the cache.
check_output() {
    echo "checking $1" >&2
    same "$1" "$2" compiled interpreted
    ! has own "$1" || same "$1" "$2" compiled own
    ! has original "$1" || same "$1" "$2" compiled original
    ! has clang "$1" || same "$1" "$2" compiled clang
}

measure() {
    echo "measuring $1, round $round" >&2
    sample "$1.ours" "$3" compiled "$1" "$2"
    ! has clang "$1" || sample "$1.clang" "$3" clang "$1" "$2"
    local set
    for set in own original; do
        has "$set" "$1" || continue
        sample "$1.$set" "$3" "$set" "$1" "$2"
        sample "$1.$set.scalar" "$3" "${set}_scalar" "$1" "$2"
    done
    ((round > 3)) || sample "$1.interpreter" 1 interpreted "$1" "$2"
}

# of ONE OTHER: their quotient if both are known; of the first, it is a sample
# for the mean that the third argument names.
of() {
    [ -n "$1" ] && [ -n "$2" ] || return 0
    local quotient
    quotient=$(ratio "$1" "$2")
    [ -z "${3-}" ] || echo "$quotient" >> "$scratch/mean-$3"
    echo "$quotient"
}

# better KEY: the better median of a C program with and without vectorisation.
better() {
    printf '%s\n' "$(median "$1.cpu")" "$(median "$1.scalar.cpu")" | sed '/^$/d' | sort -n | head -n 1
}

tabulate() {
    local name=$1 subzero=$4 gcc=$5 ours original own clang interpreter
    ours=$(median "$name.ours.cpu")
    clang=$(median "$name.clang.cpu")
    own=$(better "$name.own")
    original=$(better "$name.original")
    of "$ours" "$(median "$name.original.cpu")" vectorised > /dev/null
    interpreter=$(median "$name.interpreter.cpu")
    echo "| $name $2 | $(rounded "$ours") | $(rounded "$(median "$name.ours.system")") |" \
        "${original:+$(rounded "$original")} | $(of "$ours" "$original" original) |" \
        "${own:+$(rounded "$own")} | $(of "$ours" "$own" own) |" \
        "${clang:+$(rounded "$clang")} | $(of "$clang" "${original:-$own}" clang) |" \
        "$subzero | $(of "$ours" "$subzero" subzero) | $gcc | $(of "$ours" "$gcc" gcc) |" \
        "$(rounded "$interpreter") | $(of "$interpreter" "$ours" interpreter) |"
    echo "$name $2|$ours|$original|$own|$gcc|$subzero|$interpreter" >> "$scratch/bars"
}

# mean NAME TEXT: a line for a mean that there are samples of.
mean() {
    [ ! -f "$scratch/mean-$1" ] || echo "* $2: $(geometric_mean < "$scratch/mean-$1")"
}

# Draws lines of a name and the times of ours, the programs' sources and our own
# by gcc here, gcc and Subzero as published, and the interpreter.
draw() {
    awk -F'|' -v machine="$1" "$svg"'
        function row(colour, faint, milliseconds, text,    share, wide) {
            if (!(milliseconds > 0)) return
            share = milliseconds / base
            wide = share > most ? width : width * share / most
            bar(left, y, wide, 13, colour)
            if (faint) bar(left + 1, y + 1, wide - 2, 11, "#fff8")
            if (share > most) arrow(left + width - 22); arrow(left + width - 12)
            label(left + wide + 6, y + 11, "start", "#333", text)
            y += 15
        }
        function arrow(x) {
            printf "<path d=\"M%.1f %.1fv9l8 -4.5z\" fill=\"#fff\"/>\n", x, y + 2
        }
        function key(x, y, colour, faint, text) {
            bar(x, y, 13, 13, colour)
            if (faint) bar(x + 1, y + 1, 11, 11, "#fff8")
            label(x + 19, y + 11, "start", "#333", text)
        }
        function bars(i) { return 2 + (original[i] > 0) + (own[i] > 0) + (gcc[i] > 0) + (subzero[i] > 0) }
        {
            name[NR] = $1; ours[NR] = $2; original[NR] = $3; own[NR] = $4
            gcc[NR] = $5; subzero[NR] = $6; interpreter[NR] = $7
            rows += bars(NR)
        }
        END {
            left = 150; width = 420; most = 3.5; top = 138
            bottom = top + rows * 15 + NR * 10
            begin(820, bottom + 28)
            label(16, 22, "start", "#000", "CPU time of whole runs, where gcc -O2 of the same program takes 1; shorter is better")
            key(16, 34, "#2a7", 0, "pinnacle run, code from the cache")
            key(400, 34, "#37b", 0, "pinnacle run --engine interp")
            key(16, 54, "#444", 0, "gcc -O2 here, sources of the program")
            key(400, 54, "#888", 0, "gcc -O2 here, sources in benches/native")
            key(16, 74, "#444", 1, "gcc -O2, as published, another machine")
            key(400, 74, "#c73", 1, "Subzero -O2, as published, another machine")
            label(16, 106, "start", "#777", "Double arrows: the bar goes on. Published figures are not adapted to this machine.")
            label(16, 123, "start", "#777", machine)
            for (mark = 0; mark <= 3; mark++) {
                line(left + width * mark / most, top - 4, bottom - top, 1, mark == 1 ? "#444" : "#ddd")
                label(left + width * mark / most, bottom + 12, "middle", "#777", mark)
            }
            y = top
            for (i = 1; i <= NR; i++) {
                base = original[i] > 0 ? original[i] : own[i] > 0 ? own[i] : ours[i]
                label(left - 8, y + 11, "end", "#000", name[i])
                if (base == ours[i]) label(left - 8, y + 26, "end", "#777", "(pinnacle is 1)")
                row("#2a7", 0, ours[i], sprintf("%.0f ms", ours[i]))
                row("#444", 0, original[i], sprintf("%.0f ms", original[i]))
                row("#888", 0, own[i], sprintf("%.0f ms", own[i]))
                row("#444", 1, gcc[i], gcc[i] " ms")
                row("#c73", 1, subzero[i], subzero[i] " ms")
                row("#37b", 0, interpreter[i], sprintf("%.0f ms, %.1f × machine code", interpreter[i], interpreter[i] / ours[i]))
                y += 10
            }
            end()
        }'
}

if command -v gcc > /dev/null; then
    each compile_native
else
    echo "skipped: native programs, as there is no gcc" >&2
fi
[ -n "$sources" ] ||
    echo "skipped: the sources of the programs, as neither --sources nor PINNACLE_BENCHMARK_SOURCES names them" >&2
each compile_with_clang
each check_output
for ((round = 1; round <= rounds; round++)); do
    sample_machine
    each measure
done
{
    echo "CPU milliseconds, medians of $rounds rounds. $(machine "$load_before")"
    echo
    echo "| program | ours | of it in the kernel | gcc, its sources | ours / gcc |" \
        "gcc, benches/native | ours / gcc | made with clang | with clang / gcc |" \
        "Subzero, published | ours / Subzero |" \
        "gcc, published | ours / gcc | interpreter | interpreter / ours |"
    echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    each tabulate
    echo
    echo "Geometric means:"
    echo
    mean original "ours / gcc here, sources of the programs"
    mean vectorised "the same, always vectorised (plain \`gcc -O2\`)"
    mean own "ours / gcc here, sources in benches/native"
    mean clang "executables made with clang / gcc here, sources of the programs if known"
    mean subzero "ours / Subzero as published, for another machine"
    mean gcc "ours / gcc as published, for another machine"
    mean interpreter "interpreter / ours"
} > "$scratch/text"
cat "$scratch/text"
write_markdown "$scratch/text"
if [ -n "$chart" ]; then
    draw "sha256sum of 256 MiB: $(rounded "$(median sha256sum.cpu)") ms on this machine." \
        < "$scratch/bars" > "$chart"
    echo "written to $chart" >&2
fi
