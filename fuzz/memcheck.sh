#!/usr/bin/env bash
# Runs programs with each engine under valgrind's memcheck, which looks at every access of the
# host and of machine code: the modules with unsafe code, and the libraries below them.
#
#     fuzz/memcheck.sh [COMMAND] [PROGRAM...]
#
# COMMAND is a built `pinnacle` (target/debug/pinnacle if there is none); the programs are the
# examples if none are named. Ends with 1 if anything was found.

set -euo pipefail
cd "$(dirname "$0")/.."

command=${1:-target/debug/pinnacle}
shift || true
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=(examples/*.pnasm)

log=$(mktemp)
trap 'rm -f "$log"' EXIT
found=0
for program in "${programs[@]}"; do
    for engine in interp wasmtime tiered; do
        # Status 99 is valgrind's own; how the program ends is its business.
        status=0
        valgrind --quiet --error-exitcode=99 --num-callers=20 --log-file="$log" \
            "$command" run --no-cache --timeout 5m --engine "$engine" "$program" \
            < /dev/null > /dev/null 2>&1 || status=$?
        if [ "$status" -eq 99 ] || [ -s "$log" ]; then
            found=1
            echo "$program, $engine: found"
            cat "$log"
        else
            echo "$program, $engine: nothing (status $status)"
        fi
    done
done
exit $found
