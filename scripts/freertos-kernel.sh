#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Puts the source of the FreeRTOS kernel into a folder, unless it is there: as the Rust crate freertos-next carries it, for
# Debian has none. Its licence is MIT.
# Usage: scripts/freertos-kernel.sh FOLDER
set -eu
folder=$1
[ ! -f "$folder/tasks.c" ] || exit 0
echo "Fetching the FreeRTOS kernel"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src" "$folder"
: > "$work/src/lib.rs"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "fetch"
version = "0.1.0"
edition = "2021"
[dependencies]
freertos-next = "=0.12.0"
TOML
(cd "$work" && cargo vendor --quiet vendor > /dev/null)
cp -r "$work/vendor/freertos-next/FreeRTOS-Kernel/." "$folder/"
