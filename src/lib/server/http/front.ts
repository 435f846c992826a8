import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Answer, type Exchange, sendAnswer } from './answer.ts'
import type { Connections } from './connections.ts'
import type { IsOurScript } from './csp.ts'
import type { RenderVisit } from './dynamic.ts'
import { errorAnswer } from './error-answers.ts'
import { type EventStream, streamEvents } from './event-stream.ts'
import type { GatewayHosts } from './gateway-hosts.ts'
import type { Readiness } from './health.ts'
import { sendLarge } from './large-file.ts'
import { describe, type Log } from './log.ts'
import { answerFromMemory, sendEntry } from './published.ts'
import { RateLimit } from './rate-limit.ts'
import { allowedHosts, allowedOrigins } from './request-guard.ts'
import { inRequest } from './request-scope.ts'
import { route } from './route.ts'
import type { Folders } from './site-path.ts'
import { StaticFiles } from './static-files.ts'
import { UploadRoom } from './upload-room.ts'

/** Who sends a file. */
export type Sender = { id: string; isEditor: boolean; isStaff?: boolean }

/** What the server is given: settings, and the shop behind it. */
export type FrontOptions = {
  publicUrl: URL
  trustedProxies: BlockList
  rateScale: number
  folders: Folders
  log: Log
  render: RenderVisit
  finishPage: (html: string) => string
  /** Which inline scripts pages may run (H1). */
  isOurScript: IsOurScript
  readiness: () => Promise<Readiness>
  isCountry: (name: string) => boolean
  /** Other hosts that the checkout may use (H2). */
  gateway?: GatewayHosts | undefined
  /** Whose session a Cookie header brings; nobody else's files are read (H11). */
  findSender?: (cookie: string) => Promise<Sender | undefined>
  /** What the desk is told as it happens. */
  ring?: EventStream
  /** Where the large files of editors come in. */
  importDir?: string
  /** How long a body may take to come in (F48). */
  bodyMs?: number
  /** Room for files in memory; from which size on they are sent from the disk. */
  cacheBytes?: number
  largeBytes?: number
  /** Told of a page that was sent before it was packed. */
  onUnpacked?: (path: string) => void
}

/** The state of a running server, shared by all requests. */
export type Front = FrontOptions & {
  files: StaticFiles
  hosts: Set<string>
  origins: Set<string>
  limits: RateLimit
  connections: Connections
  /** Connections that bring a file, which takes longer than other requests may (H5). */
  uploading: WeakSet<Duplex>
  room: UploadRoom
  isHttps: boolean
  isStopping: boolean
}

/** Makes what all requests share. */
export function openFront(options: FrontOptions, connections: Connections): Front {
  const { publicUrl, folders, isOurScript, cacheBytes, rateScale } = options
  return {
    ...options,
    files: new StaticFiles({
      folders,
      publicUrl,
      isOurScript,
      onUnpacked: options.onUnpacked,
      ...(cacheBytes !== undefined && { maxBytes: cacheBytes }),
      ...(options.largeBytes !== undefined && { largeBytes: options.largeBytes }),
    }),
    hosts: allowedHosts(publicUrl),
    origins: allowedOrigins(publicUrl),
    limits: new RateLimit(rateScale),
    connections,
    uploading: new WeakSet(),
    room: new UploadRoom(),
    isHttps: publicUrl.protocol === 'https:',
    isStopping: false,
  }
}

// Unique over restarts and servers without asking the system for every request.
const PROCESS = randomBytes(6).toString('hex')
let count = 0
const nextId = () => `${PROCESS}${(count++).toString(36)}`

/** Answers one request: a published page from memory at once, all else by its way. */
export function handle(front: Front, req: IncomingMessage, res: ServerResponse): void {
  const startedAt = performance.now()
  const { method = '', url = '' } = req
  const exchange: Exchange = {
    req,
    res,
    id: nextId(),
    method,
    path: url,
    startedAt,
    isLast: front.connections.isLastRequest(req.socket) || front.isStopping,
  }
  try {
    if (answerFromMemory(front, exchange)) return
  } catch (error) {
    fail(front, exchange, error)
    return
  }
  const answerFault = (error: unknown) => fail(front, exchange, error)
  void inRequest(answerFault, () => answer(front, exchange).catch(answerFault))
}

async function answer(front: Front, exchange: Exchange): Promise<void> {
  const reply = await route(front, exchange)
  if ('variants' in reply) return sendEntry(front, exchange, reply)
  if ('listen' in reply) return streamEvents(front, exchange, reply)
  if ('largeFile' in reply) return sendLarge(front, exchange, reply)
  await finish(front, exchange, reply)
}

async function finish(front: Front, exchange: Exchange, reply: Answer): Promise<void> {
  const bytes = await sendAnswer(exchange, reply, front)
  const { id, method, path, startedAt } = exchange
  const ms = performance.now() - startedAt
  front.log.request(id, describe({ method, path, status: reply.status, bytes }), ms)
}

/** A fault of ours that nothing else has caught: the request gets its answer, the log the reason (F50). */
function fail(front: Front, exchange: Exchange, error: unknown): void {
  const { id, res } = exchange
  front.log.logger.error({ id, err: error }, 'A request failed')
  if (res.headersSent) {
    if (!res.writableEnded) res.destroy()
    return
  }
  const isJson = exchange.path.startsWith('/api/')
  const msg = 'Something went wrong on our side.'
  const reply = errorAnswer({ status: 500, msg, isJson, id }, front.isHttps)
  finish(front, exchange, reply).catch(() => res.destroy())
}
