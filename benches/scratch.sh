# Source this file with a folder to work in, or without one for a new folder that is removed at the end.
# Sets `main` to this repository and `scratch` to that folder.
main=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=${1:-}
if [ -z "$scratch" ]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
fi
mkdir -p "$scratch"
