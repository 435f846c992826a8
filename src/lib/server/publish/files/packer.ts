import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { programFile } from '#lib/server/build/programs.ts'
import type { PackOrder, PackWork } from './packer-worker.ts'

/** Packs published pages behind everybody's back. */
export type Packer = {
  /** A page was just sent: its packed form is wanted before others, and then one as small as can be. */
  ask: (path: string) => void
  /** Pages that were written, and want one when there is time. */
  note: (paths: string[]) => void
  close: () => Promise<void>
}

/** After so long without work the thread gives its 40 MB back. */
const IDLE_MS = 20_000

/**
 * Starts one thread of the lowest priority that keeps a packed form beside each published page, first of those
 * that shoppers ask for; `onPacked` is told of each. It ends when all is packed, and comes back with the next page.
 */
export function startPacker(
  siteDir: string,
  onPacked: (path: string) => void,
  { idleMs = IDLE_MS, onRest = () => {} } = {},
): Packer {
  mkdirSync(siteDir, { recursive: true })
  let worker: Worker | undefined
  let orders = 0
  let resting: NodeJS.Timeout | undefined
  const rest = () => {
    const idle = worker
    worker = undefined
    void idle?.terminate().then(onRest)
  }
  const start = (isFirst: boolean) => {
    const workerData: PackWork = { siteDir, isFirst }
    const started = new Worker(programFile('packer-worker'), { workerData })
    started.on('message', (answer: string | { done: number }) => {
      if (typeof answer === 'string') onPacked(answer)
      else if (answer.done === orders && worker === started) {
        clearTimeout(resting)
        resting = setTimeout(rest, idleMs).unref()
      }
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    // Pages are packed for each answer then, a little less: nothing that the shop should end for.
    started.on('error', () => {})
    started.unref()
    return started
  }
  const order = (paths: string[], isUrgent: boolean) => {
    clearTimeout(resting)
    worker ??= start(false)
    const value: PackOrder = { paths, isUrgent, count: ++orders }
    worker.postMessage(value)
  }
  worker = start(true)
  return {
    ask: (path) => order([path], true),
    note: (paths) => {
      if (paths.length > 0) order(paths, false)
    },
    async close() {
      clearTimeout(resting)
      await worker?.terminate()
    },
  }
}
