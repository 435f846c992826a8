#!/usr/bin/env bash
# The shop's command line as the service has it: its user, its settings, its Node. As root:
#   /opt/kirana/current/deploy/as-shop.sh status
set -euo pipefail
# KEY=VALUE, read as systemd reads it: no shell looks at the values, and comments are none of them. Of systemd's
# quoting only what kirana.env allows.
while read -r line || [ -n "$line" ]; do
  [[ $line =~ ^([A-Z][A-Z0-9_]*)=[[:space:]]*(.*)$ ]] || continue
  name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
  [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]] && value=${BASH_REMATCH[1]}
  export "$name=$value"
done < "${SETTINGS_FILE:-/etc/kirana.env}"
# What help and messages tell people to type.
export SHOP_CALL="$0"
release=$(readlink -f "$(dirname "$(readlink -f "$0")")/..")
export PATH="$release/node_modules/.bin:$PATH"
# As kirana.service: else each thread that publishes keeps memory of its own.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
exec runuser -u "${RUN_AS:-kirana}" -- node --max-semi-space-size=4 "$release/bin/shop.ts" "$@"
