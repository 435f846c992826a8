import * as z from 'zod/mini'
import {
  progressPath,
  statusPath,
  type UploadStatus,
  uploadStatusSchema,
} from '#lib/desk/uploads.ts'
import { deskMessages } from '#lib/texts/browser/desk.ts'

const answerSchema = z.object({ msg: z.string(), path: z.optional(z.string()) })
/** What the desk said of a list; with `path`, where it goes on. */
export type ListAnswer = z.infer<typeof answerSchema>

/** Sends a list, and says in whole percent how much of it has gone. */
export function sendList(
  body: FormData,
  onProgress: (percent: number) => void,
): Promise<ListAnswer> {
  const { promise, resolve } = Promise.withResolvers<ListAnswer>()
  // `fetch` cannot say how much was sent.
  const request = new XMLHttpRequest()
  request.open('POST', '/api/desk/uploads')
  request.setRequestHeader('Accept', 'application/json')
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(Math.floor((loaded / Math.max(total, 1)) * 100)),
  )
  request.addEventListener('load', () => resolve(readAnswer(request.responseText)))
  request.addEventListener('error', () => resolve({ msg: deskMessages.notSent }))
  request.send(body)
  return promise
}

function readAnswer(text: string): ListAnswer {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : { msg: deskMessages.notSent }
  } catch {
    return { msg: deskMessages.notSent }
  }
}

/** How far the work on a list is; `gone` where the desk knows no such list or no such editor any more. */
type Status = UploadStatus | 'gone'

const POLL_INTERVAL_MS = 400

/**
 * Says how far the work on a list is, as the server tells it; where its stream is closed, it is asked for.
 * @returns a function that ends it
 */
export function followList(id: string, tell: (status: Status) => void): () => void {
  let timer: number | undefined
  const source = new EventSource(progressPath(id))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const status = readStatus(data)
    if (status) tell(status)
  })
  const ask = async () => {
    const status = await askStatus(id)
    if (status) tell(status)
  }
  source.addEventListener('error', () => {
    // A stream that a proxy does not let through, or that is no longer theirs.
    if (source.readyState !== EventSource.CLOSED) return
    timer ??= window.setInterval(() => void ask(), POLL_INTERVAL_MS)
  })
  return () => {
    source.close()
    window.clearInterval(timer)
  }
}

function readStatus(text: string): Status | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value === null ? 'gone' : uploadStatusSchema.safeParse(value).data
  } catch {
    return undefined
  }
}

/** Undefined where the desk does not say. */
async function askStatus(id: string): Promise<Status | undefined> {
  try {
    const response = await fetch(statusPath(id))
    if (!response.ok) return response.status < 500 ? 'gone' : undefined
    return uploadStatusSchema.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}
