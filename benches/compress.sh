#!/usr/bin/env bash
# Compresses real programs and sets their sizes beside those of the original
# compressor, also after `xz -9`, as files travel compressed.
#
# Usage: benches/compress.sh [--binary FILE] [--effort N] [--markdown FILE] [PROGRAM...]
#
#   --binary FILE     use this pinnacle instead of building one
#   --effort N        the effort to compress with
#   --markdown FILE   write the table to FILE instead of standard output
#   PROGRAM           only these rows, as oryol-KC85-3 or nbody

set -euo pipefail
corpus=../shared/corpus
markdown=/dev/stdout
binary=
effort=()

fail() {
    echo "compress.sh: $*" >&2
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
        --effort)
            [ $# -ge 2 ] || fail "--effort needs a number"
            effort=(--effort "$2")
            shift 2
            ;;
        --markdown)
            [ $# -ge 2 ] || fail "--markdown needs a file name"
            markdown=$(realpath -m "$2")
            shift 2
            ;;
        -*) fail "unknown option $1" ;;
        *)
            wanted+=("$1")
            shift
            ;;
    esac
done

cd "$(dirname "$0")/.."
command -v xz > /dev/null || fail "xz is not installed"
reference=$corpus/golden/reference.tsv
[ -f "$reference" ] || fail "$reference is absent"
if [ -z "$binary" ]; then
    cargo build --quiet --release -p pinnacle-cli
    binary=target/release/pinnacle
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

size() { wc -c < "$1"; }
xz_size() { xz -9 --stdout "$1" | wc -c; }
# How much smaller, in percent: saved BEFORE AFTER
saved() { awk -v before="$1" -v after="$2" 'BEGIN { printf "%.1f", 100 - 100 * after / before }'; }

# row NAME FILE ORIGINAL: ORIGINAL is a size, or - if there is none.
row() {
    local name=$1 file=$2 original=$3 before after better before_xz after_xz bytes_xz
    "$binary" compress --quiet "${effort[@]}" "$file" -o "$scratch/small.pexe"
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

is_wanted() {
    [ ${#wanted[@]} -eq 0 ] && return
    local name
    for name in "${wanted[@]}"; do
        [ "$name" = "$1" ] && return
    done
    return 1
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
} > "$markdown"
