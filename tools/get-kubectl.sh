#!/usr/bin/env bash
# Unpacks kubectl from newer suites of Debian into a folder, without installing anything: get-kubectl.sh <folder>.
# For machines that have apt but no kubectl. The mirror is the one that the machine uses anyway.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list* | sed -n '1s/ *$//p')
test -n "$mirror"

for suite in trixie sid; do
  mkdir -p "$work/$suite"/{lists/partial,cache/archives/partial,parts}
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$work/$suite/sources.list"
  apt=(-qq -o Dir::Etc::sourcelist="$work/$suite/sources.list" -o Dir::Etc::sourceparts="$work/$suite/parts" -o APT::Sandbox::User=root
    -o Dir::State::lists="$work/$suite/lists" -o Dir::Cache="$work/$suite/cache")
  apt-get "${apt[@]}" update
  (cd "$work/$suite" && apt-get "${apt[@]}" download "kubectl/$suite" && dpkg -x kubectl_*.deb files)
  version=$("$work/$suite/files/usr/bin/kubectl" version --client -o json | grep -oE '"gitVersion": "v1\.[0-9]+' | grep -oE '1\.[0-9]+$')
  install "$work/$suite/files/usr/bin/kubectl" "$folder/kubectl.$version"
  ln -sf "kubectl.$version" "$folder/kubectl"
done
