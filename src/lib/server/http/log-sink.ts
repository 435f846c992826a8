import { write } from 'node:fs'

/** Lines wait this long, or until a buffer is full, to be written together. */
const WAIT_MS = 100
const BUFFER = 64 * 1024
/** How long the last lines may take. */
const END_MS = 2000
/** When nobody reads the log any more, lines are given up, not the shop. */
const MAX_BUFFERS = 256

/**
 * Writes lines to a file descriptor without ever waiting for its reader. Pino's own sink writes
 * each line when it can, or flushes the disk, which costs a published page a tenth of its requests.
 */
export class LineSink {
  #buffer = Buffer.allocUnsafe(BUFFER)
  #length = 0
  /** Full ones, the first of which is being written. */
  #queue: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  #fd: number

  constructor(fd: number) {
    this.#fd = fd
  }

  write(line: string): void {
    // A character takes at most three bytes.
    if (this.#length + line.length * 3 > BUFFER) this.#send()
    if (line.length * 3 > BUFFER) this.#enqueue(Buffer.from(line))
    else this.#length += this.#buffer.write(line, this.#length)
    this.#timer ??= setTimeout(() => this.#send(), WAIT_MS).unref()
  }

  /**
   * Writes what waits, before the process ends: also what is being written now, which would be lost with it.
   * Whoever reads no more is waited for a moment only.
   */
  async end(): Promise<void> {
    this.#send()
    if (this.#queue.length === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const timer = setTimeout(resolve, END_MS)
    await promise
    clearTimeout(timer)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#length === 0) return
    this.#enqueue(this.#buffer.subarray(0, this.#length))
    this.#buffer = Buffer.allocUnsafe(BUFFER)
    this.#length = 0
  }

  #enqueue(bytes: Buffer): void {
    if (this.#queue.length >= MAX_BUFFERS) return
    this.#queue.push(bytes)
    if (this.#queue.length === 1) this.#push(bytes)
  }

  #push(bytes: Buffer): void {
    write(this.#fd, bytes, (error, written) => {
      const rest = bytes.subarray(written)
      if (error?.code === 'EAGAIN') setTimeout(() => this.#push(bytes), WAIT_MS)
      else if (!error && rest.length > 0) this.#push(rest)
      else {
        this.#queue.shift()
        const [next] = this.#queue
        if (next) this.#push(next)
        else for (const tell of this.#waiting.splice(0)) tell()
      }
    })
  }
}
