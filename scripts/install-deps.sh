#!/usr/bin/env bash
# Installs what Planish needs on Debian 12, and only what is missing.
#   scripts/install-deps.sh build    to build the compiler
#   scripts/install-deps.sh test     also to run all tests, the fuzzers and the format check (default)
set -euo pipefail

# "package probe": a probe with a slash is a file, otherwise a command.
build_needs=(
  "g++ c++"
  "cmake cmake"
  "ninja-build ninja"
  "ccache ccache"
  "libfmt-dev /usr/include/fmt/format.h"
  "nlohmann-json3-dev /usr/include/nlohmann/json.hpp"
  "libcli11-dev /usr/include/CLI/CLI.hpp"
  "libedit-dev /usr/include/histedit.h"
  "zlib1g-dev /usr/include/zlib.h"
  "llvm-22-dev /usr/lib/llvm-22/lib/cmake/llvm/LLVMConfig.cmake"
  "clang-22 clang++-22"
  "libclc-22 /usr/lib/clc/nvptx64--.bc"
  "libzstd-dev /usr/include/zstd.h"
  "libtbb-dev /usr/include/tbb/tbb.h"
  "libxxhash-dev /usr/include/xxhash.h"
)
test_needs=(
  "python3 python3"
  "libgtest-dev /usr/include/gtest/gtest.h"
  "libbenchmark-dev /usr/include/benchmark/benchmark.h"
  "clang-19 clang++-19"
  "libclang-rt-19-dev /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-$(uname -m).a"
  "clang-format-19 clang-format-19"
  "pkg-config pkg-config"
  "libblas-dev /usr/lib/$(uname -m)-linux-gnu/libblas.so"
  "libfftw3-dev /usr/include/fftw3.h"
)

case "${1:-test}" in
  build) needs=("${build_needs[@]}") ;;
  test) needs=("${build_needs[@]}" "${test_needs[@]}") ;;
  *) echo "usage: $0 [build|test]" >&2; exit 2 ;;
esac

missing=()
for need in "${needs[@]}"; do
  read -r package probe <<<"$need"
  if [[ $probe == */* ]]; then
    [[ -e $probe ]] || missing+=("$package")
  else
    command -v "$probe" >/dev/null || missing+=("$package")
  fi
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "planish: please install: ${missing[*]} (no apt-get here to do it)" >&2
  exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  command -v sudo >/dev/null || { echo "planish: run as root, or install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi

install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends -qq -o Dpkg::Use-Pty=0 "${missing[@]}" >&2
}
echo "planish: installing ${missing[*]}" >&2
# The package lists of a fresh machine are empty or old; they are fetched only when the first attempt fails.
if ! install 2>/dev/null; then
  "${as_root[@]}" apt-get update -qq >&2
  install
fi
