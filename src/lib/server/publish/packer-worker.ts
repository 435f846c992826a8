import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { LOWEST, lowerPriority } from '#lib/server/lower-priority.ts'
import { isPart } from './page-parts.ts'
import { packPage, unpackedPaths } from './site-files.ts'

/** Pages to pack: at once, or when nothing is more urgent. */
export type PackOrder = { paths: string[]; isUrgent: boolean }

lowerPriority(LOWEST)
const siteDir: string = workerData.given
const urgent = new Set<string>()
const others = new Set<string>()
let isWorking = false

parentPort?.on('message', ({ paths, isUrgent }: PackOrder) => {
  const hasPart = paths.some(isPart)
  for (const path of paths) if (!isPart(path)) (isUrgent ? urgent : others).add(path)
  // All pages that have it are other bytes now.
  if (hasPart) addUnpacked()
  void work()
})

addUnpacked()
void work()

function addUnpacked(): void {
  for (const path of unpackedPaths(siteDir)) others.add(path)
}

/** One page at a time, so that what shoppers ask for meanwhile comes next. */
async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  for (let path = next(); path !== undefined; path = next()) {
    if (packPage(siteDir, path)) parentPort?.postMessage(path)
    await setImmediate()
  }
  isWorking = false
}

function next(): string | undefined {
  const [path = [...others.values().take(1)][0]] = urgent.values().take(1)
  if (path !== undefined) {
    urgent.delete(path)
    others.delete(path)
  }
  return path
}
