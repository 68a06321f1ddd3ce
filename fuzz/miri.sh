#!/usr/bin/env bash
# Runs under Miri, which finds undefined behaviour, what it can run of the modules with unsafe
# code: the memory that machine code works on, and the interpreter's state beside what it borrows
# from. It has no signals and loads no libraries, so it cannot run the rest.
#
#     fuzz/miri.sh [ARGUMENTS]
#
# Needs a nightly compiler with the components miri and rust-src. Arguments go to the test program,
# such as the name of one test.

set -euo pipefail
cd "$(dirname "$0")/.."

# Without isolation tests see the time, which some print. The emulation of weak memory fails of
# itself (in an assertion) where words of several sizes overlap, as they do in this memory; what is
# undefined, races too, is found without it.
export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-disable-weak-memory-emulation ${MIRIFLAGS:-}"
exec cargo +nightly miri test --locked --target-dir "${CARGO_TARGET_DIR:-target}/miri" \
    -p pinnacle-runtime --lib native:: -- "$@"
