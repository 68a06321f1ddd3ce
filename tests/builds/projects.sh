# How each project is built and what is compared; for `run` beside this file.

# Wrappers, which are empty for this machine.
for_this_machine() { configure=(); make=(); run=(); export -n CC; }
portable() { configure=("$PINNACLE" configure); make=("$PINNACLE" make); }

with_configure() { "${configure[@]}" ./configure "$@" && "${make[@]}" make -j"$jobs" $make_words; }
with_cmake() { "${configure[@]}" cmake -S . -B b -DCMAKE_BUILD_TYPE=Release "$@" && cmake --build b -j"$jobs"; }

# Each project: its package, how it is built, and what is compared. A program of CMake is
# called NAME.pexe when it is portable.
program() { if [ -e "$1.pexe" ]; then "./$1.pexe" "${@:2}"; else "./$1" "${@:2}"; fi; }

# A file of some size that all of them make in the same way.
sample() { seq 1 3000 | sed 's/$/ some text that repeats/'; }

bc_package=bc
bc_build() { make_words=MAKEINFO=true; with_configure; }
bc_check() { echo 'scale=50; 4*a(1); e(1); 2^300; l(7)' > in.bc; bc/bc -lq in.bc < /dev/null; echo '30k 2v p 16o 1000 p' | dc/dc; }

brotli_package=brotli
brotli_build() { with_cmake; }
brotli_check() { sample > s.txt; program b/brotli -kf s.txt; sha256sum < s.txt.br; program b/brotli -dc s.txt.br | sha256sum; }

bzip2_package=bzip2
bzip2_build() { "${make[@]}" make bzip2 bzip2recover libbz2.a; }
bzip2_check() { sample > s.txt; ./bzip2 -kf s.txt; sha256sum < s.txt.bz2; ./bzip2 -tv s.txt.bz2 2>&1; for i in 1 2 3; do ./bzip2 -d < sample$i.bz2 | cmp - sample$i.ref && echo same $i; done; }

cjson_package=cjson
cjson_build() { with_cmake -DBUILD_SHARED_LIBS=OFF -DENABLE_CUSTOM_COMPILER_FLAGS=OFF; }
cjson_check() { cd b/tests && for test in parse_number parse_string parse_object parse_examples print_number print_string misc_tests compare_tests cjson_add minify_tests; do program $test | tail -2; done; }

expat_package=expat
expat_build() { cd expat 2> /dev/null; with_cmake -DEXPAT_SHARED_LIBS=OFF; }
expat_check() { cd expat 2> /dev/null; program b/tests/runtests | grep Checks; program b/xmlwf/xmlwf -t b/nothing.xml; }

figlet_package=figlet
figlet_build() { "${make[@]}" make figlet; }
figlet_check() { ./figlet -d fonts Pinnacle; ./figlet -d fonts -f slant -w 60 one two three; }

fmt_package=fmtlib
fmt_build() { with_cmake -DFMT_TEST=OFF -DFMT_DOC=OFF; }
fmt_check() { ls b/libfmt.a; }

freetype_package=freetype
freetype_build() { cd freetype-* 2> /dev/null; with_cmake -DFT_DISABLE_ZLIB=ON -DFT_DISABLE_PNG=ON -DFT_DISABLE_BROTLI=ON -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BZIP2=ON; }
freetype_check() { ls b/libfreetype.a; }

googletest_package=googletest
googletest_build() { with_cmake -Dgtest_build_samples=ON; }
googletest_check() { for i in 1 2 3 4 5 6 7 8 9 10; do program "b/googletest/sample${i}_unittest" 2> /dev/null | grep -v '^Running main' | sed 's/([0-9]* ms.*//; s#^/.*/##'; done; }

gzip_package=gzip
gzip_build() { with_configure; }
gzip_check() { sample > s.txt; ./gzip -nk9 s.txt; sha256sum < s.txt.gz; ./gzip -dc s.txt.gz | sha256sum; }

indent_package=indent
indent_build() { make_words=MAKEINFO=true; with_configure CFLAGS="-O2 -include locale.h -Wno-error"; }
indent_check() { for style in gnu kr orig linux; do src/indent -$style -st src/args.c | sha256sum; done; }

jpeg_package=libjpeg-turbo
jpeg_build() { with_cmake -DWITH_SIMD=OFF -DENABLE_SHARED=OFF; }
jpeg_check() { program b/djpeg-static -ppm -outfile t.ppm testimages/testorig.jpg; sha256sum t.ppm; program b/cjpeg-static -quality 70 -progressive -outfile t.jpg t.ppm; sha256sum t.jpg; program b/tjunittest-static | tail -3; }

