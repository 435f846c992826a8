import pino, { type Logger, stdSerializers } from 'pino'
import type { Settings } from '#lib/server/settings/settings.ts'
import { isHealth } from './health.ts'
import { LineSink } from './log-sink.ts'
import { loggedPath } from './guards/secret-paths.ts'

const STANDARD_OUTPUT = 1

/** What is known of an answer before it is sent. It never identifies the visitor (A43). */
type Answered = {
  method: string
  path: string
  status: number
  bytes: number
  /** The shop is being set up: a 503 is then no fault. */
  isOpening?: boolean
}

export type Log = {
  /** For everything but requests. */
  logger: Logger
  /** Logs one answered request; `about` is from `describe`. */
  request: (id: string, about: LineText, ms: number) => void
  /** Writes pending lines before the process exits. */
  end: () => Promise<void>
}

/** The part of a log line that is the same each time the same answer is sent, and whether it is an error. */
export type LineText = { text: string; isFault: boolean }

type Sink = { write: (text: string) => void; end?: () => Promise<void> }

/**
 * JSON lines on standard output. Lines of requests are concatenated by hand: there is one for every page, and
 * a general serialiser would cost more than sending the page.
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

/** The basic properties of an error, not what is attached to it: a database adds the whole rejected row (A43). */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, code }
}

/** The fixed part of a request's log line. Files keep theirs, so that a published page's line takes few operations. */
export function describe({ method, path, status, bytes, isOpening }: Answered): LineText {
  const text = `","method":"${method}","path":${quoted(loggedPath(path))},"status":${status},"bytes":${bytes},"ms":`
  // A failing health check is not logged as an error each time: its cause is logged once.
  const isFault = status >= 500 && !isHealth(path) && !isOpening
  // A buffer makes a flat string: a concatenated one would be flattened again for every line.
  return { text: Buffer.from(text).toString(), isFault }
}

const MAX_PATH = 300

/** Quotes a path; most need no escaping, JSON escapes the others, such as line breaks. */
function quoted(path: string): string {
  if (path.length > MAX_PATH) return JSON.stringify(`${path.slice(0, MAX_PATH)}…`)
  return /^[\w/.~-]*$/.test(path) ? `"${path}"` : JSON.stringify(path)
}

const SHORT = Array.from({ length: 100 }, (_, tenth) => (tenth / 10).toFixed(1))
const MILLISECONDS = Array.from({ length: 1000 }, (_, ms) => `${String(ms).padStart(3, '0')}Z`)

/** Milliseconds with one decimal, looked up: nearly all answers take less than ten, and `toFixed` is slow. */
const tenths = (ms: number) => SHORT[Math.round(ms * 10)] ?? ms.toFixed(1)

let second = -1
let secondText = ''

/** The time in UTC; the text of the current second is reused. */
function isoTime(): string {
  const now = Date.now()
  const current = Math.floor(now / 1000)
  if (current !== second) {
    second = current
    secondText = new Date(current * 1000).toISOString().slice(0, -4)
  }
  return secondText + MILLISECONDS[now % 1000]
}
