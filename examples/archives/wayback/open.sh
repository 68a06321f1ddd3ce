#!/bin/sh
# Opens a page of the Wayback Machine in a Chromium with Pinnacle's extension and a profile of its
# own. docs/archives.md has the commands.
#
# usage: open.sh EXTENSION ADDRESS [MOMENT] [FLAG...]
set -eu
if [ $# -lt 2 ]; then
    echo "usage: $0 EXTENSION ADDRESS [MOMENT] [FLAG...]" >&2
    exit 2
fi
extension=$(cd "$1" && pwd)
if [ ! -e "$extension/manifest.json" ]; then
    echo "$0: $extension has no manifest.json: name web/dist/extension/chromium," >&2
    echo "which \`cargo xtask page\` makes" >&2
    exit 2
fi
address=$2
moment=${3:-2013}
shift 2
[ $# -eq 0 ] || shift
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
# Chromium 137 and later load extensions from the command line only with the first flag.
"${CHROMIUM:-chromium}" --disable-features=DisableLoadExtensionCommandLineSwitch \
    --load-extension="$extension" --user-data-dir="$profile" --no-first-run "$@" \
    "https://web.archive.org/web/$moment/$address"
