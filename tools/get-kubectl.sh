#!/usr/bin/env bash
# Unpacks kubectl from newer suites of Debian into a folder, without installing anything: get-kubectl.sh <folder>.
# For machines that have apt but no kubectl. The mirror is the one that the machine uses anyway.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list* | sed -n '1s/ *$//p')
test -n "$mirror"

unpack() {
  local suite=$1 at="$work/$1" version
  mkdir -p "$at"/{lists/partial,cache/archives/partial,parts} &&
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$at/sources.list" &&
    local apt=(-qq -o Dir::Etc::sourcelist="$at/sources.list" -o Dir::Etc::sourceparts="$at/parts" -o APT::Sandbox::User=root
      -o Dir::State::lists="$at/lists" -o Dir::Cache="$at/cache") &&
    apt-get "${apt[@]}" update &&
    (cd "$at" && apt-get "${apt[@]}" download "kubectl/$suite" && dpkg -x kubectl_*.deb files) &&
    version=$("$at/files/usr/bin/kubectl" version --client -o json | grep -oE '"gitVersion": "v1\.[0-9]+' | grep -oE '1\.[0-9]+$') &&
    install "$at/files/usr/bin/kubectl" "$folder/kubectl.$version" &&
    ln -sf "kubectl.$version" "$folder/kubectl"
}

for suite in trixie sid; do unpack "$suite" || echo "no kubectl from $suite" >&2; done
test -x "$folder/kubectl"
