import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const hash = promisify(argon2)

/** Argon2id at OWASP's figures: 19 MiB, two passes, one lane (A34). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
export const NONCE_BYTES = 16

/** Concurrent hashes: each takes a core, and one core is left for the pages (A34). */
const MAX_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1))
/** Longer queues would wait for seconds: further requests are refused instead. */
const MAX_WAITING = 24

/** Thrown when so many people sign in at once that a hash would take too long; answered with 503. */
class TooBusy extends Error {
  override name = 'TooBusy'
}

/** Compares names, as the separately bundled pages have their own copy of the class. */
export const isTooBusy = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TooBusy'

/** Hashes and verifies passwords, off the event loop and few at a time (A34). */
export class Passwords {
  #running = 0
  #waiting: (() => void)[] = []

  /**
   * @param nonce 16 bytes that are used for no other password
   * @throws TooBusy if too many are waiting
   */
  async hash(password: string, nonce: Buffer = randomBytes(NONCE_BYTES)): Promise<string> {
    const tag = await this.#run(password, nonce, COST)
    const { memory, passes, parallelism } = COST
    const parts = ['', 'argon2id', 'v=19', `m=${memory},t=${passes},p=${parallelism}`]
    return [...parts, encode(nonce), encode(tag)].join('$')
  }

  async verify(password: string, kept: string): Promise<boolean> {
    const parsed = parse(kept)
    // Takes as long as a real one would (A25).
    if (!parsed) return this.hash(password).then(() => false)
    const tag = await this.#run(password, parsed.nonce, parsed.cost)
    return tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag)
  }

  /** Whether a hash was made with other costs than today's (A34: then renewed at sign-in). */
  isOutdated(kept: string): boolean {
    const { memory, passes, parallelism } = COST
    return !kept.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
  }

  /** Whether the next hash would be refused. */
  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING
  }

  /** Hashes the NFKC form: a password typed on another keyboard is the same one. */
  async #run(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
    await this.#turn()
    try {
      const message = password.normalize('NFKC')
      return await hash('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#running < MAX_AT_ONCE) {
      this.#running += 1
      return undefined
    }
    if (this.isFull) throw new TooBusy('Too many passwords are being checked')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

function parse(kept: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept)
  if (!match) return undefined
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