json_package=nlohmann-json3
# Some of its hundred programs, which take a minute each.
json_tests="test-conversions test-json_pointer test-class_parser test-to_chars test-unicode1"
json_build() {
    "${configure[@]}" cmake -S . -B b -DCMAKE_BUILD_TYPE=Release -DJSON_BuildTests=ON -DJSON_FastTests=ON -DJSON_TestStandards=11 &&
        for test in $json_tests; do cmake --build b -j"$jobs" --target "${test}_cpp11" || return 1; done
}
json_check() { for test in $json_tests; do program "b/tests/${test}_cpp11" --no-skip=false | grep 'assertions' | grep -o '[0-9]* failed'; done; }

jsoncpp_package=libjsoncpp
jsoncpp_build() { with_cmake -DBUILD_SHARED_LIBS=OFF -DBUILD_OBJECT_LIBS=OFF; }
jsoncpp_check() { program b/bin/jsoncpp_test; for f in test/data/test_*.json; do program b/bin/jsontestrunner "$f"; cat "${f%.json}.actual"; done; }

leveldb_package=leveldb
leveldb_build() { with_cmake -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF; }
leveldb_check() { ls b/libleveldb.a; }

libpng_package=libpng1.6
libpng_needs=zlib
libpng_build() { with_configure --disable-shared "CPPFLAGS=-I$work/zlib/$kind" "LDFLAGS=-L$work/zlib/$kind"; }
libpng_check() { ./pngtest | tail -3; }

libxml2_package=libxml2
libxml2_build() { with_configure --disable-shared --without-python --without-lzma --without-zlib --without-http --without-ftp --without-modules; }
libxml2_check() { ./runtest 2>&1 | tail -3; echo '<a><b x="1">&lt;</b><c/></a>' | ./xmllint --format -; }

lua_package=lua5.4
lua_build() { cd src && "${make[@]}" make -j"$jobs" lua luac PLAT=generic SYSCFLAGS= SYSLIBS= MYCFLAGS= ; }
lua_check() { printf 'local t = {}\nfor i = 1, 20 do t[i] = i * i / 7 end\nprint(table.concat(t, " "))\nprint(pcall(error, "x"))\nprint(("abc"):rep(3, "-"), math.pi, 7 // 2, #arg)\n' > src/t.lua; cd src; ./lua t.lua; }

mpg123_package=mpg123
mpg123_build() { with_configure --disable-shared --enable-static --with-cpu=generic --with-audio=dummy --disable-modules --disable-libout123-modules; }
mpg123_check() { ./src/mpg123-id3dump --help | head -3; ./src/out123 --version; }

ogg_package=libogg
ogg_build() { with_configure --disable-shared && "${make[@]}" make check; }
ogg_check() { for test in src/test_*; do case $test in *.c|*.o|*.log|*.trs) ;; *) "./$test" 2>&1 | tail -2 ;; esac; done; }

onig_package=libonig
onig_build() { with_cmake -DBUILD_SHARED_LIBS=OFF -DBUILD_TEST=ON; }
onig_check() { for test in test_utf8 test_syntax test_regset testc; do program b/test/$test 2>&1 | tail -3; done; }

pcre2_package=pcre2
pcre2_build() { with_cmake -DPCRE2_BUILD_PCRE2_16=ON -DPCRE2_BUILD_PCRE2_32=ON; }
pcre2_check() { for i in 1 2 4 5 6; do program b/pcre2test -q "testdata/testinput$i" "out$i"; sha256sum "out$i"; done; echo one two | program b/pcre2grep -o 't\w+'; }

pugixml_package=pugixml
pugixml_build() { with_cmake -DPUGIXML_BUILD_TESTS=ON; }
# Some tests are for systems that they know.
pugixml_check() { program b/pugixml-check | tail -1 | sed 's/[0-9][0-9]* //'; }

snappy_package=snappy
snappy_build() { with_cmake -DSNAPPY_BUILD_TESTS=OFF -DSNAPPY_BUILD_BENCHMARKS=OFF; }
snappy_check() { ls b/libsnappy.a; }

