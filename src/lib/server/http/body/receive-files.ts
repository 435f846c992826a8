import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { askForBody, type Body, type ReceivedFile } from './body.ts'
import { isOutage } from '#lib/server/http/failures.ts'
import { FormStream } from './form-stream.ts'
import { Inbox } from './inbox.ts'
import { boundaryOf } from './part-head.ts'
import { EDITORS_FORM, MAX_LIST_MIB } from '#lib/limits.ts'
import type { HttpRefusal } from '#lib/server/http/guards/request-guard.ts'
import type { EditorsForm } from '#lib/server/http/routes.ts'
import { type UploadSlot, UploadRoom } from './upload-room.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { errorCode } from '#lib/server/errors.ts'

/** Largest body in bytes: an editor's list or zipped folder (H6), plus the form around it. */
const LIMIT = MAX_LIST_MIB * 2 ** 20 + 16 * 1024
/**
 * Limits by kind of form. Beside a list there are only short texts: a choice, a name. A form with pictures
 * has a field for each cell of a product with many packs and for its description, or three for each of
 * thousands of categories; every file field is a part, even if no file was chosen.
 */
const SHAPES = {
  list: { longestText: 1024 },
  pictures: {
    ...{ longestText: EDITORS_FORM.textKib * 1024, mostText: EDITORS_FORM.textsMib * 2 ** 20 },
    ...{ mostParts: EDITORS_FORM.parts, mostFiles: EDITORS_FORM.parts },
    mostFilled: EDITORS_FORM.pictures,
  },
}
/**
 * Bounds what uploads in progress take on the disk of a small machine; counted by bytes received, so a slow
 * sender takes up little.
 */
const room = new UploadRoom({ most: 6 * LIMIT })
/** A photo over a slow line takes minutes: each byte received extends the deadline, up to `MAX_MS`. */
const BYTES_A_SECOND = 64 * 1024
const MAX_MS = 15 * MINUTE_MS

type Received =
  { ok: true; value: Body & { received: ReceivedFile[] } } | { ok: false; refusal: HttpRefusal }
/** Which form is received, from whom, and the folder for its files. */
type Coming = { form: EditorsForm; requester: string; dir: string }

const refuse = (status: number, msg: string): Received => ({
  ok: false,
  refusal: { status, msg, isFinal: true },
})

/** Streams the files of a form to disk; nothing of a refused form is left there. */
export async function receiveFiles(
  req: IncomingMessage,
  res: ServerResponse,
  coming: Coming,
  deadlineMs: number,
): Promise<Received> {
  const { requester, dir } = coming
  const boundary = boundaryOf(req.headers['content-type'])
  if (!isMultipart(req) || boundary === undefined) return refuse(415, serverAnswers.notByForm)
  if (Number(req.headers['content-length'] ?? 0) > LIMIT) return tooLarge()
  const work = async (place: UploadSlot) => {
    askForBody(req, res)
    await mkdir(dir, { recursive: true })
    await using inbox = new Inbox(dir)
    return await receive(req, { boundary, inbox, form: coming.form, place }, deadlineMs)
  }
  try {
    return await room.hold(requester, work, tooMany)
  } catch (error) {
    if (!isOutage(error)) throw error
    return refuse(503, serverAnswers.diskFull)
  }
}

/** Whether the request announces a multipart form, which may contain files. */
export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')

const tooMany = () => refuse(429, serverAnswers.otherFiles)
const tooLarge = () => refuse(413, serverAnswers.largeFile)

type Receiving = { boundary: string; inbox: Inbox; form: EditorsForm; place: UploadSlot }

async function receive(
  req: IncomingMessage,
  { boundary, inbox, form, place }: Receiving,
  deadlineMs: number,
): Promise<Received> {
  const onFile = (chunk: Buffer, place: number) => inbox.write(chunk, place)
  const stream = new FormStream({ boundary, ...SHAPES[form], onFile })
  const refusal = await pour(req, stream, place, deadlineMs)
  // A form with pictures may have taken long to fill in, so the answer names the limit that was exceeded.
  if (form === 'pictures' && stream.excess) return refuse(413, serverAnswers.excess[stream.excess])
  if (refusal) return refusal
  const sent = stream.end()
  if (!sent || (form === 'list' && sent.files.length === 0))
    return refuse(400, serverAnswers.noFile)
  const received = await inbox.keep(sent.files)
  return { ok: true, value: { fields: sent.fields, bytes: undefined, received } }
}

/**
 * Feeds the body to the form; enforces its limit while reading, and gives up on slow senders (H6, F48).
 * @returns a refusal, or undefined when all was read
 */
async function pour(
  req: IncomingMessage,
  form: FormStream,
  { take, signal }: UploadSlot,
  deadlineMs: number,
): Promise<Received | undefined> {
  // Leaving the loop must not destroy the connection: the answer is sent on it.
  const chunks = req.iterator({ destroyOnReturn: false })
  const startedAt = performance.now()
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const evicted = new Promise<'evicted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('evicted'))
  })
  const deadline = new Promise<undefined>((resolve) => {
    const look = () => {
      const earnedMs = deadlineMs + (length / BYTES_A_SECOND) * 1000
      const leftMs = startedAt + Math.min(earnedMs, MAX_MS) - performance.now()
      if (leftMs > 0) timer = setTimeout(look, leftMs)
      else resolve(undefined)
    }
    look()
  })
  try {
    for (;;) {
      const next = await Promise.race([evicted, chunks.next(), deadline])
      if (next === 'evicted') return tooMany()
      if (next === undefined) return refuse(408, serverAnswers.tooSlow)
      if (next.done) return undefined
      length += next.value.length
      if (length > LIMIT) return tooLarge()
      if (!take(next.value.length)) return tooMany()
      if (!(await form.write(next.value))) return refuse(400, serverAnswers.badForm)
    }
  } catch (error) {
    if (errorCode(error) === 'ECONNRESET') return refuse(400, serverAnswers.notWhole)
    throw error
  } finally {
    clearTimeout(timer)
    // Releases the stream, so that the rest of the body can be read and discarded (answer.ts).
    chunks.return?.().catch(() => {})
  }
}
