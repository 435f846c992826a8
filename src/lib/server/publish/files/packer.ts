import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { programFile } from '#lib/server/build/programs.ts'
import type { PackOrder, PackWork } from './packer-worker.ts'

/** Packs published pages in the background. */
export type Packer = {
  /** Asks for a page that was just sent: it is packed before others, and later once more, as tightly as possible. */
  ask: (path: string) => void
  /** Tells of pages that were written, or contain a part that was; they are packed when there is time. */
  note: (paths: string[]) => void
  close: () => Promise<void>
}

/** The thread ends after this long without work, which frees 40 MB. */
const IDLE_MS = 20_000
/**
 * The longest that the thread is waited for: it has the lowest priority, and a page takes a tenth of a second on
 * an idle core. With all else that a stop waits for it stays below the twenty seconds of deploy/kirana.service.
 */
const END_MS = 4000

/**
 * Starts a thread of the lowest priority that keeps a packed form beside each published page, beginning with
 * those that shoppers ask for, and calls `onPacked` with each path. The thread ends when all pages are packed;
 * another starts with the next order.
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
    void end(idle).then(onRest)
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
    // Without this thread, pages are packed for each response, a little less tightly: no reason to end the
    // shop.
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
      await end(worker)
    },
  }
}

/** Ends a thread between two pages: Node aborts the whole process if it is stopped while it begins to compress one. */
async function end(worker: Worker | undefined): Promise<void> {
  if (!worker) return
  worker.ref()
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage('end')
  await Promise.race([ended, pause(END_MS, undefined, { ref: false })])
  await worker.terminate()
}
