import type { Job } from '#lib/server/jobs/queue.ts'
import type { Accounts } from './accounts.ts'
import { savePicture } from './save-picture.ts'

/** Where Google hosts profile photos; photos are never fetched from elsewhere (A05). */
const HOSTS = /^lh[3-6]\.googleusercontent\.com$/
const MAX_BYTES = 2 * 2 ** 20
const ASK_MS = 5000

/** Whether an address is that of a profile photo at Google. */
export function isPhotoAddress(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text)) return false
  const { protocol, hostname, port, username } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && HOSTS.test(hostname)
}

/** Copies the Google photo of a new shopper, re-encoded like any upload. It is optional: failures are ignored. */
export async function fetchPhoto(
  accounts: Accounts,
  { payload: { userId, url } }: Job<'google-photo'>,
): Promise<void> {
  if (!isPhotoAddress(url)) return
  const bytes = await load(url).catch(() => undefined)
  const picture = bytes && (await accounts.pictures.make(bytes))
  if (picture?.ok) await savePicture(accounts, userId, picture.value)
}

async function load(url: string): Promise<Buffer | undefined> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ASK_MS) })
  if (!response.ok || !response.body) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    if (length > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
