// Loaded into a server with `--import`: a timer beats on the main thread. When asked by IPC, it
// answers with the longest time without a beat, and the most CPU time that the thread used between
// two beats.
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
  // The bench may be killed in the middle.
  process.once('disconnect', () => process.exit())
  process.channel?.unref()
}
