# What the scripts in this folder share. A script sources this file, then calls
# `parse` with its options, and `find_binary` before it needs $binary.

set -euo pipefail
export LC_ALL=C
corpus=../shared/corpus
script=$(basename "$0")
binary=
markdown=
chart=
wanted=()
scratch=$(mktemp -d)
# Nothing is compiled in the background while something is measured.
export PINNACLE_CLANG_AFTER=never
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "$script: $*" >&2
    exit 1
}

# parse OPTIONS ARGUMENTS...: the value of each option goes to the variable of
# its name, other arguments to `wanted`. Goes to the root of the repository.
parse() {
    local options=" $1 " name
    shift
    while [ $# -gt 0 ]; do
        name=${1#--}
        case $1 in
            -h | --help)
                sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
                exit 0
                ;;
            -*)
                [[ $1 == --?* && $options == *" $name "* ]] || fail "unknown option $1; see --help"
                [ $# -ge 2 ] || fail "$1 needs a value"
                printf -v "$name" %s "$2"
                shift 2
                ;;
            *)
                wanted+=("$1")
                shift
                ;;
        esac
    done
    [ -z "$markdown" ] || markdown=$(realpath -m "$markdown")
    [ -z "$chart" ] || chart=$(realpath -m "$chart")
    if [ -n "$binary" ]; then
        [ -x "$binary" ] || fail "$binary is not a program"
        binary=$(realpath "$binary")
    fi
    cd "$(dirname "$0")/.."
    [ -d "$corpus" ] || fail "the folder $corpus is absent; it holds the programs"
}

# need PROGRAM WHY
need() {
    command -v "$1" > /dev/null || fail "$1 is not installed; $2"
}

# Builds pinnacle unless --binary named one.
find_binary() {
    [ -z "$binary" ] || return 0
    cargo build --profile dist --quiet --package pinnacle-cli
    binary=$(realpath "${CARGO_TARGET_DIR:-target}/dist/pinnacle")
}

# Whether a row is to be measured: if no row was named, or this one.
is_wanted() {
    [ ${#wanted[@]} -eq 0 ] && return 0
    local name
    for name in "${wanted[@]}"; do
        [ "$name" = "$1" ] && return 0
    done
    return 1
}

# Every row that was named must be among these names.
check_wanted() {
    local name
    for name in ${wanted[@]+"${wanted[@]}"}; do
        [[ " $* " == *" $name "* ]] || fail "no row is named $name"
    done
}

# package NAME: the folder with the sources of a crate that tests/real needs.
package() {
    cargo metadata --format-version 1 --locked --manifest-path tests/real/Cargo.toml 2> /dev/null |
        grep -o "\"manifest_path\":\"[^\"]*/$1-[0-9][^\"/]*/Cargo.toml\"" | head -n 1 |
        sed 's/.*:"//; s,/Cargo.toml"$,,'
}

size() { wc -c < "$1"; }

# ratio A B
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

# Prints the instructions that a command executes; its own output is dropped.
# The command must end with status 0.
count_instructions() {
    local log=$scratch/log
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$@" \
        > "$scratch/stdout" 2> "$log" || fail "this failed: $*"$'\n'"$(tail -n 5 "$log")"
    awk '/^(summary|totals):/ { print $2; exit }' "$scratch/out"
}

# sample KEY RUNS COMMAND...: runs a command, its output to $sink, and notes in
# milliseconds for each run: the CPU time of all its threads as KEY.cpu, the part
# of it in the kernel as KEY.system, and the time that passed as KEY.wall. The
# command must end with status $status.
status=0
sink=/dev/null
sample() {
    local key=$1 runs=$2 TIMEFORMAT='%3U %3S' ended=$status began run
    shift 2
    began=${EPOCHREALTIME/./}
    {
        time for ((run = 0; run < runs && ended == status; run++)); do
            ended=0
            "$@" > "$sink" 2> "$scratch/stderr" || ended=$?
        done
    } 2> "$scratch/time"
    local wall=$((${EPOCHREALTIME/./} - began))
    [ "$ended" = "$status" ] || fail "this ended with status $ended: $*"$'\n'"$(cat "$scratch/stderr")"
    awk -v key="$key" -v runs="$runs" -v wall="$wall" '{
        print key ".cpu", ($1 + $2) * 1000 / runs
        print key ".system", $2 * 1000 / runs
        print key ".wall", wall / 1000 / runs
    }' "$scratch/time" >> "$scratch/samples"
}

# median KEY: of what was noted; nothing if nothing was.
median() {
    awk -v key="$1" '$1 == key { print $2 }' "$scratch/samples" | sort -n |
        awk '{ of[NR] = $1 } END { if (NR) print (of[int((NR + 1) / 2)] + of[int(NR / 2) + 1]) / 2 }'
}

# The geometric mean of numbers on standard input, one a line.
geometric_mean() {
    awk '{ sum += log($1) } END { if (NR) printf "%.2f", exp(sum / NR) }'
}

# rounded NUMBER: a whole number, with one decimal if it is small.
rounded() {
    awk -v n="$1" 'BEGIN { printf (n < 20 ? "%.1f" : "%.0f"), n }'
}

# Writes what a buffer of zeros takes sha256sum to hash, as a measure of the
# machine, among the samples.
sample_machine() {
    [ -f "$scratch/zeros" ] || head -c 256M /dev/zero > "$scratch/zeros"
    sample sha256sum 1 sha256sum "$scratch/zeros"
}

# In one sentence: the machine, how busy it was, and how fast. To be called at
# the end, with the load at the beginning.
machine() {
    local model
    model=$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)
    echo "${model:-unknown processor}, $(nproc) cores, load average $1 at the beginning and" \
        "$(load) at the end; \`sha256sum\` of 256 MiB of zeros: $(rounded "$(median sha256sum.cpu)") ms."
}

load() { cut -d' ' -f1 /proc/loadavg; }

# write_markdown TEXT: writes the file TEXT to the file of --markdown, if it was
# given. In a file with lines `<!-- script: begin` and `<!-- script: end` it
# replaces what is between them.
write_markdown() {
    [ -n "$markdown" ] || return 0
    if [ -f "$markdown" ] && grep -q "^<!-- $script: end" "$markdown"; then
        awk -v script="$script" -v text="$1" '
            index($0, "<!-- " script ": end") == 1 { inside = 0 }
            !inside { print }
            index($0, "<!-- " script ": begin") == 1 {
                inside = 1
                print ""
                while ((getline line < text) > 0) print line
                print ""
            }
        ' "$markdown" > "$scratch/document"
        cp "$scratch/document" "$markdown"
    else
        cp "$1" "$markdown"
    fi
    echo "written to $markdown" >&2
}

# Functions for awk programs that draw a chart: coordinates in pixels.
svg='
    function begin(width, height) {
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", width, height
        printf " viewBox=\"0 0 %d %d\"", width, height
        print " font-family=\"sans-serif\" font-size=\"13\">"
        print "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fff\"/>"
    }
    function end() { print "</svg>" }
    # anchor: start, middle or end. The white rim keeps off lines behind the text.
    function label(x, y, anchor, colour, text) {
        printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\"", x, y, anchor, colour
        printf " stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\">%s</text>\n", text
    }
    function bar(x, y, width, height, colour) {
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, width, height, colour
    }
    function line(x, y, height, width, colour) {
        printf "<path d=\"M%.1f %.1fv%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n", x, y, height, colour, width
    }
'
