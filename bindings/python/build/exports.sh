#!/bin/sh
# Prints a version script for the linker: the library exports what upright.h declares, and nothing else.
set -eu
header=$(dirname "$0")/../../../Sources/CUprightABI/include/upright.h
echo '{ global:'
sed -n 's/^[a-z].*[ *]\(upright_[a-z_]*\)(.*/  \1;/p' "$header"
echo 'local: *; };'
