#!/bin/sh
# Installs Pinnacle @VERSION@ for one user: downloads the archive for this machine, compares it
# with its checksum, and copies its files below ~/.local.
#
#     sh install.sh [--prefix FOLDER]
#
# PINNACLE_URL names another place to download from, file:///FOLDER among them.

set -eu

version=@VERSION@
url=${PINNACLE_URL:-@URL@}
prefix=${HOME:-}/.local

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -ge 2 ] || fail "--prefix needs a folder"
        prefix=$2
        shift 2
        ;;
    *) fail "unknown option $1; usage: install.sh [--prefix FOLDER]" ;;
    esac
done

system="$(uname -s) $(uname -m)"
case $system in
"Linux x86_64") platform=x86_64-unknown-linux-gnu ;;
"Linux aarch64") platform=aarch64-unknown-linux-gnu ;;
"Darwin arm64") platform=aarch64-apple-darwin ;;
"Darwin x86_64") platform=x86_64-apple-darwin ;;
*) fail "there is no archive for $system; docs/installing.md says how to build the command" ;;
esac

title=pinnacle-$version-$platform
archive=$title.tar.gz

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

download() {
    if command -v curl > /dev/null; then
        curl --fail --silent --show-error --location --output "$scratch/$1" "$url/$1"
    elif command -v wget > /dev/null; then
        wget --quiet --output-document "$scratch/$1" "$url/$1"
    else
        fail "curl or wget is needed"
    fi || fail "$url/$1 cannot be downloaded"
}

checksum() {
    if command -v sha256sum > /dev/null; then
        sha256sum "$1"
    elif command -v shasum > /dev/null; then
        shasum -a 256 "$1"
    else
        fail "sha256sum or shasum is needed"
    fi | cut -d ' ' -f 1
}

download SHA256SUMS
download "$archive"
expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$scratch/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS does not name $archive"
found=$(checksum "$scratch/$archive")
[ "$expected" = "$found" ] || fail "$archive has the checksum $found instead of $expected; nothing was installed"

tar -xzf "$scratch/$archive" -C "$scratch"
cd "$scratch/$title"
share=$prefix/share
rm -rf "$share/doc/pinnacle" "$share/pinnacle"
mkdir -p "$prefix/bin" "$share/man/man1" "$share/doc/pinnacle" "$share/pinnacle" \
    "$share/bash-completion/completions" "$share/fish/vendor_completions.d" "$share/zsh/site-functions"
cp man/*.1 "$share/man/man1"
cp completions/pinnacle.bash "$share/bash-completion/completions/pinnacle"
cp completions/pinnacle.fish "$share/fish/vendor_completions.d"
cp completions/_pinnacle "$share/zsh/site-functions"
cp -R LICENSE README.md CHANGELOG.md SECURITY.md sbom.cdx.json docs examples "$share/doc/pinnacle"
cp -R page "$share/pinnacle"
# The command comes last and in one step, so that a running one is not written over.
cp pinnacle "$prefix/bin/.pinnacle.new"
mv -f "$prefix/bin/.pinnacle.new" "$prefix/bin/pinnacle"

echo "installed $prefix/bin/pinnacle, documents in $share/doc/pinnacle"
case :${PATH:-}: in
*:"$prefix/bin":*) ;;
*) echo "$prefix/bin is not in PATH yet" ;;
esac
