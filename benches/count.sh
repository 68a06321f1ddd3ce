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
#   --markdown FILE   also write the table to FILE, as Markdown; in a file that has
#                     marks for it, between them
#   --chart FILE      also draw the table, as SVG
#   PROGRAM           only these rows, as oryol-KC85-3 or nbody

. "$(dirname "$0")/common.sh"

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
goal_divisor=5

parse "binary markdown chart" "$@"
check_wanted "${rows[@]%%|*}"
need valgrind "it does the counting"
find_binary

millions() {
    awk -v n="$1" 'BEGIN { printf "%.1f M", n / 1e6 }'
}

# Draws lines of a name, what was counted, the goal and the reference: for
# each a bar as long as its share of the reference, and a mark at the goal.
draw() {
    awk -F'|' "$svg"'
        { name[NR] = $1; counted[NR] = $2; goal[NR] = $3; reference[NR] = $4 }
        END {
            left = 130; width = 460; step = 30; top = 84
            begin(760, top + NR * step + 10)
            label(16, 22, "start", "#000", "Host instructions, where the reference takes the whole width; shorter is better")
            bar(16, 34, 13, 13, "#2a7"); label(35, 45, "start", "#333", "pinnacle, goal reached")
            bar(230, 34, 13, 13, "#c73"); label(249, 45, "start", "#333", "pinnacle, goal missed")
            line(447, 32, 17, 2, "#222"); label(456, 45, "start", "#333", "goal")
            bar(16, 54, 13, 13, "#ddd"); label(35, 65, "start", "#333", "reference: the fastest C interpreter of .pexe files that is known, which hardly checks them")
            for (i = 1; i <= NR; i++) {
                y = top + (i - 1) * step
                share = counted[i] / reference[i]
                label(left - 8, y + 15, "end", "#000", name[i])
                bar(left, y, width, 20, "#ddd")
                bar(left, y, width * share, 20, counted[i] <= goal[i] ? "#2a7" : "#c73")
                line(left + width * goal[i] / reference[i], y - 2, 24, 2, "#222")
                label(left + width + 8, y + 15, "start", "#000", sprintf("%.1f M, %.0f %%", counted[i] / 1e6, 100 * share))
            }
            end()
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
        bytes=$(size "$corpus/$file")
        goal=$((goal_per_byte * bytes))
        counted=$(count_instructions "$binary" verify --jobs 1 "$corpus/$file")
        does="decode and check, $(ratio "$counted" "$bytes") a byte"
    else
        goal=$((reference / goal_divisor))
        counted=$(count_instructions "$binary" run --engine interp "$corpus/$file" "$arguments")
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
write_markdown "$table"
if [ -n "$chart" ]; then
    draw < "$bars" > "$chart"
    echo "written to $chart" >&2
fi
