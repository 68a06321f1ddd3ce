#!/usr/bin/env bash
# Runs the tests of the engines under ThreadSanitizer, which finds accesses of the host that nothing
# orders. Everything is built anew for it, the standard library too, so that it knows every lock.
# Code of programs is not instrumented: what threads of a program do to each other in its memory is
# their business.
#
#     fuzz/tsan.sh [ARGUMENTS]
#
# Needs a nightly compiler with the component rust-src, some 4 GB and twenty minutes to build.
# Arguments go to the test programs, such as the name of one test.

set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc +nightly -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Zsanitizer=thread" CARGO_INCREMENTAL=0
export CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_DEV_OPT_LEVEL=1
export TSAN_OPTIONS="suppressions=$PWD/fuzz/tsan.supp ${TSAN_OPTIONS:-}"
exec cargo +nightly test -Zbuild-std --locked \
    --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/tsan" \
    -p pinnacle-runtime --lib --test engines -- "$@"
