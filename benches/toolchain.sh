#!/usr/bin/env bash
# Measures the toolchain: how fast `finalize` is, and Lua and SQLite as programs
# of PNaCl, in machine code, beside the same sources compiled natively.
#
# Usage: benches/toolchain.sh [--markdown FILE] [--rounds N]
#
#   --markdown FILE   also write the tables to FILE, as Markdown; in a file that
#                     has marks for it, between them
#   --rounds N        how often each program runs; the fastest counts [default: 5]
#
# The sources are those of crates, which cargo fetches; see tests/real. Both
# compilers are the same clang, both programs have -O2.

. "$(dirname "$0")/common.sh"

parse "markdown rounds" "$@"
rounds=${rounds:-5}
need clang-19 "it compiles"
need valgrind "it does the counting"
cargo build --profile dist --quiet --package pinnacle-cli
pinnacle=$(realpath "${CARGO_TARGET_DIR:-target}/dist/pinnacle")
"$pinnacle" sysroot build > /dev/null
real=$(realpath "$(dirname "$0")/../tests/real")

lua=$(package lua-src)/lua-5.4.8
sqlite=$(package libsqlite3-sys)/sqlite3
lua_line=(-O2 -w -I"$lua" "$lua"/*.c "$real/lua_run.c" -lm)
sqlite_line=(-O2 -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I"$sqlite"
    "$sqlite/sqlite3.c" "$real/sqlite_session.c" -lm)
for name in lua sqlite; do
    echo "compiling $name" >&2
    line="${name}_line[@]"
    clang-19 "${!line}" -o "$scratch/$name"
    "$pinnacle" cc "${!line}" -o "$scratch/$name.pexe"
    "$pinnacle" cc "${!line}" -emit-llvm -o "$scratch/$name.bc"
done

# cpu COMMAND...: the least processor time of all rounds, in milliseconds.
cpu() {
    local best= round used
    for ((round = 0; round < rounds; round++)); do
        used=$({ TIMEFORMAT='%U %S'; time "$@" > "$scratch/out" 2> /dev/null; } 2>&1 |
            awk '{ printf "%.0f", ($1 + $2) * 1000 }')
        if [ -z "$best" ] || [ "$used" -lt "$best" ]; then best=$used; fi
    done
    echo "$best"
}

began=$(load)
table=$scratch/table
run=("$pinnacle" run --engine wasmtime --dir "$real::/real")
"${run[@]}" "$scratch/lua.pexe" /real/bench.lua 0 > /dev/null # fills the cache
"${run[@]}" "$scratch/sqlite.pexe" :memory: 10 > /dev/null
{
    echo "| program | native, ms | PNaCl, ms | ratio |"
    echo "|---|---:|---:|---:|"
    native=$(cpu "$scratch/lua" "$real/bench.lua" 3)
    ours=$(cpu "${run[@]}" "$scratch/lua.pexe" /real/bench.lua 3)
    echo "| Lua, bench.lua 3 | $native | $ours | $(ratio "$ours" "$native") |"
    native=$(cpu "$scratch/sqlite" :memory: 200000)
    ours=$(cpu "${run[@]}" "$scratch/sqlite.pexe" :memory: 200000)
    echo "| SQLite, 200000 rows | $native | $ours | $(ratio "$ours" "$native") |"
    native=$(cpu "$scratch/sqlite" :memory: 10000 join)
    ours=$(cpu "${run[@]}" "$scratch/sqlite.pexe" :memory: 10000 join)
    echo "| SQLite, a join of 10000 rows | $native | $ours | $(ratio "$ours" "$native") |"
    echo
    echo "| module | bytes | instructions a byte | MB a second |"
    echo "|---|---:|---:|---:|"
    for name in lua sqlite; do
        bytes=$(size "$scratch/$name.bc")
        count=$(count_instructions "$pinnacle" finalize "$scratch/$name.bc" -o "$scratch/f.pexe")
        time=$(cpu "$pinnacle" finalize "$scratch/$name.bc" -o "$scratch/f.pexe")
        echo "| $name | $bytes | $((count / bytes)) | $(awk -v b="$bytes" -v t="$time" \
            'BEGIN { printf "%.1f", b / 1000 / t }') |"
    done
} > "$table"
sample_machine
{
    echo
    echo "Processor time, the fastest of $rounds runs, the translation to machine code kept from an"
    echo "earlier run; the megabytes are of bitcode, by processor time. $(machine "$began")"
} >> "$table"
cat "$table"
write_markdown "$table"
