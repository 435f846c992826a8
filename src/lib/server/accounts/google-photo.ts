import type { Job } from '#lib/server/jobs/queue.ts'
import type { Accounts } from './accounts.ts'
import { savePicture } from './save-picture.ts'

/** Where Google keeps photos of people; nothing else is ever asked for one (A05). */
const HOSTS = /^lh[3-6]\.googleusercontent\.com$/
const MAX_BYTES = 2 * 2 ** 20
const ASK_MS = 5000

export function isPhotoAddress(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text)) return false
  const { protocol, hostname, port, username } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && HOSTS.test(hostname)
}

/** Copies the photo of a new shopper, turned and made anew like any other; without it nothing is lost. */
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
