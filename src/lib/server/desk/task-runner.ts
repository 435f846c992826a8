import { Worker } from 'node:worker_threads'
import type { Outcomes, Progress, Task, TaskSettings } from './task.ts'

/** A list that needs more memory than this ends the worker, and not the shop. */
const MOST_MEGABYTES = 320
/** Without work the worker goes and gives its memory back. */
const IDLE_MS = 120_000
const MOST_WAITING = 20

type Message = { progress: Progress } | { outcome: Outcomes[Task['kind']] } | { error: string }
type Job = {
  task: Task
  onProgress: (progress: Progress) => void
  onDone: (message: Exclude<Message, { progress: Progress }>) => void
}

/** Too much is waiting already. */
export class DeskBusy extends Error {
  override name = 'DeskBusy'
}

/** Has tasks done one after another by a thread of its own, which is started when it is wanted. */
export class TaskRunner {
  #settings: TaskSettings
  #waiting: Job[] = []
  #current: Job | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: TaskSettings) {
    this.#settings = settings
  }

  /** @throws when the task failed, or too many wait */
  async run<Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<Outcomes[Kind]> {
    if (this.#waiting.length >= MOST_WAITING) throw new DeskBusy('Too many lists are waiting')
    return new Promise((resolve, reject) => {
      const onDone: Job['onDone'] = (message) => {
        if ('error' in message) reject(new Error(message.error))
        // The worker answers a task with its own outcome (run-task.ts).
        else resolve(message.outcome as Outcomes[Kind])
      }
      this.#waiting.push({ task, onProgress, onDone })
      this.#next()
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#waiting = []
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (this.#current) this.#start().postMessage(this.#current.task)
    else this.#idle = setTimeout(() => void this.#worker?.terminate(), IDLE_MS).unref()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const { databaseUrl, dataDir, publicUrl, productGate } = this.#settings
    const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), {
      workerData: { databaseUrl, dataDir, productGate, publicUrl: publicUrl.href },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('message', (message: Message) => {
      if ('progress' in message) this.#current?.onProgress(message.progress)
      else this.#end(message)
    })
    let reason = 'The worker ended'
    worker.on('error', (error) => (reason = String(error)))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      this.#end({ error: reason })
    })
    worker.unref()
    this.#worker = worker
    return worker
  }

  #end(message: Exclude<Message, { progress: Progress }>): void {
    const job = this.#current
    this.#current = undefined
    job?.onDone(message)
    if (job) this.#next()
  }
}
