#!/usr/bin/env bash
# Copies the open shop into a folder of today, looks whether the copy can be restored, and keeps the last
# fourteen, and the last that could. Run by kirana-backup.timer; by hand: systemctl start kirana-backup
set -euo pipefail
shopt -s nullglob
target=${1:?the folder of all backups}
keep=14
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

# What was cut short takes room, and is no copy.
remove_partial() { rm -rf "$target"/20*.partial "$target"/20*.rehearsal; }

rotate() {
  local copies=("$target"/20*/) proven=("$target"/20*/rehearsed)
  local last=${proven[*]: -1} copy from=0
  local surplus=$((${#copies[@]} - keep))
  [ $surplus -gt 0 ] || return 0
  # While none says that it could be restored, the oldest stay: a former release looked at them and left no mark.
  [ ${#proven[@]} -gt 0 ] || from=$((keep - 1))
  for copy in "${copies[@]:$from:$surplus}"; do
    [ "$copy" = "${last%rehearsed}" ] || rm -rf "$copy"
  done
}

# Also after a night that failed: else each of them leaves one more copy.
trap 'remove_partial; rotate' EXIT
remove_partial
node bin/shop.ts backup "$target/$(date -u +%Y-%m-%dT%H-%M-%S)" --rehearse
