#!/usr/bin/env bash
# Counts the host instructions that decoding and interpreting real programs
# take, under valgrind, and sets them beside the goals.
#
# Counts, unlike times, do not depend on the mood of the machine: the same
# build gives the same numbers within a fraction of a percent.
#
# Usage: benches/count.sh [--binary FILE] [--markdown FILE] [--chart FILE] [PROGRAM...]
#
#   --binary FILE     count this pinnacle instead of building one
#   --markdown FILE   also write the table to FILE, as Markdown
#   --chart FILE      also draw the table, as SVG
#   PROGRAM           only these rows, as oryol-KC85-3 or nbody

set -euo pipefail
corpus=../shared/corpus
markdown=
chart=
binary=

# The rows: name, file, arguments, and what the best known C tool needs, in
# instructions. That tool loads almost without checking.
rows=(
    "oryol-KC85-3|ppapi/oryol-KC85-3.pexe||176000000"
    "nbody|cli/nbody.pexe|1000|83000000"
    "fannkuchredux|cli/fannkuchredux.pexe|7|65000000"
    "fasta|cli/fasta.pexe|1000|59000000"
    "mandelbrot|cli/mandelbrot.pexe|200|878000000"
    "spectralnorm|cli/spectralnorm.pexe|100|369000000"
    "binarytrees|cli/binarytrees.pexe|10|4995000000"
)
# Decoding: instructions per byte of the file. Interpreting: the reference's
# count divided by this.
goal_per_byte=80
goal_divisor=4

fail() {
    echo "count.sh: $*" >&2
    exit 1
}

wanted=()
while [ $# -gt 0 ]; do
    case $1 in
        --binary)
            [ $# -ge 2 ] || fail "--binary needs a file name"
            [ -x "$2" ] || fail "$2 is not a program"
            binary=$(realpath "$2")
            shift 2
            ;;
        --markdown)
            [ $# -ge 2 ] || fail "--markdown needs a file name"
            markdown=$(realpath -m "$2")
            shift 2
            ;;
        --chart)
            [ $# -ge 2 ] || fail "--chart needs a file name"
            chart=$(realpath -m "$2")
            shift 2
            ;;
        -h | --help)
            sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        -*) fail "unknown option $1; see --help" ;;
        *)
            wanted+=("$1")
            shift
            ;;
    esac
done

cd "$(dirname "$0")/.."

for name in "${wanted[@]+"${wanted[@]}"}"; do
    printf '%s\n' "${rows[@]}" | grep -q "^$name|" || fail "no row is named $name"
done

command -v valgrind > /dev/null || fail "valgrind is not installed; it does the counting"
[ -d "$corpus" ] || fail "the folder $corpus is absent; it holds the programs"

if [ -z "$binary" ]; then
    cargo build --release --quiet --package pinnacle-cli
    binary=${CARGO_TARGET_DIR:-target}/release/pinnacle
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the instructions that a command executes; its own output is dropped.
# The command must end with status 0.
count() {
    local log=$scratch/log
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$@" \
        > "$scratch/stdout" 2> "$log" || fail "this failed: $*"$'\n'"$(tail -n 5 "$log")"
    awk '/^(summary|totals):/ { print $2; exit }' "$scratch/out"
}

millions() {
    awk -v n="$1" 'BEGIN { printf "%.1f M", n / 1e6 }'
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

is_wanted() {
    [ ${#wanted[@]} -eq 0 ] && return 0
    local name
    for name in "${wanted[@]}"; do
        [ "$name" = "$1" ] && return 0
    done
    return 1
}

# Draws lines of a name, what was counted, the goal and the reference: for
# each a bar as long as its share of the reference, and a mark at the goal.
draw() {
    awk -F'|' '
        { name[NR] = $1; counted[NR] = $2; goal[NR] = $3; reference[NR] = $4 }
        END {
            left = 130; width = 460; step = 30; top = 40
            height = top + NR * step + 10
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"%d\"", height
            print " font-family=\"sans-serif\" font-size=\"13\">"
            print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
            printf "<text x=\"%d\" y=\"20\" fill=\"#555\">", left
            print "instructions, as a share of the reference (grey); the line marks the goal</text>"
            for (i = 1; i <= NR; i++) {
                y = top + (i - 1) * step
                share = counted[i] / reference[i]
                mark = left + width * goal[i] / reference[i]
                colour = counted[i] <= goal[i] ? "#2a7" : "#c73"
                printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", left - 8, y + 15, name[i]
                printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"20\" fill=\"#ddd\"/>\n", left, y, width
                printf "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>\n", left, y, width * share, colour
                printf "<path d=\"M%.1f %dv24\" stroke=\"#222\" stroke-width=\"2\"/>\n", mark, y - 2
                printf "<text x=\"%d\" y=\"%d\">%.1f M, %.0f %%</text>\n", left + width + 8, y + 15, counted[i] / 1e6, 100 * share
            }
            print "</svg>"
        }'
}

bars=$scratch/bars
: > "$bars"
table=$scratch/table
{
    echo "| program | does | instructions | goal | of the goal | reference | of the reference |"
    echo "|---|---|---:|---:|---:|---:|---:|"
} > "$table"

for row in "${rows[@]}"; do
    IFS='|' read -r name file arguments reference <<< "$row"
    is_wanted "$name" || continue
    echo "counting $name" >&2
    if [ -z "$arguments" ]; then
        bytes=$(wc -c < "$corpus/$file")
        goal=$((goal_per_byte * bytes))
        counted=$(count "$binary" verify --jobs 1 "$corpus/$file")
        does="decode and check, $(ratio "$counted" "$bytes") a byte"
    else
        goal=$((reference / goal_divisor))
        counted=$(count "$binary" run "$corpus/$file" "$arguments")
        does="run with argument $arguments"
    fi
    echo "| $name | $does | $(millions "$counted") | $(millions "$goal") |" \
        "$(ratio "$counted" "$goal") | $(millions "$reference") | $(ratio "$counted" "$reference") |" \
        >> "$table"
    echo "$name|$counted|$goal|$reference" >> "$bars"
done

if command -v column > /dev/null; then
    grep -v '^|-' "$table" | sed 's/^| //; s/ |$//; s/ | /|/g' | column -t -s '|'
else
    cat "$table"
fi
if [ -n "$markdown" ]; then
    cp "$table" "$markdown"
    echo "written to $markdown"
fi
if [ -n "$chart" ]; then
    draw < "$bars" > "$chart"
    echo "written to $chart"
fi
