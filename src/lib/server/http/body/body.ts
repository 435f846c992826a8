import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_PORTRAIT_MIB } from '#lib/limits.ts'
import { hasDoubledKey } from './json-keys.ts'
import { parseMultipart, type SentFile } from './multipart.ts'
import { boundaryOf } from './part-head.ts'
import type { HttpRefusal } from '#lib/server/http/guards/request-guard.ts'
import type { UploadSlot } from './upload-room.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/**
 * A received file on disk; the code that takes it must move or remove it. `name` comes from the client: do
 * not trust it.
 */
export type ReceivedFile = { field: string; path: string; name: string; bytes: number }

/** What a request contained: its fields, and the raw bytes where a signature has to be checked. */
export type Body = {
  fields: Record<string, unknown> | undefined
  bytes: Buffer | undefined
  files?: SentFile[]
  /** The large files of an editor's form, on disk; empty if none was chosen. */
  received?: ReceivedFile[]
}
type Read<Value> = { ok: true; value: Value } | { ok: false; refusal: HttpRefusal }

/** Largest bodies in bytes (H6). */
const LIMITS = { json: 32 * 1024, form: 64 * 1024, multipart: 64 * 1024 }
const WEBHOOK_LIMIT = 256 * 1024
type Kind = keyof typeof LIMITS
/** A shopper's picture plus the form around it. */
const UPLOAD_LIMIT = MAX_PORTRAIT_MIB * 2 ** 20 + 16 * 1024
const MAX_FIELDS = 200
const MAX_DEPTH = 20

const refuse = (status: number, msg: string, isFinal = false): Read<never> => ({
  ok: false,
  refusal: { status, msg, isFinal },
})
const tooLarge = () => refuse(413, serverAnswers.tooLarge, true)
const tooMany = () => refuse(429, serverAnswers.otherFiles, true)

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Sends `100 Continue` to a client that waits for it before its body; HTTP/1.0 does not have that answer. */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect && req.httpVersionMinor > 0) res.writeContinue()
}

/** Reads a signed body unparsed: nothing parses it before the signature has been verified (P3). */
export async function readRaw(
  req: IncomingMessage,
  res: ServerResponse,
  deadlineMs: number,
): Promise<Read<Body>> {
  if (Number(req.headers['content-length'] ?? 0) > WEBHOOK_LIMIT) return tooLarge()
  askForBody(req, res)
  const read = await collect(req, WEBHOOK_LIMIT, deadlineMs)
  return read.ok ? { ok: true, value: { fields: undefined, bytes: read.value } } : read
}

/** Reads the body of a POST, PUT or DELETE, JSON or a form, into fields. The raw bytes are not passed on. */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  deadlineMs: number,
  place?: UploadSlot,
): Promise<Read<Body>> {
  if (!hasBody(req)) return { ok: true, value: { fields: undefined, bytes: undefined } }
  const kind = kindOf(req.headers['content-type'])
  if (!kind) return refuse(415, serverAnswers.wrongKind, true)
  const limit = place && kind === 'multipart' ? UPLOAD_LIMIT : LIMITS[kind]
  if (Number(req.headers['content-length'] ?? 0) > limit) return tooLarge()
  askForBody(req, res)
  const read = await collect(req, limit, deadlineMs, place)
  if (!read.ok) return read
  const { value: bytes } = read
  if (kind === 'multipart') {
    const form = await parseMultipart(bytes, boundaryOf(req.headers['content-type']))
    if (!form) return refuse(400, serverAnswers.badForm)
    return { ok: true, value: { ...form, bytes: undefined } }
  }
  const fields = parse(bytes, kind)
  if (!fields) return refuse(400, serverAnswers[kind === 'json' ? 'badJson' : 'badForm'])
  return { ok: true, value: { fields, bytes: undefined } }
}

function kindOf(header: string | undefined): Kind | undefined {
  const [type, ...parameters] = (header ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=').map((part) => part.trim())
    return name !== 'charset' || value.replaceAll('"', '') === 'utf-8'
  })
  if (!isUtf8) return undefined
  if (type?.trim() === 'application/json') return 'json'
  if (type?.trim() === 'multipart/form-data') return 'multipart'
  return type?.trim() === 'application/x-www-form-urlencoded' ? 'form' : undefined
}

/** Reads a body; enforces its limit while reading, and gives up on slow senders at the deadline (H6, F48). */
function collect(
  req: IncomingMessage,
  limit: number,
  deadlineMs: number,
  place?: UploadSlot,
): Promise<Read<Buffer>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = (read: Read<Buffer>) => {
      clearTimeout(timer)
      req.off('data', add).off('end', finish).off('close', stop)
      place?.signal.removeEventListener('abort', onEvicted)
      place?.arrived()
      resolve(read)
    }
    const add = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) end(tooLarge())
      else if (place?.take(chunk.length) === false) end(tooMany())
      else chunks.push(chunk)
    }
    const finish = () => end({ ok: true, value: Buffer.concat(chunks) })
    const stop = () => end(refuse(400, serverAnswers.notWhole, true))
    const onEvicted = () => end(tooMany())
    const timer = setTimeout(() => end(refuse(408, serverAnswers.tooSlow, true)), deadlineMs)
    place?.signal.addEventListener('abort', onEvicted)
    req.on('data', add).on('end', finish).on('close', stop).on('error', stop)
  })
}

function parse(bytes: Buffer, kind: Kind): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return kind === 'json' ? parseJson(text) : parseForm(text)
  } catch {
    return undefined
  }
}

function parseJson(text: string): Record<string, unknown> | undefined {
  const value: unknown = JSON.parse(text)
  return isRecord(value) && isPlainJson(value) && !hasDoubledKey(text) ? value : undefined
}

/** A field sent twice is refused, as readers differ on which one counts (A42). */
function parseForm(text: string): Record<string, string> | undefined {
  const fields = new Map<string, string>()
  const parts = text === '' ? [] : text.split('&')
  if (parts.length > MAX_FIELDS) return undefined
  for (const part of parts) {
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at))
    if (fields.has(name) || name === '__proto__') return undefined
    fields.set(name, at < 0 ? '' : decode(part.slice(at + 1)))
  }
  return Object.fromEntries(fields)
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Properties that every object inherits, such as `toString`: a field of that name would shadow them. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype)

/**
 * Whether no field shadows an inherited property (so that every value can be converted to a string) and
 * nesting is limited. Walks without recursion, as nesting may be deep (A42).
 */
function isPlainJson(value: object): boolean {
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.some(hidesInherited)) return false
    level = level
      .flatMap((found): unknown[] => Object.values(found))
      .filter((found) => typeof found === 'object' && found !== null)
  }
  return true
}

const hidesInherited = (found: object) => INHERITED.some((name) => Object.hasOwn(found, name))