sqlite_package=sqlite3
sqlite_build() { with_configure --disable-tcl --disable-shared --disable-readline --disable-editline; }
# .dump writes numbers to more digits than there are where long double is double.
sqlite_check() { printf '.mode box\ncreate table t(a integer primary key, b text, c real);\nwith recursive n(x) as (select 1 union all select x+1 from n where x<500) insert into t select x, printf("%%05d", x*7), x/3.0 from n;\nselect count(*), sum(c), max(b) from t;\n.schema\nselect json_group_array(a) from (select a from t limit 5);\nexplain query plan select * from t where b="x";\ncreate table u as select a, b from t;\n.dump u\n.mode csv\nselect * from t limit 50;\n' > in.sql; rm -f t.db; ./sqlite3 t.db < in.sql | sha256sum; ./sqlite3 t.db 'pragma integrity_check; select avg(c) from t;'; }

tinyxml2_package=tinyxml2
tinyxml2_build() { with_cmake -DBUILD_SHARED_LIBS=OFF -Dtinyxml2_BUILD_TESTING=ON; }
tinyxml2_check() { mkdir -p resources/out; program b/xmltest 2>&1 | grep -E '^Pass|Fail' | grep -v msec; }

vorbis_package=libvorbis
vorbis_needs=ogg
vorbis_build() { with_configure --disable-shared "--with-ogg-includes=$work/ogg/$kind/include" "--with-ogg-libraries=$work/ogg/$kind/src/.libs" && "${make[@]}" make -C test test; }
vorbis_check() { (cd test && ./test | grep -c ok); }

xz_package=xz-utils
xz_build() { with_configure --disable-shared --disable-nls && "${make[@]}" make check; }
xz_check() { sample > s.txt; src/xz/xz -kf9 s.txt; sha256sum < s.txt.xz; src/xz/xz -dc s.txt.xz | sha256sum; src/xz/xz -l s.txt.xz; }

yajl_package=yajl
yajl_build() { with_cmake; }
yajl_check() { echo '{"a":[1,2.5,"x\u00e4"],"b":null}' | program b/yajl-2.1.0/bin/json_reformat; echo '[1,' | program b/yajl-2.1.0/bin/json_verify; }

yaml_package=yaml-cpp
yaml_build() { with_cmake -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=ON; }
yaml_check() { printf 'a: [1, 2, {b: c}]\nd: |\n  text\n  more\ne: &x !t 5\nf: *x\n' > t.yaml; program b/util/parse < t.yaml; program b/util/parse t.yaml; }

zlib_package=zlib
zlib_build() { with_configure --static && "${make[@]}" make check; }
zlib_check() { ./example | grep -v 'compile flags'; sample > s.txt; ./minigzip -9 s.txt; sha256sum < s.txt.gz; }

zstd_package=libzstd
zstd_build() { "${make[@]}" make -j"$jobs" -C programs zstd; }
zstd_check() { sample > s.txt; programs/zstd -kqf -19 s.txt; sha256sum < s.txt.zst; programs/zstd -dc s.txt.zst | sha256sum; programs/zstd -b3 -e3 -i0 s.txt 2>&1 | wc -l; }

gawk_package=gawk
gawk_build() { with_configure --disable-nls --disable-mpfr --disable-extensions; }
gawk_check() { sample | ./gawk '{ sum[$2] += length($0); n[$1 % 7]++ } END { for (k in n) print k, n[k] | "cat"; print sum["some"], sprintf("%.10g", atan2(1, 2)), toupper("abc") }' 2>&1 | sort; sample | ./gawk 'NR % 500 == 0 { print $1 * 3.5; gsub(/[aeiou]/, "_"); print }'; }

sed_package=sed
sed_build() { with_configure --disable-nls MAKEINFO=true; }
sed_check() { sample | sed/sed -n '/7 some/{s/\(some\) \(text\)/\2 \1/gp}' 2> /dev/null; sample > s.txt; sed/sed -i.bak '2,4d;$!N;P;D' s.txt; sha256sum < s.txt; }

m4_package=m4
m4_build() { with_configure; }
m4_check() { printf 'define(`f'"'"', `ifelse($1, 0, 1, `eval($1 * f(decr($1)))'"'"')'"'"')f(10) regexp(`abc'"'"', `b'"'"') format(`%%05.2f'"'"', 3.14159)\n' | src/m4; }

yaml_c_package=libyaml
yaml_c_build() { with_cmake; }
yaml_c_check() { printf 'a: [1, {b: c}]\n' > t.yaml; program b/tests/run-parser t.yaml; program b/tests/run-emitter t.yaml; }

