#!/usr/bin/env bash
# Copies the open shop into a folder of today, looks whether the copy can be restored, and keeps the last
# fourteen. Run by kirana-backup.timer; by hand: set -a; . /etc/kirana.env; deploy/backup.sh /var/backups/kirana
set -euo pipefail
target=${1:?the folder of all backups}
keep=14
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

name=$(date -u +%Y-%m-%dT%H-%M-%S)
node bin/shop.ts backup "$target/$name"

# The rehearsal: the same copy, brought back into an empty folder that goes again.
rehearsal=$(mktemp -d)
trap 'rm -rf "$rehearsal"' EXIT
DATA_DIR="$rehearsal/data" DATABASE_URL= node bin/shop.ts restore "$target/$name"
DATA_DIR="$rehearsal/data" DATABASE_URL= node bin/shop.ts status

ls -1d "$target"/20* | sort | head -n "-$keep" | xargs -r rm -rf --
