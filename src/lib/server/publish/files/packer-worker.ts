import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { LOWEST, lowerPriority } from '#lib/server/lower-priority.ts'
import { isPart } from '#lib/server/publish/page-parts.ts'
import { isFinestAtOnce } from './packing.ts'
import { packPage, unpackedPaths } from './site-files.ts'

/** Pages to pack, the urgent ones before all others; `count` numbers the orders. */
export type PackOrder = { paths: string[]; isUrgent: boolean; count: number }

/** The folder of the pages; the first thread of a server also looks for pages that are not packed. */
export type PackWork = { siteDir: string; isFirst: boolean }

lowerPriority(LOWEST)
const { siteDir, isFirst }: PackWork = workerData
const urgent = new Set<string>()
const others = new Set<string>()
/** Pages that shoppers asked for: packed again, as tightly as possible, once every page has a packed form. */
const asked = new Set<string>()
let isWorking = false
/** The last order received, so that the thread is not ended while another order is on its way. */
let taken = 0

let isEnding = false

parentPort?.on('message', (message: PackOrder | 'end') => {
  if (message === 'end') {
    isEnding = true
    if (!isWorking) parentPort?.close()
    return
  }
  const { paths, isUrgent, count } = message
  taken = count
  for (const path of paths) {
    if (isPart(path)) continue
    ;(isUrgent ? urgent : others).add(path)
    if (isUrgent) asked.add(path)
  }
  void work()
})

if (isFirst) addUnpacked()
void work()

function addUnpacked(): void {
  for (const path of unpackedPaths(siteDir)) others.add(path)
}

/** Packs one page at a time, so that an urgent order comes next. */
async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  for (let work = next(); work !== undefined && !isEnding; work = next()) {
    const { path, isFinest } = work
    if (packPage(siteDir, path, isFinest)) parentPort?.postMessage(path)
    await setImmediate()
  }
  isWorking = false
  if (isEnding) parentPort?.close()
  else parentPort?.postMessage({ done: taken })
}

function next(): { path: string; isFinest: boolean } | undefined {
  const first = (paths: Set<string>) => [...paths.values().take(1)][0]
  const path = first(urgent) ?? first(others)
  if (path !== undefined) {
    urgent.delete(path)
    others.delete(path)
    return { path, isFinest: isFinestAtOnce(path) }
  }
  const last = first(asked)
  if (last === undefined) return undefined
  asked.delete(last)
  return { path: last, isFinest: true }
}
