import pino, { type Logger, stdSerializers } from 'pino'
import type { Settings } from '#lib/server/settings/settings.ts'
import { isHealth } from './health.ts'
import { LineSink } from './log-sink.ts'
import { loggedPath } from './guards/secret-paths.ts'

const STANDARD_OUTPUT = 1

/** What is known of an answer before it is sent. Nothing says who asked (A43). */
type Answered = {
  method: string
  path: string
  status: number
  bytes: number
  /** The shop is being set up: that it cannot answer yet is no fault. */
  isOpening?: boolean
}

export type Log = {
  /** Everything but requests. */
  logger: Logger
  /** One line for one answered request; `about` is from `describe`. */
  request: (id: string, about: LineText, ms: number) => void
  /** Writes what is still in memory; before the process ends. */
  end: () => Promise<void>
}

/** The part of a line that is the same whenever the same is sent, with the level it has. */
export type LineText = { text: string; isFault: boolean }

type Sink = { write: (text: string) => void; end?: () => Promise<void> }

/**
 * JSON lines on standard output. Lines of requests are put together by hand: they are written for
 * every page, and a general serialiser would cost more than sending the page does.
 */
export function openLog(
  level: Settings['logLevel'],
  sink: Sink = new LineSink(STANDARD_OUTPUT),
): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${isoTime()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { path: (path: unknown) => loggedPath(String(path)), err: told },
    },
    { write: (text: string) => sink.write(text) },
  )
  const hasInfo = logger.isLevelEnabled('info')
  const hasError = logger.isLevelEnabled('error')
  return {
    logger,
    request(id, { text, isFault }, ms) {
      if (!(isFault ? hasError : hasInfo)) return
      const level = isFault ? '{"level":"error"' : '{"level":"info"'
      sink.write(`${level},"time":"${isoTime()}","id":"${id}${text}${tenths(ms)}}\n`)
    },
    end: async () => sink.end?.(),
  }
}

/** What an error says of itself, not what it carries: a database adds the whole row that it refused (A43). */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, code }
}

/** Files keep theirs, so that the line of a published page is put together of few pieces. */
export function describe({ method, path, status, bytes, isOpening }: Answered): LineText {
  const text = `","method":"${method}","path":${quoted(loggedPath(path))},"status":${status},"bytes":${bytes},"ms":`
  // Flat, not a chain of its pieces, which would be walked again for every line.
  // That a shop is not ready is said by what keeps it from it, once, not at every question.
  const isFault = status >= 500 && !isHealth(path) && !isOpening
  return { text: Buffer.from(text).toString(), isFault }
}

const MAX_PATH = 300

/** Most paths need no escaping; JSON keeps the others on their line. */
function quoted(path: string): string {
  if (path.length > MAX_PATH) return JSON.stringify(`${path.slice(0, MAX_PATH)}…`)
  return /^[\w/.~-]*$/.test(path) ? `"${path}"` : JSON.stringify(path)
}

const SHORT = Array.from({ length: 100 }, (_, tenth) => (tenth / 10).toFixed(1))
const MILLISECONDS = Array.from({ length: 1000 }, (_, ms) => `${String(ms).padStart(3, '0')}Z`)

/** Nearly all answers take less than ten milliseconds, and `toFixed` takes its time. */
const tenths = (ms: number) => SHORT[Math.round(ms * 10)] ?? ms.toFixed(1)

let second = -1
let secondText = ''

/** UTC; the text of a second serves all of its lines. */
function isoTime(): string {
  const now = Date.now()
  const current = Math.floor(now / 1000)
  if (current !== second) {
    second = current
    secondText = new Date(current * 1000).toISOString().slice(0, -4)
  }
  return secondText + MILLISECONDS[now % 1000]
}
