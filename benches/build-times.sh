#!/usr/bin/env bash
# Measures the cost of builds for a user, as CPU seconds (user + system), compared with k8s-openapi:
#   benches/build-times.sh [SCRATCH]
# Everything is built in SCRATCH (default: a new folder, removed at the end); the repository is not changed.
# CPU seconds of one job at a time, because other work on the machine has little influence on them.
set -euo pipefail

source "$(dirname "$0")/scratch.sh" "${1:-}"
export CARGO_BUILD_JOBS=1

# Prints the CPU seconds of a command and its child processes.
cpu() {
    (
        if ! "$@" >"$scratch/log" 2>&1; then
            cat "$scratch/log" >&2
            exit 1
        fi
        times >"$scratch/times"
    )
    tail -1 "$scratch/times" |
        awk '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += part[1] * 60 + part[2] } printf "%.1f", sum }'
}

minus() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a - b }'; }

# Creates an empty package with one dependency and changes to its folder.
user_of() { # name, dependency
    mkdir -p "$scratch/$1/src"
    cd "$scratch/$1"
    touch src/lib.rs
    printf '[package]\nname = "%s"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n%s\n' "$1" "$2" >Cargo.toml
    cargo fetch --quiet
}

# Sets `all` and `own` to the cost of a cold build with all dependencies and of the package alone.
cold() { # package, cargo command
    local package=$1
    shift
    export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$PWD/target-$1-${2:-dev}"
    rm -rf "$CARGO_TARGET_DIR"
    all=$(cpu cargo "$@")
    cargo clean --quiet --package "$package"
    cargo clean --quiet --package "$package" --release
    own=$(cpu cargo "$@")
}

ours() { # cargo command
    cold apimachinery "$@"
    touch "$copy/src/lib.rs"
    library=$(cpu cargo "$@")
    echo "| cold \`cargo $*\` | $(minus "$all" "$own") | $(minus "$own" "$library") | $library |"
}

edited() { # cargo command
    export CARGO_INCREMENTAL=1 CARGO_TARGET_DIR="$PWD/target-$1-dev"
    cargo "$@" --quiet
    sed -i 's/^message Container {$/&\n  string benchmark = 1000;/' "$copy/api-defs/core/v1.proto"
    echo "| \`cargo $*\` after one more field in core/v1.proto | $(cpu cargo "$@") |"
    cp "$main/api-defs/core/v1.proto" "$copy/api-defs/core/v1.proto"
}

theirs() { # cargo command
    cold k8s-openapi "$@"
    echo "| cold \`cargo $*\` | $(minus "$all" "$own") | $own |"
}

copy="$scratch/apimachinery"
rm -rf "$copy"
mkdir -p "$copy"
for part in Cargo.toml build.rs api-defs src templates tests examples; do
    cp -R "$main/$part" "$copy/"
done

echo "$(rustc --version), $(date -u +%Y-%m-%d), CPU seconds"
echo
user_of user-of-ours 'apimachinery = { path = "../apimachinery" }'
echo "| apimachinery | dependencies | generator, compiled and run | library |"
echo "| --- | ---: | ---: | ---: |"
ours check
ours build
ours build --release
echo
echo "| apimachinery, incremental | all |"
echo "| --- | ---: |"
edited check
edited build
echo
user_of user-of-theirs 'k8s-openapi = { version = "0.29", features = ["latest"] }'
echo "| $(cargo tree --depth 1 --prefix none | sed -n 's/^\(k8s-openapi v[^ ]*\).*/\1/p') | dependencies | library |"
echo "| --- | ---: | ---: |"
theirs check
theirs build
theirs build --release
