#!/bin/sh
# Makes a folder in which pywb shows a web archive, with Pinnacle in its pages. The configuration is
# config.yaml, or the one that is named, such as client-side.yaml.
set -eu
[ $# = 2 ] || [ $# = 3 ] || { echo "usage: $0 ARCHIVE FOLDER [CONFIGURATION]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../../web/dist
[ -f "$page/pinnacle.wasm" ] || { echo "$0: build the page first: cargo xtask page" >&2; exit 1; }
archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2/static/pinnacle"
cp "$page/pinnacle.js" "$page/pinnacle-worker.js" "$page/pinnacle.wasm" "$2/static/pinnacle"
cp "$here/${3:-config.yaml}" "$2/config.yaml"
cd "$2"
python3 -m venv pywb
pywb/bin/pip install --quiet pywb==2.10.0 setuptools
pywb/bin/wb-manager init old
pywb/bin/wb-manager add --unpack-wacz old "$archive"
