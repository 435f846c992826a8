import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Rendered, RenderSettings, Task } from './renderer.ts'

/** Megabytes of a thread: rendering makes much garbage, which is to be collected early. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/** Threads that render pages, started when they are first wanted and kept. */
export class RenderPool {
  #idle: Worker[] = []
  #dead = new Set<Worker>()
  #databaseUrl: string
  #settings: RenderSettings

  constructor(databaseUrl: string, settings: RenderSettings) {
    this.#databaseUrl = databaseUrl
    this.#settings = settings
  }

  /** Renders the batches on up to `threads` threads; each is handed to `onDone` when it is ready. */
  async run(
    batches: AsyncIterable<Task[]>,
    threads: number,
    onDone: (results: Rendered[]) => Promise<void>,
  ): Promise<void> {
    const waiting = batches[Symbol.asyncIterator]()
    const lane = async () => {
      let worker: Worker | undefined
      try {
        for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
          worker ??= this.#take()
          const results = await rendered(worker, next.value)
          await onDone(results)
        }
      } finally {
        if (worker) this.#giveBack(worker)
      }
    }
    // Where one lane fails, the others end their batch before anybody may begin anew.
    const lanes = await Promise.allSettled(Array.from({ length: threads }, lane))
    for (const end of lanes) if (end.status === 'rejected') throw end.reason
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()))
    this.#idle = []
  }

  /** One that failed has ended, or is about to. */
  #giveBack(worker: Worker): void {
    if (!this.#dead.delete(worker)) this.#idle.push(worker)
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) return idle
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: { databaseUrl: this.#databaseUrl, settings: this.#settings },
      resourceLimits: LIMITS,
    })
    worker.once('error', () => this.#dead.add(worker))
    return worker
  }
}

async function rendered(worker: Worker, batch: Task[]): Promise<Rendered[]> {
  worker.postMessage(batch)
  const [results]: Rendered[][] = await once(worker, 'message')
  return results ?? []
}
