#!/usr/bin/env bash
# Copies the crate without conversions and defaulters, to build only types; no feature omits them:
#   benches/types-only.sh FOLDER
# The script patches the generator of the copy and omits hand-written functions. If the sources no longer match the patches,
# the copy does not compile.
set -euo pipefail

main=$(cd "$(dirname "$0")/.." && pwd)
copy=$1
mkdir -p "$copy"
for part in Cargo.toml build.rs api-defs src templates tests examples; do
    cp -R "$main/$part" "$copy/"
done
cd "$copy"

sed -i -E '/^ +(conversion|defaults)::file\(context, group, version\),$/d' src/codegen/render/mod.rs
sed -i -e 's/if entry.defaulted {/if false \&\& entry.defaulted {/' \
    -e 's/Route::InPlace => format/_ if true => String::new(),\n            &/' src/codegen/render/register.rs
# Reduces the module to the generated tree and the release; the Scheme contains only generated code.
sed -i -e '/^mod /d' -e '/^pub use self::every_version/d' -e '/^#\[cfg(feature/d' \
    -e '/^    #\[cfg(feature = "storage")\]/,/^    replication_controller::register/d' src/apis/mod.rs
find src/apis -mindepth 1 -maxdepth 1 ! -name mod.rs -exec rm -r {} +
