#!/bin/sh
# Builds the kernel with the address and undefined-behaviour sanitizers in a folder of its own, then runs the
# vectors and a bounded fuzz with it. Usage: fuzz/sanitize.sh [SECONDS] [SEED]; PYTHON names the interpreter (it
# needs Cython), CC the compiler.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/tilery/solver"
: > "$work/tilery/__init__.py"
: > "$work/tilery/solver/__init__.py"
cp -r src/tilery/solver/kernel "$work/tilery/solver"
rm -f "$work"/tilery/solver/kernel/*.so
"$python" -m cython "$work/tilery/solver/kernel/calls.pyx" -o "$work/calls.c"
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
ending=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
"$cc" -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-shared -fPIC -I"$include" "$work/calls.c" -o "$work/tilery/solver/kernel/calls$ending"

# Python itself is not built with the sanitizers: their library has to be there first, and what the interpreter
# keeps until it exits is no leak of ours.
LD_PRELOAD="$("$cc" -print-file-name=libasan.so) $("$cc" -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	PYTHONMALLOC=malloc PYTHONPATH="$work" \
	"$python" fuzz/kernel_fuzz.py --seconds "${1:-120}" --seed "${2:-0}" --grace 20 \
	--vectors tests/vectors/positions.jsonl
echo "No finding by the address and undefined-behaviour sanitizers."
