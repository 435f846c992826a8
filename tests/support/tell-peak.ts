// Loaded into a process by `--import`: at its end it writes its peak memory, in KiB, to standard error. Of its own
// memory alone, where the system tells that: `maxRSS` begins with that of the process that started it.
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
