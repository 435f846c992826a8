import { Worker } from 'node:worker_threads'
import { programFile } from '#lib/server/build/programs.ts'
import type { Outcomes, Progress, Task, TaskSettings } from './task.ts'

/** A list that needs more memory than this ends the worker, but not the shop. */
const MAX_MEGABYTES = 320
/** A task without progress for this long is stuck and is given up, since all others wait for it. */
const SILENT_MS = 300_000
/** After this time without work the worker ends, which frees its memory. */
const IDLE_MS = 120_000
const MAX_WAITING = 20

type Message = { progress: Progress } | { outcome: Outcomes[Task['kind']] } | { error: string }
type End = Exclude<Message, { progress: Progress }> | { error: Error }
type Job = {
  task: Task
  onProgress: (progress: Progress) => void
  onDone: (end: End) => void
}

/** Thrown when too many tasks are waiting. */
export class DeskBusy extends Error {
  override name = 'DeskBusy'
}

/** Thrown when a task was given up because it made no progress. */
export class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

/** Runs tasks one after another in a worker thread, which is started when needed. */
export class TaskRunner {
  #settings: TaskSettings
  #waiting: Job[] = []
  #current: Job | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  #isClosed = false
  #limits: { silentMs: number; idleMs: number }

  constructor(settings: TaskSettings, limits: { silentMs?: number; idleMs?: number } = {}) {
    this.#settings = settings
    this.#limits = { silentMs: SILENT_MS, idleMs: IDLE_MS, ...limits }
  }

  /**
   * Runs a task when its turn comes.
   * @throws DeskBusy when too many tasks wait, TaskTimeout when it makes no progress, or an error when it fails
   */
  async run<Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<Outcomes[Kind]> {
    if (this.#waiting.length >= MAX_WAITING) throw new DeskBusy('Too many lists are waiting')
    return new Promise((resolve, reject) => {
      const onDone: Job['onDone'] = (end) => {
        // The worker answers a task with the outcome of its kind (run-task.ts).
        if ('outcome' in end) resolve(end.outcome as Outcomes[Kind])
        else reject(end.error instanceof Error ? end.error : new Error(end.error))
      }
      this.#waiting.push({ task, onProgress, onDone })
      this.#next()
    })
  }

  /** Starts the worker ahead of time, since that takes most of a second. */
  warm(): void {
    if (this.#worker || this.#isClosed) return
    // A fault here would come up again with the first real task, and is reported then.
    this.run<'warm'>({ kind: 'warm' }).catch(() => {})
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    clearTimeout(this.#silence)
    this.#waiting = []
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (!this.#current) {
      this.#idle = setTimeout(() => this.#drop(), this.#limits.idleMs).unref()
      return
    }
    this.#start().postMessage(this.#current.task)
    this.#listen()
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#drop()
      this.#end({ error: new TaskTimeout('A task of the desk made no progress') })
    }, this.#limits.silentMs).unref()
  }

  /** Terminates the worker; later messages from it are ignored. */
  #drop(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const { databaseUrl, dataDir, publicUrl, cartGate } = this.#settings
    const worker = new Worker(programFile('desk-worker'), {
      workerData: { databaseUrl, dataDir, cartGate, publicUrl: publicUrl.href },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('message', (message: Message) => {
      if (this.#worker !== worker) return
      if ('progress' in message) {
        this.#listen()
        this.#current?.onProgress(message.progress)
      } else this.#end(message)
    })
    let reason = 'The worker ended'
    worker.on('error', (error) => (reason = String(error)))
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#end({ error: reason })
    })
    worker.unref()
    this.#worker = worker
    return worker
  }

  #end(end: End): void {
    const job = this.#current
    this.#current = undefined
    clearTimeout(this.#silence)
    job?.onDone(end)
    if (job) this.#next()
  }
}
