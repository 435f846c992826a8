import { rm } from 'node:fs/promises'
import { MINUTE_MS } from '#lib/server/durations.ts'
import type { Answer, Exchange } from './answer.ts'
import { audienceOf } from './audience.ts'
import { type Body, hasBody, readBody, readRaw } from './body/body.ts'
import { hasNul } from './body/nul.ts'
import { isForged } from './guards/csrf.ts'
import { errorAnswer } from './error-answers.ts'
import { isTrusted } from './guards/forwarded.ts'
import type { EventStream, Front } from './front-state.ts'
import { healthAnswer, isHealth } from './health.ts'
import { answerFromApp, answerForCountry } from './on-request.ts'
import { NO_BODY, notFoundAnswer, redirect, refusalAnswer } from './replies.ts'
import { isMultipart, receiveFiles } from './body/receive-files.ts'
import { checkMethod, parseTarget, type Target } from './guards/request-guard.ts'
import { allowOf, isRing, methodsOf, progressOf, routeOf, takesMethod } from './find-route.ts'
import { isApi } from './routes.ts'
import { clientAddressOf, findRequester } from './requester.ts'
import { notPublishedYet, settingUp } from './setting-up.ts'
import { canonicalUrl, laterPageOf } from './files/site-path.ts'
import type { StaticEntry } from './files/static-entry.ts'
import type { LargeFile } from './files/static-files.ts'
import type { UploadSlot } from './body/upload-room.ts'
import { allowToAny, wrongMethod } from './wrong-method.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

const BODY_MS = 10_000
/** A picture over a slow line takes longer (H5). */
const UPLOAD_MS = MINUTE_MS
/** Retry-After for an upload refused for lack of room. */
const RETRY_S = 5

/** Finds the answer to a request: a refusal, a redirect, a file, or what the app renders. */
export async function route(
  front: Front,
  exchange: Exchange,
): Promise<Answer | StaticEntry | EventStream | LargeFile> {
  const { req, method } = exchange
  const parsed = parseTarget(req.url ?? '')
  // Log without the query: its values must never be logged.
  exchange.path = parsed.ok ? parsed.target.path : (req.url ?? '').replace(/\?.*/s, '')
  if (!parsed.ok) return refusalAnswer(front, exchange, parsed.refusal)
  const target = withoutSlash(parsed.target)
  exchange.path = target.path
  const refusal = checkRequest(front, exchange, target)
  if (refusal) return refusalAnswer(front, exchange, refusal)
  if (isHealth(target.path)) return healthAnswer(target.path, front)
  const secured = toHttps(front, exchange, target) ?? (await settingUp(front, exchange))
  if (secured) return secured
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead ? read(front, exchange, target) : change(front, exchange, target)
}

/** Checks everything that can be decided without looking at the shop's data (H6, H7, H8). */
function checkRequest(front: Front, { req, method, id }: Exchange, target: Target) {
  const { path } = target
  const unknown = checkMethod(method)
  if (unknown) return { ...unknown, allow: allowToAny(path) }
  if (!isOurHost(front, req.rawHeaders, path)) {
    const msg = serverAnswers.otherHost
    return { status: req.headers.host === undefined ? 400 : 421, msg }
  }
  const allow = allowOf(path)
  const wrong = allow.split(', ').includes(method) ? undefined : wrongMethod(path, allow)
  // A 404 waits until the end, so that a hidden address is refused for the same reasons as a missing one.
  if (wrong?.status === 405) return wrong
  if (!/^(100-continue)?$/i.test(req.headers.expect ?? '')) {
    return { status: 417, msg: serverAnswers.expectation }
  }
  if (req.headers['content-encoding'] !== undefined) {
    return { status: 415, msg: serverAnswers.compressed }
  }
  if (method === 'GET' || method === 'HEAD') {
    return hasBody(req) ? { status: 413, msg: serverAnswers.noBody } : wrong
  }
  if (!isForged(path, req.headers, front.origins)) return wrong
  const { origin } = req.headers
  const about = { id, path, origin, address: clientAddressOf(front, req) }
  front.log.logger.warn(about, 'A request from elsewhere was refused')
  return { status: 403, msg: serverAnswers.elsewhere }
}

/** Whether there is one Host header, and it is ours; health checks come by address, with any Host (H7). */
function isOurHost(front: Front, rawHeaders: string[], path: string): boolean {
  const hosts = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'host' && at % 2)
  if (hosts.length > 1) return false
  return isHealth(path) || front.hosts.has(hosts[0]?.toLowerCase() ?? '')
}

/** Redirects requests that a trusted proxy received over plain http; refuses unsafe ones and API calls (H3). */
function toHttps(front: Front, { req, method }: Exchange, target: Target): Answer | undefined {
  if (!front.isHttps || req.headers['x-forwarded-proto'] !== 'http') return undefined
  if (!isTrusted(req.socket.remoteAddress, front.trustedProxies)) return undefined
  if (isApi(target.path) || method !== 'GET') {
    const msg = serverAnswers.useHttps
    return errorAnswer({ status: 403, msg, isJson: isApi(target.path) }, front.isHttps)
  }
  const { href } = new URL(target.rawPath + (target.query && `?${target.query}`), front.publicUrl)
  return redirect(308, href)
}

