import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CountryCache } from '#lib/server/catalogue/facet-index/country-cache.ts'
import { type Answer, type Exchange, sendAnswer } from './answer.ts'
import type { Connections } from './connections.ts'
import { errorAnswer } from './error-answers.ts'
import { streamEvents } from './event-stream.ts'
import type { Front, FrontOptions } from './front-state.ts'
import { sendLarge } from './files/large-file.ts'
import { describe } from './log.ts'
import { answerFromMemory, sendEntry } from './files/published.ts'
import { RateLimit } from './guards/rate-limit.ts'
import { allowedHosts, allowedOrigins } from './guards/request-guard.ts'
import { inRequest } from './request-scope.ts'
import { route } from './route.ts'
import { StaticFiles } from './files/static-files.ts'
import { UploadRoom } from './body/upload-room.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** How many pages to cache of those that differ from the published page in some country. */
const MAX_LOCATED = 100

/** Makes the state that all requests share. */
export function openFront(options: FrontOptions, connections: Connections): Front {
  const { publicUrl, folders, isOurScript, isTrial, cacheBytes, rateScale } = options
  return {
    ...options,
    files: new StaticFiles({
      folders,
      publicUrl,
      isOurScript,
      isTrial,
      onUnpacked: options.onUnpacked,
      onStandIn: options.onStandIn,
      ...(cacheBytes !== undefined && { maxBytes: cacheBytes }),
      ...(options.largeBytes !== undefined && { largeBytes: options.largeBytes }),
    }),
    located: new CountryCache(MAX_LOCATED),
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

// Unique across restarts and servers, without asking the system for randomness at each request.
const PROCESS = randomBytes(6).toString('hex')
let count = 0
const nextId = () => `${PROCESS}${(count++).toString(36)}`

/** Answers one request: a published page straight from memory, anything else through `route`. */
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
  const about = { method, path, status: reply.status, bytes, isOpening: Boolean(front.filling) }
  front.log.request(id, describe(about), ms)
}

/** Answers a request that failed with an unexpected error; the reason goes only to the log (F50). */
function fail(front: Front, exchange: Exchange, error: unknown): void {
  const { id, res } = exchange
  front.log.logger.error({ id, err: error }, 'A request failed')
  if (res.headersSent) {
    if (!res.writableEnded) res.destroy()
    return
  }
  const isJson = exchange.path.startsWith('/api/')
  const msg = serverAnswers.fault
  const reply = errorAnswer({ status: 500, msg, isJson, id }, front.isHttps)
  finish(front, exchange, reply).catch(() => res.destroy())
}
