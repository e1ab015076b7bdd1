# To be sourced with the folder to work in, or none for a new one that is removed at the end.
# Sets `main`, this repository, and `scratch`, that folder.
main=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=${1:-}
if [ -z "$scratch" ]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
fi
mkdir -p "$scratch"
