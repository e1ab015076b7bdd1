#!/usr/bin/env bash
# Measures the program on 50 MB of old manifests, as one file, through a pipe and as a folder, and also kubectl convert if
# KUBECTL_CONVERT contains its path:
#   benches/program.sh PROGRAM [SCRATCH]
# PROGRAM is target/release/apimachinery. Needs GNU time. Prints elapsed seconds, CPU seconds and peak memory of each run. Each
# round runs everything once, so that other work on the machine affects all alike.
set -euo pipefail

source "$(dirname "$0")/scratch.sh" "${2:-}"
program=$(realpath "$1")
kubectl=${KUBECTL_CONVERT:+$(realpath "$KUBECTL_CONVERT")}
cd "$scratch"

manifests() { awk -v bytes="${BYTES:-50000000}" -v seed=1 "$@" -f "$main/benches/manifests.awk"; }
[ -e all.yaml ] || manifests >all.yaml
[ -d folder ] || { mkdir folder && manifests -v folder=folder; }
printf 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata:\n  name: web\n' >one.yaml
echo "$(wc -c <all.yaml) bytes, $(find folder -type f | wc -l) documents"

timed() {
    local what=$1
    shift
    /usr/bin/time -f "%e s, %U user, %S system, %M KB  $what" "$@" >/dev/null
}

for round in 1 2 3; do
    echo "round $round"
    timed "one document" "$program" convert -o yaml -f one.yaml
    timed "file" "$program" convert -o yaml -f all.yaml
    timed "file, one core" taskset -c 0 "$program" convert -o yaml -f all.yaml
    timed "file, JSON" "$program" convert -o json -f all.yaml
    timed "file, edited" "$program" convert -o source --quiet -f all.yaml
    timed "file, edited, one core" taskset -c 0 "$program" convert -o source --quiet -f all.yaml
    timed "folder" "$program" convert -o yaml -f folder
    timed "pipe" "$program" convert -o yaml <all.yaml
    timed "pipe, edited" "$program" convert -o source --quiet <all.yaml
    [ -z "$kubectl" ] && continue
    timed "kubectl, one document" "$kubectl" -f one.yaml -o yaml
    timed "kubectl, file" "$kubectl" -f all.yaml -o yaml
    timed "kubectl, folder" "$kubectl" -f folder -o yaml
done
