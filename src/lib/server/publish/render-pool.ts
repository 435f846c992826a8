import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Rendered, RenderSettings, Task } from './renderer.ts'

/** Threads that render pages, started when they are first wanted and kept. */
export class RenderPool {
  #idle: Worker[] = []
  #count = 0
  #databaseUrl: string
  #settings: RenderSettings

  constructor(databaseUrl: string, settings: RenderSettings) {
    this.#databaseUrl = databaseUrl
    this.#settings = settings
  }

  /** Renders the batches on up to `threads` threads; each is handed to `onDone` when it is ready. */
  async run(
    batches: Task[][],
    threads: number,
    onDone: (results: Rendered[]) => Promise<void>,
  ): Promise<void> {
    const waiting = batches.values()
    const lane = async () => {
      const worker = this.#take()
      for (const batch of waiting) {
        worker.postMessage(batch)
        const [results]: Rendered[][] = await once(worker, 'message')
        await onDone(results ?? [])
      }
      this.#idle.push(worker)
    }
    await Promise.all(Array.from({ length: Math.min(threads, batches.length) }, lane))
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()))
    this.#idle = []
    this.#count = 0
  }

  /** Number of threads that there are. */
  get size(): number {
    return this.#count
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) return idle
    this.#count++
    return new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: { databaseUrl: this.#databaseUrl, settings: this.#settings },
    })
  }
}