lame_package=lame
lame_build() { with_configure --disable-shared --disable-nasm --disable-gtktest; }
lame_check() { frontend/lame --version | head -1; }

cmark_package=cmark
cmark_build() { with_cmake -DCMARK_SHARED=OFF -DCMARK_TESTS=ON; }
cmark_check() { program b/src/cmark README.md | sha256sum; program b/api_test/api_test; program b/src/cmark -t xml test/spec.txt | sha256sum; }

duktape_package=duktape
duktape_build() { "${make[@]}" make -f Makefile.cmdline; }
duktape_check() { script > t.js; ./duk t.js; }

# What programs of JavaScript are asked.
script() { echo 'print([1,2,3].map(function(x){return x*x/3}).join(), JSON.stringify({a:[1,{b:2}]}), /(\w+)@/.exec("me@x")[1], new Date(0).toISOString(), Math.pow(2,0.5), 0.1+0.2, (123.456).toFixed(2), parseInt("ff",16)); try { null.x } catch (e) { print(e) } function f(n){return n<2?n:f(n-1)+f(n-2)} print(f(20));'; }

mujs_package=mujs
mujs_build() { "${make[@]}" make release HAVE_READLINE=no; }
mujs_check() { script > t.js; build/release/mujs t.js; }

ed_package=ed
ed_build() { "${configure[@]}" ./configure && "${make[@]}" make; }
ed_check() { sample > s.txt; printf '/77 some/\ns/some/any/p\n1,3p\ng/99[05]/p\nw t.txt\nq\n' | ./ed -s s.txt; sha256sum t.txt; }

