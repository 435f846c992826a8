import { write, writeSync } from 'node:fs'

/** Lines wait this long, or until a buffer is full, to be written together. */
const WAIT_MS = 100
const BUFFER = 64 * 1024
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

  /** Writes what waits, before the process ends; what is being written comes by itself. */
  flush(): void {
    const waiting = [...this.#queue.slice(1), this.#buffer.subarray(0, this.#length)]
    this.#queue = []
    this.#length = 0
    try {
      for (const bytes of waiting) {
        for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at)
      }
    } catch {
      // Nobody reads any more.
    }
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
      }
    })
  }
}
