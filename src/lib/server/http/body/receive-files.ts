import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body, ReceivedFile } from './body.ts'
import { isOutage } from '#lib/server/http/failures.ts'
import { FormStream } from './form-stream.ts'
import { Inbox } from './inbox.ts'
import { boundaryOf } from './part-head.ts'
import { EDITORS_FORM, MAX_LIST_MIB } from '#lib/limits.ts'
import type { Refusal } from '#lib/server/http/guards/request-guard.ts'
import type { EditorsForm } from '#lib/server/http/routes.ts'
import { type UploadSlot, UploadRoom } from './upload-room.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { errorCode } from '#lib/server/errors.ts'

/** An editor's list, or the zip of a folder (H6), and what a form needs around it. */
const LIMIT = MAX_LIST_MIB * 2 ** 20 + 16 * 1024
/**
 * Texts beside a list are short: a choice, a name. A form with pictures has a field for each cell of a
 * product with many packs, and its description, or three for each of thousands of categories; each field for
 * a file is a part, chosen or not.
 */
const SHAPES = {
  list: { longestText: 1024 },
  pictures: {
    ...{ longestText: EDITORS_FORM.textKib * 1024, mostText: EDITORS_FORM.textsMib * 2 ** 20 },
    ...{ mostParts: EDITORS_FORM.parts, mostFiles: EDITORS_FORM.parts },
    mostFilled: EDITORS_FORM.pictures,
  },
}
/** What comes in at a time fills the disk of a small machine no further; who sends by drops takes none of it. */
const room = new UploadRoom({ most: 6 * LIMIT })
/** A photo over a slow line takes minutes: what comes in gives time for more, up to an end. */
const BYTES_A_SECOND = 64 * 1024
const MAX_MS = 15 * 60_000

type Received =
  { ok: true; value: Body & { received: ReceivedFile[] } } | { ok: false; refusal: Refusal }
/** Which form comes from whom, and the folder that its files go into. */
type Coming = { form: EditorsForm; sender: string; dir: string }

const refuse = (status: number, msg: string): Received => ({
  ok: false,
  refusal: { status, msg, isFinal: true },
})

/** Streams the files of a form into files of their own; nothing is left of a refused one. */
export async function receiveFiles(
  req: IncomingMessage,
  res: ServerResponse,
  coming: Coming,
  deadlineMs: number,
): Promise<Received> {
  const { sender, dir } = coming
  const boundary = boundaryOf(req.headers['content-type'])
  if (!isMultipart(req) || boundary === undefined) return refuse(415, serverAnswers.notByForm)
  if (Number(req.headers['content-length'] ?? 0) > LIMIT) return tooLarge()
  const work = async (place: UploadSlot) => {
    if (req.headers.expect) res.writeContinue()
    await mkdir(dir, { recursive: true })
    await using inbox = new Inbox(dir)
    return await receive(req, { boundary, inbox, form: coming.form, place }, deadlineMs)
  }
  try {
    return await room.hold(sender, work, tooMany)
  } catch (error) {
    if (!isOutage(error)) throw error
    return refuse(503, serverAnswers.diskFull)
  }
}

/** Whether a form announces itself that may have files. */
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
  // A form with pictures may have been filled in for long: it is said what there is too much of.
  if (form === 'pictures' && stream.excess) return refuse(413, serverAnswers.excess[stream.excess])
  if (refusal) return refusal
  const sent = stream.end()
  if (!sent || (form === 'list' && sent.files.length === 0))
    return refuse(400, serverAnswers.noFile)
  const received = await inbox.keep(sent.files)
  return { ok: true, value: { fields: sent.fields, bytes: undefined, received } }
}

/** Counts while it reads, and does not wait for who sends by drops (H6, F48). */
async function pour(
  req: IncomingMessage,
  form: FormStream,
  { take, signal }: UploadSlot,
  deadlineMs: number,
): Promise<Received | undefined> {
  // Leaving the loop must not end the connection: our answer goes out on it.
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
    // Lets go of the stream, so that the rest can be read away (answer.ts).
    chunks.return?.().catch(() => {})
  }
}