giflib_package=giflib
giflib_build() { "${make[@]}" make libgif.a giftext gifbuild gifinto giftool gif2rgb; }
giflib_check() { for g in pic/*.gif; do echo "$g"; ./giftext < "$g" | sha256sum; ./gif2rgb -o - "$g" 2> /dev/null | sha256sum; done; ./gifbuild -d pic/treescap.gif | ./gifbuild | cmp - pic/treescap.gif; }

grep_package=grep
grep_build() { with_configure --disable-nls --disable-perl-regexp; }
grep_check() { sample | src/grep -E '(1|2)7+ some' | sha256sum; sample | src/grep -c 'x*text'; src/grep -rn main src/*.c | sha256sum; printf 'abc\nabcabc\n' | src/grep -x '\(abc\)\1'; src/grep nothing src/*.c; echo $?; }

lcms_package=lcms2
lcms_build() { with_configure --disable-shared --without-jpeg --without-tiff --without-zlib; }
lcms_check() { cd testbed && ./testcms 2>&1 | tail -3; }

libconfig_package=libconfig
libconfig_build() { with_configure --disable-shared && "${make[@]}" make check; }
libconfig_check() { tail -4 tests/test-suite.log; (cd examples/c++ && ./example1 && ./example4); (cd examples/c && ./example1 && ./example2 && ./example3); }

lz4_package=lz4
lz4_build() { "${make[@]}" make -j"$jobs" -C programs lz4; }
lz4_check() { sample > s.txt; programs/lz4 -9 -kf s.txt; sha256sum s.txt.lz4; programs/lz4 -dc s.txt.lz4 | sha256sum; }

lzip_package=lzip
lzip_build() { "${configure[@]}" ./configure && "${make[@]}" make; }
lzip_check() { sample > s.txt; ./lzip -k9 s.txt; sha256sum s.txt.lz; ./lzip -dc s.txt.lz | sha256sum; ./lzip -l s.txt.lz; }

ncompress_package=ncompress
ncompress_build() { "${make[@]}" make; }
ncompress_check() { sample > s.txt; ./compress -c s.txt | sha256sum; ./compress -c s.txt | ./compress -dc | sha256sum; }

patch_package=patch
patch_build() { with_configure; }
patch_check() { sample > a; sample | sed 's/^7 /seven /; 100,120d' > b; diff -u a b > d; cp a c; src/patch c < d; cmp b c; src/patch -R c < d; cmp a c; }

# A picture whose points are the bytes of a text.
picture() { printf 'P6\n64 48\n255\n'; sample | head -c 9216; }

unzip_package=unzip
unzip_build() { "${make[@]}" make -f unix/Makefile generic; }
unzip_check() { ./unzip -l testmake.zip; ./unzip -t testmake.zip; ./unzip -o testmake.zip -d out; ./funzip testmake.zip | sha256sum; }

webp_package=libwebp
webp_build() { with_configure --disable-shared --disable-png --disable-jpeg --disable-tiff --disable-gif --disable-gl --disable-sdl; }
webp_check() { picture > t.ppm; examples/cwebp -quiet -q 80 t.ppm -o t.webp; sha256sum t.webp; examples/dwebp -quiet t.webp -ppm -o u.ppm; sha256sum u.ppm; examples/cwebp -quiet -lossless t.ppm -o l.webp; sha256sum l.webp; examples/webpinfo t.webp | tail -4; }

zopfli_package=zopfli
zopfli_build() { with_cmake -DBUILD_SHARED_LIBS=OFF; }
zopfli_check() { sample > s.txt; program b/zopfli -c s.txt | sha256sum; program b/zopfli -c s.txt | gzip -dc | sha256sum; }

units_package=units
units_build() { with_configure; }
units_check() { ./units -f definitions.units '3 miles' km; ./units -f definitions.units 'tempF(70)' tempC; ./units -f definitions.units -c; }

bsdtar_package=libarchive
bsdtar_build() { with_configure --disable-shared --without-zlib --without-bz2lib --without-lzma --without-zstd --without-lz4 --without-xml2 --without-expat --without-openssl --without-nettle --disable-acl --disable-xattr; }
bsdtar_check() { ./bsdtar cf t.tar --format ustar --uid 0 --gid 0 --numeric-owner build; ./bsdtar tf t.tar | sort | sha256sum; mkdir -p x; ./bsdtar xf t.tar -C x; diff -r build x/build && echo same; }

findutils_package=findutils
findutils_build() { with_configure; }
findutils_check() { find/find lib -name '*.c' | sort | sha256sum; find/find . -maxdepth 1 -type d -printf '%p %d\n' | sort; find/find lib -newer configure -size +8k -name '*.h' | sort; }

mbedtls_package=mbedtls
mbedtls_build() { "${make[@]}" make -j"$jobs" -C library static && "${make[@]}" make -C programs test/selftest hash/generic_sum; }
# It wants random bytes of a device.
mbedtls_check() { export PINNACLE_RUN_OPTIONS='--dir /dev'; programs/test/selftest | grep -c passed; programs/test/selftest | tail -3; echo abc > a; programs/hash/generic_sum SHA256 a; }

gperf_package=gperf
gperf_build() { "${configure[@]}" ./configure && "${make[@]}" make -j"$jobs" -C lib && "${make[@]}" make -C src; }
gperf_check() { for f in tests/*.gperf; do echo "$f"; src/gperf -L C++ "$f" | sha256sum; done; }

hello_package=hello
hello_build() { with_configure; }
hello_check() { ./hello; ./hello -t; ./hello -g 'one two'; }

jansson_package=jansson
jansson_build() { with_cmake -DJANSSON_BUILD_DOCS=OFF; }
jansson_check() { for test in b/bin/test_*; do test=${test%.pexe}; program "$test" > test.out 2>&1; echo "$test $?"; done; }

lua51_package=lua5.1
lua51_build() { cd src && "${make[@]}" make -j"$jobs" generic; }
lua51_check() { for f in bisect cf factorial hello sieve sort; do echo $f; src/lua "test/$f.lua" | sha256sum; done; }

lua53_package=lua5.3
lua53_build() { "${make[@]}" make -j"$jobs" generic; }
lua53_check() { lua_check; }

mawk_package=mawk
mawk_build() { "${configure[@]}" ./configure && "${make[@]}" make; }
mawk_check() { sample | ./mawk '{ sum[$2] += length($0) } END { for (k in sum) print k, sum[k]; print sprintf("%.10g", atan2(1, 2)), toupper("abc"), substr("hello", 2, 3) }'; sample | ./mawk 'NR % 500 == 0 { print $1 * 3.5; gsub(/[aeiou]/, "_"); print }'; }

flac_package=flac
flac_build() { with_cmake -DWITH_OGG=OFF -DINSTALL_MANPAGES=OFF -DBUILD_DOCS=OFF -DWITH_ASM=OFF -DBUILD_SHARED_LIBS=OFF; }
flac_check() { sample | head -c 80000 > s.raw; words="-s -f --force-raw-format --endian=little --sign=signed"; program b/src/flac/flac $words --channels=2 --bps=16 --sample-rate=44100 s.raw -o t.flac; sha256sum t.flac; program b/src/flac/flac $words -d t.flac -o u.raw; cmp s.raw u.raw && echo same; }
