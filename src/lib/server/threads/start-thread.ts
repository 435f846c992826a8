import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** What a thread is told: its module, what that is given, and where this process keeps what it has compiled. */
export type ThreadData = { module: string; given: unknown; compiledDir: string | undefined }

/**
 * Starts a thread by a module, which finds what it is given in `workerData.given`. What was compiled once for
 * any thread is not compiled again: without being told, a thread knows of no such folder.
 */
export function startThread(module: URL, given: unknown, resourceLimits?: ResourceLimits): Worker {
  const cacheDir = getCompileCacheDir()
  const compiledDir = cacheDir && dirname(cacheDir)
  const workerData: ThreadData = { module: module.href, given, compiledDir }
  return new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    ...(resourceLimits && { resourceLimits }),
  })
}
