import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isPostgres } from '#lib/server/database/database.ts'
import { Starts } from './starts.ts'

/** The steps at which servers are killed, in turn; undefined is any moment. */
const FATES: (string | undefined)[] = [
  ...['kp:cart-read', 'kp:attempt-saved', 'kp:gateway-order-made', 'kp:gateway-order-saved'],
  ...['kp:proof-checked', 'kp:order-tx-open', 'kp:order-saved', 'kp:job-start', 'kp:job-done'],
  ...Array.from({ length: 9 }, () => undefined),
]
/** One server in this many is killed while it is still starting. */
const STILLBORN = 12
const MAX_START_MS = 600
/** A response that takes longer counts as lost, as it would in a browser. */
const ANSWER_MS = 10_000

/** How a server is started, and how its output tells its address. */
type Launch = {
  args: string[]
  env: Record<string, string>
  readAddress: (text: string) => string | undefined
  /** A path that answers well once the server does its work, if that comes after its address. */
  readyPath?: string
}

export type FleetOptions = {
  servers: number
  /** Responses that a server gives before it is killed, on average. */
  answersPerLife: number
  /** A server that is asked nothing, or never comes to its step, is killed after this long. */
  longestLifeMs: number
  /** The database, which is checked after each kill. */
  url: string
  /** Whether it is the shop as `npm start` starts it. */
  isWhole: boolean
  launch: (ending: { step: string; times: number } | undefined) => Launch
  /** Also holds the cache of compiled modules, which makes hundreds of starts quick. */
  dataDir: string
}

/** Killed after so many responses, or when it comes to a step for the nth time; some while starting. */
type Fate = { after: number; step: string | undefined; isStillborn: boolean }

/** Servers that are killed with SIGKILL and started again, again and again. */
export class Fleet {
  kills = 0
  /** Servers that ended by themselves: there may be none. */
  ended = 0
  /** How often SQLite found its file damaged after a kill. */
  broken = 0
  /** Start times of servers that came after a kill and were not killed while starting. */
  readonly starts = new Starts()
  #servers: Server[]
  #lives = 0
  #isKilling = true
  #answersPerLife: number

  constructor(options: FleetOptions) {
    this.#answersPerLife = options.answersPerLife
    this.#servers = Array.from({ length: options.servers }, () => new Server(options, this))
  }

  async start(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.start()))
  }

  /** The origin of the browsers' requests. */
  get origin(): string {
    return this.#servers[0]?.origin ?? ''
  }

  /** Asks one of the servers; undefined when there was no response. */
  async ask(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    return this.#servers[randomInt(this.#servers.length)]?.ask(path, init)
  }

  /** How the next server is to end; undefined once no more are killed. */
  nextFate(): Fate | undefined {
    if (!this.#isKilling) return undefined
    const life = this.#lives++
    const after = randomInt(1, this.#answersPerLife * 2)
    return { after, step: FATES[life % FATES.length], isStillborn: life % STILLBORN === 0 }
  }

  /** From now on no server is killed. */
  spare(): void {
    this.#isKilling = false
    for (const server of this.#servers) server.spare()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()))
  }
}

/** A process that is started again whenever it has died. */
class Server {
  #options: FleetOptions
  #fleet: Fleet
  #child: ChildProcess | undefined
  #address: string | undefined
  /** That of its last life. */
  #origin = ''
  #answersLeft = Infinity
  #longest: NodeJS.Timeout | undefined
  #isOver = false

  constructor(options: FleetOptions, fleet: Fleet) {
    this.#options = options
    this.#fleet = fleet
  }

  /** Resolves when the server is ready for the first time, or has died before. */
  async start(): Promise<void> {
    const { dataDir, launch } = this.#options
    const isFirst = this.#origin === ''
    // The first life of a whole shop publishes all pages; it is killed when it is ready.
    const fate = isFirst && this.#options.isWhole ? undefined : this.#fleet.nextFate()
    const step = fate?.step
    const { args, env, readAddress, readyPath } = launch(
      fate && step !== undefined ? { step, times: fate.after } : undefined,
    )
    const own = { STARTED_BY: String(process.pid), NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
    const child = spawn(process.execPath, args, {
      ...{ stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...own, ...env } },
    })
    this.#child = child
    const kill = () => void child.kill('SIGKILL')
    const startedAt = performance.now()
    if (fate?.isStillborn) setTimeout(kill, randomInt(MAX_START_MS))
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    let stepsLeft = fate?.after ?? Infinity
    child.stdout.on('data', (bytes: Buffer) => {
      const text = bytes.toString()
      // A whole shop logs its steps, and is killed from outside.
      if (step !== undefined) stepsLeft -= text.split(`"${step}"`).length - 1
      if (stepsLeft <= 0) kill()
      const address = this.#address === undefined ? readAddress(text) : undefined
      if (address === undefined) return
      const isAlive = () => this.#child === child && child.signalCode === null
      const ready = readyPath === undefined || untilReady(address + readyPath, isAlive)
      void Promise.resolve(ready).then((isReady) => {
        const tookMs = performance.now() - startedAt
        if (isFirst && this.#options.isWhole) kill()
        // A server that was killed before it was ready still counts if it took longer than it may.
        else if (!isFirst && !fate?.isStillborn) this.#fleet.starts.add(tookMs, isReady)
      })
      this.#address = this.#origin = address
      // A life is measured in responses, so that slow machines kill as often as quick ones.
      this.#answersLeft = fate && step === undefined ? fate.after : Infinity
      if (fate) this.#longest = setTimeout(kill, this.#options.longestLifeMs)
      resolve()
    })
    child.once('exit', (_code, signal) => {
      this.#address = undefined
      clearTimeout(this.#longest)
      resolve()
      if (this.#isOver) return
      if (signal === 'SIGKILL') this.#fleet.kills++
      else this.#fleet.ended++
      if (isDamaged(this.#options.url)) this.#fleet.broken++
      void this.start()
    })
    return begun
  }

  get origin(): string {
    return this.#origin
  }

  async ask(path: string, init: RequestInit): Promise<Response | undefined> {
    if (this.#address === undefined) return undefined
    const signal = AbortSignal.timeout(ANSWER_MS)
    const request = fetch(this.#address + path, { method: 'POST', ...init, signal })
    const response = await request.catch(() => undefined)
    const child = this.#child
    if (response && --this.#answersLeft === 0) {
      setTimeout(() => child?.kill('SIGKILL'), randomInt(30))
    }
    return response
  }

  spare(): void {
    clearTimeout(this.#longest)
    this.#answersLeft = Infinity
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exit
  }
}

/** Asks until the response is good; false if the server dies before. */
async function untilReady(url: string, isAlive: () => boolean): Promise<boolean> {
  while (isAlive()) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return true
    await pause(20)
  }
  return false
}

/** Whether SQLite finds its file damaged after a kill; PostgreSQL itself is not killed. */
function isDamaged(url: string): boolean {
  if (isPostgres(url)) return false
  const db = new DatabaseSync(url, { readOnly: true, timeout: 5000 })
  try {
    return db.prepare('pragma integrity_check(1)').get()?.['integrity_check'] !== 'ok'
  } finally {
    db.close()
  }
}

/** Tries again until something is found; undefined when the time is over. */
export async function untilThere<Value>(
  find: () => Promise<Value | undefined>,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
): Promise<Value | undefined> {
  for (const until = Date.now() + limitMs; Date.now() < until;) {
    const found = await find()
    if (found !== undefined) return found
    await pause(everyMs)
  }
  return undefined
}
