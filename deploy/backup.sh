#!/usr/bin/env bash
# Copies the open shop into a folder of today, looks whether the copy can be restored, and keeps the last
# fourteen. Run by kirana-backup.timer; by hand: systemctl start kirana-backup
set -euo pipefail
target=${1:?the folder of all backups}
keep=14
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

# Here, as /tmp may be memory. What a night left that was cut short takes room, and is no copy.
rehearsal=$target/rehearsal
trap 'rm -rf "$rehearsal"' EXIT
rm -rf "$rehearsal" "$target"/20*.partial

name=$(date -u +%Y-%m-%dT%H-%M-%S)
node bin/shop.ts backup "$target/$name"

# The rehearsal: the same copy, brought back into an empty folder that goes again.
mkdir -m 700 "$rehearsal"
rehearse=(env -u DATABASE_URL -u DATABASE_URL_FILE "DATA_DIR=$rehearsal" node bin/shop.ts)
"${rehearse[@]}" restore "$target/$name"
"${rehearse[@]}" status

ls -1d "$target"/20* | sort | head -n "-$keep" | xargs -r rm -rf --
