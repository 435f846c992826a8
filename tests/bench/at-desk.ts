import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { uploadStatusSchema } from '#lib/desk/uploads.ts'

const pathSchema = z.object({ path: z.string() })
const ASK_MS = 100

/** The editor's session cookie, and the shop's origin. */
export type Editor = { origin: string; cookie: string }

const headersOf = ({ origin, cookie }: Editor) => ({ cookie, origin, accept: 'application/json' })

/**
 * Sends a form to the desk.
 * @returns the path that the answer leads to
 * @throws when it is refused
 */
export async function post(
  editor: Editor,
  path: string,
  body: FormData | URLSearchParams,
): Promise<string> {
  const answer = await fetch(editor.origin + path, {
    ...{ method: 'POST', body, headers: headersOf(editor) },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return pathSchema.parse(await answer.json()).path
}

/**
 * Fetches a page of the desk, or a preview.
 * @throws when it is refused
 */
export async function look(editor: Editor, path: string): Promise<string> {
  const answer = await fetch(editor.origin + path, { headers: { cookie: editor.cookie } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.text()
}

/**
 * Polls until an upload goes from one state to the next.
 * @throws when it gets into any other state
 */
export async function untilState(
  editor: Editor,
  path: string,
  [before, wanted]: [string, string],
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${editor.origin}/api${path}`, { headers: headersOf(editor) })
    const { state, text } = uploadStatusSchema.parse(await answer.json())
    if (state === wanted) return
    if (state !== before) throw new Error(`The list is ${state}: ${text}`)
    await pause(ASK_MS)
  }
}

/**
 * Uploads a list as an editor's browser does, and waits until it is checked.
 * @returns the path of its page
 */
export async function checkAtDesk(editor: Editor, file: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([await readFile(file)], 'checked.csv', { type: 'text/csv' }))
  const path = await post(editor, '/api/desk/uploads', form)
  await untilState(editor, path, ['checking', 'checked'])
  return path
}
