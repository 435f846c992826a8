import * as z from 'zod/mini'
import {
  progressPath,
  statusPath,
  type UploadStatus,
  uploadStatusSchema,
} from '#lib/desk/uploads.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'

const answerSchema = z.object({ msg: z.string(), path: z.optional(z.string()) })
/** The desk's answer to a list; `path` is where to go on. */
export type ListAnswer = z.infer<typeof answerSchema>

/** Uploads a list, and reports the progress in whole percent. */
export function sendList(
  body: FormData,
  onProgress: (percent: number) => void,
): Promise<ListAnswer> {
  // `fetch` cannot report upload progress.
  const request = new XMLHttpRequest()
  request.open('POST', '/api/desk/uploads')
  request.setRequestHeader('Accept', 'application/json')
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(Math.floor((loaded / Math.max(total, 1)) * 100)),
  )
  return new Promise((resolve) => {
    request.addEventListener('load', () => resolve(readAnswer(request.responseText)))
    request.addEventListener('error', () => resolve({ msg: deskListTexts.notSent }))
    request.send(body)
  })
}

function readAnswer(text: string): ListAnswer {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : { msg: deskListTexts.notSent }
  } catch {
    return { msg: deskListTexts.notSent }
  }
}

/**
 * State of the work on a list; `gone` if the list no longer exists or the editor no longer has
 * access.
 */
type Status = UploadStatus | 'gone'

const POLL_INTERVAL_MS = 400

/**
 * Follows the work on a list by server-sent events or, if that stream is closed, by polling.
 * @returns a function that stops it
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
    // The stream is blocked by a proxy, or the editor has lost access.
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

/** @returns undefined if the desk does not answer */
async function askStatus(id: string): Promise<Status | undefined> {
  try {
    const response = await fetch(statusPath(id))
    if (!response.ok) return response.status < 500 ? 'gone' : undefined
    return uploadStatusSchema.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}
