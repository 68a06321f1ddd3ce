#!/bin/sh
# Makes a folder that shows a web archive with ReplayWeb.page, and Pinnacle in its pages.
set -eu
[ $# = 2 ] || { echo "usage: $0 ARCHIVE.wacz FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../../web/dist
[ -f "$page/pinnacle.wasm" ] || { echo "$0: build the page first: cargo xtask page" >&2; exit 1; }
mkdir -p "$2/replay/static/pinnacle"
cp "$1" "$2/old.wacz"
cp "$here/index.html" "$2"
cp "$here/replay/index.html" "$2/replay"
cp "$page/pinnacle.js" "$page/pinnacle-worker.js" "$page/pinnacle.wasm" "$2/replay/static/pinnacle"
cd "$2"
npm pack --silent replaywebpage@2.4.6
tar xzf replaywebpage-2.4.6.tgz package/ui.js package/sw.js
mv package/ui.js package/sw.js replay
rm -r package replaywebpage-2.4.6.tgz
