// Loaded into a process by `--import`: at exit it writes its peak memory in KiB to standard error.
// On Linux this is its own memory only, as `maxRSS` starts from that of the process that spawned
// it.
import { readFileSync } from 'node:fs'

process.on('exit', () => {
  let own: string | undefined
  try {
    own = /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  } catch {
    // Not on Linux.
  }
  console.error(`PEAK ${own ?? process.resourceUsage().maxRSS}`)
})
