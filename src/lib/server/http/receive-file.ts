import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Body, ReceivedFile } from './body.ts'
import { isOutage } from './failures.ts'
import { FormStream } from './form-stream.ts'
import { boundaryOf } from './part-head.ts'
import type { Refusal } from './request-guard.ts'

/** An editor's list, or the zip of a folder (H6), and what a form needs around it. */
const LIMIT = 64 * 2 ** 20 + 16 * 1024
/** Texts beside the file are short: a choice, a name. */
const LONGEST_TEXT = 1024
/** What comes in at a time fills the disk of a small machine no further; one editor leaves room. */
const AT_A_TIME = 6
const EACH = 2

type Received =
  { ok: true; value: Body & { received: ReceivedFile } } | { ok: false; refusal: Refusal }

const refuse = (status: number, msg: string): Received => ({
  ok: false,
  refusal: { status, msg, isFinal: true },
})

/** By sender. */
const underWay = new Map<string, number>()

/** Streams the file of a form into a file of its own in `dir`; nothing is left of a refused one. */
export async function receiveFile(
  req: IncomingMessage,
  res: ServerResponse,
  dir: string,
  { sender, deadlineMs }: { sender: string; deadlineMs: number },
): Promise<Received> {
  const boundary = boundaryOf(req.headers['content-type'])
  const isForm = /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')
  if (!isForm || boundary === undefined)
    return refuse(415, 'Send the file by the form of the page.')
  if (Number(req.headers['content-length'] ?? 0) > LIMIT) return tooLarge()
  const own = underWay.get(sender) ?? 0
  const all = underWay.values().reduce((sum, count) => sum + count, 0)
  if (all >= AT_A_TIME || own >= EACH)
    return refuse(429, 'Other files are coming in; please try again soon.')
  if (req.headers.expect) res.writeContinue()
  underWay.set(sender, own + 1)
  const path = join(dir, `${randomUUID()}.part`)
  let received: Received | undefined
  try {
    await mkdir(dir, { recursive: true })
    received = await receive(req, boundary, path, deadlineMs)
    return received
  } catch (error) {
    if (!isOutage(error)) throw error
    return refuse(503, 'The shop’s disk is full; the file could not be kept.')
  } finally {
    const left = (underWay.get(sender) ?? 1) - 1
    if (left > 0) underWay.set(sender, left)
    else underWay.delete(sender)
    if (!received?.ok) await rm(path, { force: true })
  }
}

const tooLarge = () => refuse(413, 'The file is too large: at most 64 MB are allowed.')

async function receive(
  req: IncomingMessage,
  boundary: string,
  path: string,
  deadlineMs: number,
): Promise<Received> {
  await using file: FileHandle = await open(path, 'wx', 0o600)
  let bytes = 0
  const onFile = async (chunk: Buffer) => {
    bytes += chunk.length
    await file.writeFile(chunk)
  }
  const form = new FormStream({ boundary, longestText: LONGEST_TEXT, onFile })
  const refusal = await pour(req, form, deadlineMs)
  if (refusal) return refusal
  const sent = form.end()
  if (!sent?.file) return refuse(400, 'The form is not valid, or has no file.')
  await file.sync()
  const { fields } = sent
  const { fileName } = sent.file
  return {
    ok: true,
    value: { fields, bytes: undefined, received: { path, name: fileName, bytes } },
  }
}

/** Counts while it reads, and does not wait for who sends by drops (H6, F48). */
async function pour(
  req: IncomingMessage,
  form: FormStream,
  deadlineMs: number,
): Promise<Received | undefined> {
  // Leaving the loop must not end the connection: our answer goes out on it.
  const chunks = req.iterator({ destroyOnReturn: false })
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, undefined)
  })
  let length = 0
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), deadline])
      if (next === undefined) return refuse(408, 'The request took too long.')
      if (next.done) return undefined
      length += next.value.length
      if (length > LIMIT) return tooLarge()
      if (!(await form.write(next.value))) return refuse(400, 'The form is not valid.')
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
      return refuse(400, 'The request was not complete.')
    }
    throw error
  } finally {
    clearTimeout(timer)
    // Lets go of the stream, so that the rest can be read away (answer.ts).
    chunks.return?.().catch(() => {})
  }
}
