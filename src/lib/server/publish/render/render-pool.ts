import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { programFile } from '#lib/server/build/programs.ts'
import {
  WARM_UP,
  type Rendered,
  type RenderSettings,
  type RenderTask,
} from '#lib/server/publish/rendered.ts'

/**
 * Memory limits of a thread, in megabytes: rendering makes much garbage, and collecting it early takes no more
 * time.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 384 }

/** After this long without work the threads, of 100 MB each, end, except one that stays warm for the next edit. */
const IDLE_MS = MINUTE_MS
/**
 * After this long without an edit or anybody at the desk, that one ends, too. An open desk connects again every
 * ten minutes (event-stream.ts).
 */
const WARM_MS = 660_000

/** Threads that render pages: started when first needed, kept while there is work. */
export class RenderPool {
  #resting: NodeJS.Timeout[] = []
  #idle: Worker[] = []
  #dead = new WeakSet<Worker>()
  #runs = 0
  #databaseUrl: string
  #settings: RenderSettings

  constructor(databaseUrl: string, settings: RenderSettings) {
    this.#databaseUrl = databaseUrl
    this.#settings = settings
  }

  /** Renders the batches on up to `threads` threads, and gives `onDone` each one that is ready. */
  async run(
    batches: AsyncIterable<RenderTask[]>,
    threads: number,
    onDone: (results: Rendered[]) => Promise<void>,
  ): Promise<void> {
    const waiting = batches[Symbol.asyncIterator]()
    const lane = async () => {
      let worker: Worker | undefined
      try {
        for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
          // The thread may have died between two batches.
          if (!worker || this.#dead.has(worker)) worker = this.#take()
          const results = await rendered(worker, next.value)
          await onDone(results)
        }
      } finally {
        if (worker) this.#giveBack(worker)
      }
    }
    // If one lane fails, the others end their batch before anybody may start anew.
    this.#runs += 1
    const lanes = await Promise.allSettled(Array.from({ length: threads }, lane))
    this.#runs -= 1
    for (const end of lanes) if (end.status === 'rejected') throw end.reason
  }

  /**
   * Gets a thread ready for a change that somebody is about to make: starting one takes most of a second, and
   * its first pages as long again.
   */
  warm(): void {
    if (this.#runs > 0) return
    const known = this.#idle.at(-1)
    const worker = this.#take()
    if (worker !== known) worker.postMessage(WARM_UP)
    this.#giveBack(worker)
  }

  async close(): Promise<void> {
    this.#resting.forEach(clearTimeout)
    await this.#end(this.#idle.splice(0))
  }

  async #end(workers: Worker[]): Promise<void> {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  /** Keeps the thread for later, unless it failed: then it has ended, or is about to. */
  #giveBack(worker: Worker): void {
    if (!this.#dead.has(worker)) this.#idle.push(worker)
    this.#resting.forEach(clearTimeout)
    const keepOnly = (threads: number, afterMs: number) =>
      setTimeout(() => void this.#end(this.#idle.splice(threads)), afterMs).unref()
    this.#resting = [keepOnly(1, IDLE_MS), keepOnly(0, WARM_MS)]
  }

  #take(): Worker {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!this.#dead.has(idle)) return idle
    }
    const worker = new Worker(programFile('render-worker'), {
      workerData: { databaseUrl: this.#databaseUrl, settings: this.#settings },
      resourceLimits: LIMITS,
    })
    for (const end of ['error', 'exit']) worker.on(end, () => this.#dead.add(worker))
    return worker
  }
}

/** Renders a batch on a thread. @throws what made it fail, also when the thread ended without an answer */
function rendered(worker: Worker, batch: RenderTask[]): Promise<Rendered[]> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    const onMessage = (answer: Rendered[] | Error) =>
      end(() => (answer instanceof Error ? reject(answer) : resolve(answer)))
    const onError = (error: unknown) => end(() => reject(asError(error)))
    const onExit = (code: number) => end(() => reject(new Error(`A renderer ended with ${code}`)))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(batch)
  })
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
