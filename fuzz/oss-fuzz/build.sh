#!/bin/bash -eu
# Builds every target of fuzz/Cargo.toml, with seeds beside those that take files.

cd "$SRC/pinnacle"
cargo fuzz build -O --debug-assertions

for target in $(cargo fuzz list); do
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    case $target in
        bitcode_read | finalize) seeds=(fuzz/seeds/*.bc) ;;
        bytecode_read) seeds=(fuzz/seeds/*.bytecode) ;;
        bytecode_text | ir_text) seeds=(examples/*.ll) ;;
        text) seeds=(examples/*.pnasm fuzz/seeds/*.pnasm) ;;
        pages) seeds=(fuzz/seeds/*.nmf fuzz/seeds/*.html fuzz/seeds/*.script fuzz/seeds/*.json) ;;
        *) continue ;;
    esac
    zip -jq "$OUT/${target}_seed_corpus.zip" "${seeds[@]}"
done
