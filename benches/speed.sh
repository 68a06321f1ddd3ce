#!/usr/bin/env bash
# Measures how fast seven real programs run as machine code, beside the same
# benchmarks in C, the interpreter, and published figures of other translators.
#
# All times are CPU time (user and system, all threads) of whole processes, in
# medians of interleaved rounds, of which the interpreter, which takes longest,
# takes part in the first three. The code comes from the cache, as in every run
# of a program but the first. C programs are compiled by `cc -O2` with and without
# vectorisation, and the better time of each counts; without a C compiler they
# are left out.
#
# Usage: benches/speed.sh [--binary FILE] [--rounds N] [--markdown FILE] [--chart FILE] [PROGRAM...]
#
#   --binary FILE     measure this pinnacle instead of building one
#   --rounds N        how often to measure each [default: 7]
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

parse "binary rounds markdown chart" "$@"
check_wanted "${rows[@]%%|*}"
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "--rounds needs a number"
find_binary
"$binary" run --help | grep wasmtime > /dev/null || fail "$binary has no engine wasmtime"
export PINNACLE_CACHE_DIR=$scratch/cache
load_before=$(load)

compiled() { "$binary" run --engine wasmtime "$corpus/cli/$1.pexe" "$2"; }
interpreted() { "$binary" run --engine interp "$corpus/cli/$1.pexe" "$2"; }
native() { "$scratch/$1" "$2"; }
native_scalar() { "$scratch/$1-scalar" "$2"; }
has_native() { [ -x "$scratch/$1" ]; }

# each FUNCTION: calls it with the fields of each row that is wanted.
each() {
    local row fields
    for row in "${rows[@]}"; do
        is_wanted "${row%%|*}" || continue
        IFS='|' read -r -a fields <<< "$row|"
        "$1" "${fields[@]}"
    done
}

compile_native() {
    local source=benches/native/$1.c
    [ -f "$source" ] || return 0
    cc -O2 -o "$scratch/$1" "$source" -lm
    cc -O2 -fno-tree-vectorize -o "$scratch/$1-scalar" "$source" -lm
}

# same NAME ARGUMENT ONE OTHER: both must write the same.
same() {
    local one other
    one=$("$3" "$1" "$2" | cksum)
    other=$("$4" "$1" "$2" | cksum)
    [ "$one" = "$other" ] || fail "$1 $2 does not write the same $3 and $4"
}

# Compares what the program writes; this also fills the cache.
check_output() {
    echo "checking $1" >&2
    same "$1" "$2" compiled interpreted
    ! has_native "$1" || same "$1" "$2" compiled native
}

measure() {
    echo "measuring $1, round $round" >&2
    sample "$1.ours" "$3" compiled "$1" "$2"
    if has_native "$1"; then
        sample "$1.native" "$3" native "$1" "$2"
        sample "$1.scalar" "$3" native_scalar "$1" "$2"
    fi
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

tabulate() {
    local name=$1 subzero=$4 gcc=$5 ours vectorised native interpreter
    ours=$(median "$name.ours.cpu")
    vectorised=$(median "$name.native.cpu")
    native=$(printf '%s\n' "$vectorised" "$(median "$name.scalar.cpu")" | sort -n | head -n 1)
    of "$ours" "$vectorised" vectorised > /dev/null
    interpreter=$(median "$name.interpreter.cpu")
    echo "| $name $2 | $(rounded "$ours") | $(rounded "$(median "$name.ours.system")") |" \
        "${native:+$(rounded "$native")} | $(of "$ours" "$native" native) |" \
        "$subzero | $(of "$ours" "$subzero" subzero) | $gcc | $(of "$ours" "$gcc" gcc) |" \
        "$(rounded "$interpreter") | $(of "$interpreter" "$ours" interpreter) |"
    echo "$name $2|$ours|$native|$gcc|$subzero|$interpreter" >> "$scratch/bars"
}

# mean NAME TEXT: a line for a mean that there are samples of.
mean() {
    [ ! -f "$scratch/mean-$1" ] || echo "* $2: $(geometric_mean < "$scratch/mean-$1")"
}

# Draws lines of a name and the times of ours, native here, gcc and Subzero as
# published, and the interpreter.
draw() {
    awk -F'|' -v machine="$1" "$svg"'
        function row(colour, faint, milliseconds, text,    share, wide) {
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
        {
            name[NR] = $1; ours[NR] = $2; native[NR] = $3; gcc[NR] = $4; subzero[NR] = $5; interpreter[NR] = $6
            rows += 2 + ($3 > 0) + ($4 > 0) + ($5 > 0)
        }
        END {
            left = 170; width = 420; most = 3.5; top = 118
            begin(760, top + rows * 15 + NR * 10 + 28)
            label(16, 22, "start", "#000", "CPU time, where native code on this machine takes 1; shorter is better")
            key(16, 34, "#2a7", 0, "pinnacle, from the cache")
            key(250, 34, "#444", 0, "gcc -O2 of our own C programs")
            key(500, 34, "#37b", 0, "interpreter of pinnacle")
            key(16, 54, "#444", 1, "gcc -O2, published")
            key(250, 54, "#c73", 1, "Subzero -O2, published")
            label(16, 86, "start", "#777", "Published figures are from another machine and not adapted to this one.")
            label(16, 103, "start", "#777", machine)
            bottom = top + rows * 15 + NR * 10
            for (mark = 0; mark <= 3; mark++) {
                line(left + width * mark / most, top - 4, bottom - top, 1, mark == 1 ? "#444" : "#ddd")
                label(left + width * mark / most, bottom + 12, "middle", "#777", mark)
            }
            y = top
            for (i = 1; i <= NR; i++) {
                base = native[i] > 0 ? native[i] : ours[i]
                label(left - 8, y + 11, "end", "#000", name[i])
                if (!(native[i] > 0)) label(left - 8, y + 26, "end", "#777", "(ours is 1)")
                row("#2a7", 0, ours[i], sprintf("%.0f ms", ours[i]))
                if (native[i] > 0) row("#444", 0, native[i], sprintf("%.0f ms", native[i]))
                if (gcc[i] > 0) row("#444", 1, gcc[i], gcc[i] " ms")
                if (subzero[i] > 0) row("#c73", 1, subzero[i], subzero[i] " ms")
                row("#37b", 0, interpreter[i], sprintf("%.0f ms, %.1f times ours", interpreter[i], interpreter[i] / ours[i]))
                y += 10
            }
            end()
        }'
}

if command -v cc > /dev/null; then
    each compile_native
else
    echo "skipped: native programs, as there is no C compiler" >&2
fi
each check_output
for ((round = 1; round <= rounds; round++)); do
    sample_machine
    each measure
done
{
    echo "CPU milliseconds, medians of $rounds rounds. $(machine "$load_before")"
    echo
    echo "| program | ours | of it in the kernel | native here | ours / native | Subzero, published |" \
        "ours / Subzero | gcc, published | ours / gcc | interpreter | interpreter / ours |"
    echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    each tabulate
    echo
    echo "Geometric means:"
    echo
    mean native "ours / native on the same machine"
    mean vectorised "ours / \`cc -O2\` on the same machine, always vectorised"
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
