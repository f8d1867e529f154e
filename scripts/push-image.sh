#!/bin/sh
# Makes the image of the package in this folder for two processors, and pushes it to its registry, under its version and as
# `latest`: push-image.sh IMAGE VERSION [OPTION OF podman build …]
set -eu
image=$1 version=$2
shift 2
cd "$(dirname "$0")/.."
podman build --format docker --platform linux/amd64,linux/arm64 --manifest "$image:$version" \
  --file deploy/Containerfile --build-arg "VERSION=$version" "$@" .
for tag in "$version" latest; do
  podman manifest push --all "$image:$version" "docker://$image:$tag"
done
