// Loaded into a server with `--import`: beats on its main thread and tells whoever started it, by IPC, the
// longest time without a beat, and the longest that the thread itself was at work in one turn.
import { isMainThread } from 'node:worker_threads'

const BEAT_MS = 5

if (isMainThread && process.send) {
  let longestGapMs = 0
  let longestTurnMs = 0
  let at = performance.now()
  let used = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used)
    longestTurnMs = Math.max(longestTurnMs, (user + system) / 1000)
    longestGapMs = Math.max(longestGapMs, performance.now() - at - BEAT_MS)
    at = performance.now()
    used = process.threadCpuUsage()
  }, BEAT_MS).unref()
  process.on('message', () => {
    process.send?.({ longestGapMs, longestTurnMs })
    longestGapMs = longestTurnMs = 0
  })
  // Whoever measures may be ended in the middle.
  process.once('disconnect', () => process.exit())
  process.channel?.unref()
}
