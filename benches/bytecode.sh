#!/usr/bin/env bash
# Counts the host instructions for each byte that reading, writing, printing,
# parsing, verifying, dumping and upgrading LLVM 1.x modules take, under
# valgrind, on one thread; and measures the bytes in a second.
#
# Usage: benches/bytecode.sh [--markdown FILE] [FILE...]
#
#   --markdown FILE   also write the table to FILE, as Markdown; in a file that has
#                     marks for it, between them
#   FILE              measure these bytecode files instead of the usual ones
#
# What is counted is an operation alone: the count of two runs of it less that
# of one.

. "$(dirname "$0")/common.sh"

usual=(
    43_ret_slot_boundary 48_types_4200 42_slots_gt4095 47_types_300
    51_wide_ops 60_random_01 60_random_04 60_random_08 72_prog_vtable
)
operations=(read write print parse verify dump upgrade)

parse "markdown" "$@"
need valgrind "it does the counting"
if [ ${#wanted[@]} -eq 0 ]; then
    wanted=("${usual[@]/#/../shared/bytecode/v3-llvm1.3/}")
    wanted=("${wanted[@]/%/.bc}")
fi
cargo build --profile dist --quiet --package pinnacle-bytecode --example measure
measure=$(realpath "${CARGO_TARGET_DIR:-target}/dist/examples/measure")

# per_byte OPERATION FILE: instructions.
per_byte() {
    local one two bytes
    one=$(count_instructions "$measure" "$1" 1 "$2")
    two=$(count_instructions "$measure" "$1" 2 "$2")
    read -r bytes _ < "$scratch/stdout"
    awk -v n=$((two - one)) -v bytes="$bytes" 'BEGIN { printf "%.1f", n / bytes }'
}

# rate OPERATION FILE: megabytes a second, in runs of about half a second.
rate() {
    local bytes nanoseconds times
    read -r bytes nanoseconds <<< "$("$measure" "$1" 1 "$2")"
    times=$((500000000 / (nanoseconds + 1) + 1))
    read -r bytes nanoseconds <<< "$("$measure" "$1" "$times" "$2")"
    awk -v n="$nanoseconds" -v bytes="$bytes" 'BEGIN { printf "%.0f", bytes * 1000 / n }'
}

began=$(load)
table=$scratch/table
{
    echo "| file | bytes |$(printf ' %s |' "${operations[@]}")"
    echo "|---|---:|$(printf -- '---:|%.0s' "${operations[@]}")"
} > "$table"
for file in "${wanted[@]}"; do
    echo "measuring $file" >&2
    row="| $(basename "$file" .bc) | $(size "$file") |"
    for operation in "${operations[@]}"; do
        row+=" $(per_byte "$operation" "$file") ($(rate "$operation" "$file")) |"
    done
    echo "$row" >> "$table"
done
sample_machine
{
    echo
    echo "Instructions of the host for each byte, and in brackets megabytes a second: of bytecode for"
    echo "\`read\`, \`write\`, \`verify\` and \`dump\`, of text for the others. One thread; $(machine "$began")"
} >> "$table"
cat "$table"
write_markdown "$table"
