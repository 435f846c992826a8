/**
 * The longest time for which this thread was at work without letting others have their turn, in
 * milliseconds of its own: what else the machine does in between counts for nothing.
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
