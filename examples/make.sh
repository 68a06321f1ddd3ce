#!/bin/sh
# Makes the files that the documents and the help texts name, in a folder of yours:
#
#   sh examples/make.sh try && cd try
#
# PINNACLE names the command; without it the one in PATH is used. Programs in C need what
# `pinnacle cc` needs. Where that is missing they are left out, and the script says so.
set -eu

folder=${1:?usage: sh examples/make.sh FOLDER}
pinnacle=$(command -v "${PINNACLE:-pinnacle}") || {
    echo "make.sh: the command pinnacle is not in PATH; PINNACLE can name it" >&2
    exit 2
}
case $pinnacle in
/*) ;;
*) pinnacle=$PWD/$pinnacle ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
cd "$folder"

# Programs of text.
for name in hello mandelbrot factorial count threads null loop; do
    cp "$here/$name.pnasm" .
    "$pinnacle" as "$name.pnasm" -o "$name.pexe"
done
cp factorial.pexe sums.pexe
cp factorial.pexe sort.pexe
cp mandelbrot.pexe untrusted.pexe
cp factorial.pexe odd.pexe
cp null.pexe bad.pexe
cp null.pexe big.pexe
cp factorial.pexe old.pexe
sed 's/mul i64/add i64/' factorial.pnasm > new.pnasm
"$pinnacle" as new.pnasm -o new.pexe

# A command that fails on a program with a certain fault, for `shrink`.
printf '#!/bin/sh\npinnacle run "$1" 2>&1 | grep -q "out of bounds" && exit 1\nexit 0\n' > still-fails.sh
chmod +x still-fails.sh

# Files with faults: a text with a wrong type, a program without its end, and one with data after it.
sed '91s/i64 %v15/i32 %v15/' factorial.pnasm > wrong.pnasm
mkdir -p faults
head -c 300 mandelbrot.pexe > faults/broken.pexe
sed 's/align 1;/align 8;/' null.pnasm > faults/align.pnasm
{ cat hello.pexe && echo data; } > faults/trailing.pexe
"$pinnacle" dis --records faults/broken.pexe > broken.txt

# Hosts for translated programs.
cp "$here/host.mjs" "$here/native-host/host.c" .

# LLVM 1.x.
cp "$here/collatz-llvm1.ll" old.ll
cp old.ll collatz-llvm1.ll
"$pinnacle" as old.ll -o old.bc

# Data of programs.
seq 1 100 > numbers.txt
cp numbers.txt input
mkdir -p notes documents lib
printf 'Dear reader,\nthis is a note.\n' > notes/a.txt
cp notes/a.txt documents/letter.txt

# A page with a program in it.
page() {
    printf '<!doctype html>\n<title>%s</title>\n' "$1"
    printf '<embed id="plugin" type="application/x-pnacl" src="%s" width="320" height="200">\n' "$2"
}

# C. The smallest program shows whether the compiler and the library are there.
cp "$here"/pepper/* .
mv hello.c greeting.c
cp "$here"/console/*.c .
if ! "$pinnacle" cc -O2 -g hello.c -o hello-c.pexe 2> cc.log; then
    echo "make.sh: without the programs in C: $(head -n 1 cc.log)" >&2
    exit 0
fi
rm cc.log
"$pinnacle" cc -O2 wc.c -o wc.pexe
"$pinnacle" cc -O1 -g crash.c -o crash.pexe
"$pinnacle" cc -O2 greeting.c -lppapi -o greeting.pexe
for name in sketch life tune notebook chat; do
    "$pinnacle" cc -O2 "$name.c" -lppapi -lpthread -lm -o "$name.pexe"
done
for name in greeting sketch life notebook chat; do
    "$pinnacle" sdk nmf -o "$name.nmf" "$name.pexe"
done

# Sites: a page in the folder, and two to serve.
page 'Life' life.nmf > page.html
mkdir -p site/demo old-site old-programs
for site in site site/demo old-site; do
    cp life.nmf life.pexe "$site"
    page 'Life' life.nmf > "$site/index.html"
done
cp greeting.pexe sketch.pexe old-programs
mkdir -p games site/app
cp greeting.nmf greeting.pexe sketch.nmf sketch.pexe games
cp notebook.pexe site/app/editor.pexe
"$pinnacle" sdk nmf -o site/app/editor.nmf site/app/editor.pexe
cp life.pexe game.pexe
cp greeting.pexe app.pexe
"$pinnacle" sdk nmf -o game.nmf game.pexe
mkdir -p backups
cp -R games old-programs backups
tar -cf backups.tar app.pexe games
echo '{"frame": 30, "stop": true}' > play.jsonl

# A library that others call, and a module of the stable subset.
cp "$here/shapes.c" .
exports=add,area,describe,longest_word,malloc,free
"$pinnacle" cc -O2 --export $exports shapes.c -o shapes.pexe
"$pinnacle" cc -O2 --export $exports -emit-llvm shapes.c -o shapes.bc
cat > simple.ll << 'END'
target triple = "le32-unknown-nacl"
define i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}
END
"$pinnacle" cc -c simple.ll -o simple.bc

# A program of two files.
echo 'double half(double value) { return value / 2; }' > two.c
printf 'double half(double);\nint main(void) { return half(2) != 1; }\n' > one.c

# What the linker leaves: an object, and a whole program that is not finalised.
"$pinnacle" cc -O2 -c hello.c -o hello.o
"$pinnacle" ar rcs libx.a hello.o
"$pinnacle" cc -O2 -emit-llvm hello.c -o hello.bc
