import * as z from 'zod/mini'
import { type UploadStatus, uploadStatusSchema } from '#lib/desk.ts'
import { deskMessages as messages } from '#lib/texts/browser/desk.ts'

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
  request.addEventListener('error', () => resolve({ msg: messages.notSent }))
  request.send(body)
  return promise
}

function readAnswer(text: string): ListAnswer {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : { msg: messages.notSent }
  } catch {
    return { msg: messages.notSent }
  }
}

/**
 * How far the work on a list is; `gone` where the desk knows no such list or no such editor any more,
 * undefined where it does not say.
 */
export async function readListStatus(id: string): Promise<UploadStatus | 'gone' | undefined> {
  try {
    const response = await fetch(`/api/desk/uploads/${id}`)
    if (!response.ok) return response.status < 500 ? 'gone' : undefined
    return uploadStatusSchema.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}
