import { mkdirSync } from 'node:fs'
import { startThread } from '#lib/server/threads/start-thread.ts'
import type { PackOrder } from './packer-worker.ts'

/** Packs published pages behind everybody's back. */
export type Packer = {
  /** A page was just sent: its packed form is wanted before others, and then one as small as can be. */
  ask: (path: string) => void
  /** Pages that were written, and want one when there is time. */
  note: (paths: string[]) => void
  close: () => Promise<void>
}

/**
 * Starts one thread of low priority that keeps a packed form beside each published page, first of those
 * that shoppers ask for; `onPacked` is told of each.
 */
export function startPacker(siteDir: string, onPacked: (path: string) => void): Packer {
  mkdirSync(siteDir, { recursive: true })
  const worker = startThread(new URL('./packer-worker.ts', import.meta.url), siteDir)
  worker.on('message', onPacked)
  // Pages are packed for each answer then, a little less: nothing that the shop should end for.
  worker.on('error', () => {})
  worker.unref()
  const order = (value: PackOrder) => worker.postMessage(value)
  return {
    ask: (path) => order({ paths: [path], isUrgent: true }),
    note: (paths) => order({ paths, isUrgent: false }),
    close: async () => void (await worker.terminate()),
  }
}
