import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'

/**
 * The longest time that this thread worked without yielding to the event loop, in milliseconds of
 * its own CPU time, so that other processes do not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const beat = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(beat)
  }
  setImmediate(beat)
  await work()
  isOver = true
  return longest
}

/** How often a second this thread turned to something else during the work: hardly ever, if the work holds it. */
export async function beatsPerSecond(work: () => Promise<unknown>): Promise<number> {
  let beats = 0
  const start = performance.now()
  const beat = setInterval(() => beats++, 5)
  try {
    await work()
  } finally {
    clearInterval(beat)
  }
  return (beats / (performance.now() - start)) * 1000
}

const beatSchema = z.object({ longestGapMs: z.number(), longestTurnMs: z.number() })

/**
 * What a server started with `--import ./tests/bench/heartbeat.ts` has measured since it was last
 * asked.
 */
export async function askBeat(shop: ChildProcess): Promise<z.infer<typeof beatSchema>> {
  const answer = once(shop, 'message')
  shop.send('beat')
  return beatSchema.parse((await answer)[0])
}