async function read(front: Front, exchange: Exchange, target: Target) {
  const { path, rawPath, query } = target
  const upload = progressOf(path)
  if (isRing(path) || upload !== undefined) {
    const requester = await findRequester(front, exchange)
    if (upload === undefined && front.ring && requester?.isStaff) return front.ring
    if (upload !== undefined && front.progress && requester?.isEditor)
      return front.progress(requester, upload)
  }
  if (isApi(path)) return answerFromApp(front, exchange, target, NO_BODY)
  if (path.endsWith('.html') && !(await isPublished(front, path)))
    return notFoundAnswer(front, exchange)
  const spelled = canonicalUrl(rawPath, path, query)
  if (spelled !== undefined && (await isThere(front, spelled))) return redirect(301, spelled)
  const large = front.files.findLarge(path)
  if (large) return large
  const entry = await front.files.load(path)
  if (entry && !entry.isPage) return entry
  const audience = audienceOf(front, exchange, path, query)
  if (entry && audience.of === 'all') return entry
  if (entry && audience.of === 'country') {
    return answerForCountry(front, exchange, target, { entry, country: audience.country })
  }
  if (path === '/500') return notFoundAnswer(front, exchange)
  return notPublishedYet(front, exchange) ?? answerFromApp(front, exchange, target, NO_BODY)
}

/** Whether an address leads anywhere, as far as files tell: a list may end before the page that it names. */
async function isThere(front: Front, address: string): Promise<boolean> {
  const page = laterPageOf(address)
  return page === undefined || (await front.files.load(page)) !== undefined
}

/** Whether a page's `.html` name leads to a published page; other such names never were addresses here. */
async function isPublished(front: Front, path: string): Promise<boolean> {
  const page = path.slice(0, -'.html'.length)
  return (await front.files.load(page === '/index' ? '/' : page)) !== undefined
}

async function change(front: Front, exchange: Exchange, target: Target) {
  if (routeOf(target.path)?.body !== 'picture') return takeChange(front, exchange, target)
  // Nobody may upload megabytes without being signed in (H11).
  const requester = await findRequester(front, exchange)
  if (!requester) return answerFromApp(front, exchange, target, NO_BODY)
  const work = (place: UploadSlot) => takeChange(front, exchange, target, place)
  return front.room.hold<Answer | StaticEntry>(requester.id, work, () => {
    const msg = serverAnswers.otherFiles
    return refusalAnswer(front, exchange, { status: 429, msg, isFinal: true }, RETRY_S)
  })
}

async function takeChange(front: Front, exchange: Exchange, target: Target, place?: UploadSlot) {
  const body = await takeBody(front, exchange, target, place)
  if (!body.ok) {
    // Refused for lack of room, of which there will be some soon.
    const wait = body.refusal.status === 429 ? RETRY_S : undefined
    return refusalAnswer(front, exchange, body.refusal, wait)
  }
  try {
    if (hasNul(body.value.fields)) {
      return refusalAnswer(front, exchange, { status: 400, msg: serverAnswers.nul })
    }
    return await askedByBody(front, exchange, target, body.value)
  } finally {
    // Files that were taken have been moved by now; those of a refused request must not fill the disk (H6).
    for (const { path } of body.value.received ?? []) await rm(path, { force: true })
  }
}

/** Applies `_method`, the form field that asks for PUT or DELETE (H7). */
async function askedByBody(front: Front, exchange: Exchange, target: Target, body: Body) {
  const { _method: override, ...fields } = body.fields ?? {}
  if (override !== undefined && typeof override !== 'string') {
    return refusalAnswer(front, exchange, { status: 400, msg: serverAnswers.badMethod })
  }
  const asked = exchange.method === 'POST' ? override?.toUpperCase() : undefined
  const isByForm = asked === 'PUT' || asked === 'DELETE'
  const method = isByForm ? asked : exchange.method
  if (!takesMethod(target.path, method)) {
    return refusalAnswer(front, exchange, wrongMethod(target.path, methodsOf(target.path)))
  }
  const own = isByForm ? { ...body, fields } : body
  return answerFromApp(front, { ...exchange, method }, target, own)
}

/** Reads the body in the way that the address declares: raw, with a picture, an editor's large files, or small. */
async function takeBody(front: Front, exchange: Exchange, target: Target, place?: UploadSlot) {
  const { req, res } = exchange
  const deadlineMs = front.bodyMs ?? BODY_MS
  const uploadMs = front.bodyMs ?? UPLOAD_MS
  if (routeOf(target.path)?.body === 'raw' && hasBody(req)) return readRaw(req, res, deadlineMs)
  const inbox = await importInbox(front, exchange, target)
  if (!inbox && !place) return readBody(req, res, deadlineMs)
  front.uploading.add(req.socket)
  try {
    return inbox
      ? await receiveFiles(req, res, inbox, uploadMs)
      : await readBody(req, res, uploadMs, place)
  } finally {
    front.uploading.delete(req.socket)
  }
}

/** Where an editor's files go; from anybody else the address accepts only a small body. */
async function importInbox(front: Front, exchange: Exchange, { path }: Target) {
  const form = exchange.method === 'POST' ? routeOf(path)?.body : undefined
  if (form !== 'list' && form !== 'pictures') return undefined
  // A form with pictures may also be sent without any, like other small forms.
  if (form === 'pictures' && !isMultipart(exchange.req)) return undefined
  const requester = await findRequester(front, exchange)
  const dir = requester?.isEditor ? front.importDir : undefined
  return requester && dir !== undefined ? { form, requester: requester.id, dir } : undefined
}

/** Drops a trailing slash, so that limits and routes do not see two addresses; for pages a redirect follows. */
function withoutSlash(target: Target): Target {
  const { path } = target
  return path.length > 1 && path.endsWith('/') ? { ...target, path: path.slice(0, -1) } : target
}
