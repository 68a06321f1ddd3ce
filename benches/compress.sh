#!/usr/bin/env bash
# Compresses real programs and sets their sizes beside those of the original
# compressor, also after `xz -9`, as files travel compressed.
#
# Usage: benches/compress.sh [--binary FILE] [--effort N] [--markdown FILE] [PROGRAM...]
#
#   --binary FILE     use this pinnacle instead of building one
#   --effort N        the effort to compress with
#   --markdown FILE   also write the table to FILE; in a file that has marks for it,
#                     between them
#   PROGRAM           only these rows, as oryol-KC85-3 or nbody

. "$(dirname "$0")/common.sh"
effort=
parse "binary effort markdown" "$@"
need xz "it packs the files for comparison"
reference=$corpus/golden/reference.tsv
[ -f "$reference" ] || fail "$reference is absent"
find_binary

xz_size() { xz -9 --stdout "$1" | wc -c; }
# How much smaller, in percent: saved BEFORE AFTER
saved() { awk -v before="$1" -v after="$2" 'BEGIN { printf "%.1f", 100 - 100 * after / before }'; }

# row NAME FILE ORIGINAL: ORIGINAL is a size, or - if there is none.
row() {
    local name=$1 file=$2 original=$3 before after better before_xz after_xz bytes_xz
    "$binary" compress --quiet ${effort:+--effort "$effort"} "$file" -o "$scratch/small.pexe"
    "$binary" compress --quiet --for-transport "$file" -o "$scratch/bytes.pexe"
    before=$(size "$file")
    after=$(size "$scratch/small.pexe")
    better=$before
    if [ "$original" != - ] && [ "$original" -lt "$before" ]; then
        better=$original
    fi
    before_xz=$(xz_size "$file")
    after_xz=$(xz_size "$scratch/small.pexe")
    bytes_xz=$(xz_size "$scratch/bytes.pexe")
    echo "| $name | $before | $original | $after | $(saved "$better" "$after") |" \
        "$before_xz | $after_xz | $(saved "$before_xz" "$after_xz") |" \
        "$bytes_xz | $(saved "$before_xz" "$bytes_xz") |"
}

{
    echo "| program | bytes | original compressor | ours | % saved of the better |" \
        "\`xz -9\` of the file | of ours | % saved | of ours for transport | % saved |"
    echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    while IFS=$'\t' read -r file _ _ _ _ _ original; do
        case $file in
            cli/* | ppapi/*) ;;
            *) continue ;;
        esac
        name=$(basename "$file" .pexe)
        is_wanted "$name" || continue
        row "$name" "$corpus/$file" "$original"
    done < "$reference"
    if is_wanted "own-mandelbrot"; then
        cargo run --quiet -p pinnacle-testing --example mandelbrot -- \
            "$scratch/mandelbrot.pexe"
        row "own-mandelbrot" "$scratch/mandelbrot.pexe" -
    fi
} > "$scratch/table"
cat "$scratch/table"
write_markdown "$scratch/table"
