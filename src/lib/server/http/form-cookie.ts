import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import { readCookies } from './cookies.ts'
import { serverCookie } from './set-cookie.ts'

/** What a refused form carries back to its screen without JavaScript: the typed values, and which are wrong. */
const formSchema = z.strictObject({
  /** The path of the screen that it belongs to. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  faulty: z.array(z.string()),
})
export type FailedForm = Omit<z.infer<typeof formSchema>, 'path'>

/** Browsers keep cookies of up to 4096 bytes including name and attributes. */
const MAX_COOKIE = 3900
const MAX_TEXT = 32 * 1024

/** The redirect that follows reads it at once. */
const MAX_AGE_S = 60

/** The Set-Cookie of a refused form, read by its screen only; if it is too large, the longest values are left out. */
export function formCookie(
  path: string,
  { values, faulty }: FailedForm,
  maxAgeS = MAX_AGE_S,
): string {
  const shortest = Object.entries(values).toSorted(([, a], [, b]) => a.length - b.length)
  const text = (count: number) =>
    JSON.stringify({ path, values: Object.fromEntries(shortest.slice(0, count)), faulty })
  let [fits, most] = [0, shortest.length]
  // Usually all values fit; otherwise a binary search finds how many do.
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    if (isSmall(text(count))) fits = count
    else most = count - 1
  }
  return serverCookie({ name: 'form', value: pack(text(fits)), maxAgeS })
}

const isSmall = (text: string) =>
  Buffer.byteLength(text) <= MAX_TEXT && pack(text).length <= MAX_COOKIE

/** The Set-Cookie that deletes the form once it has been shown. */
export const NO_FORM = serverCookie({ name: 'form', value: '', maxAgeS: 0 })

/** The refused form for this screen from a Cookie header, if there is one. */
export function readFormCookie(header: string | null, path: string): FailedForm | undefined {
  const value = readCookies(header ?? undefined).get('form')
  if (!value || value.length > MAX_COOKIE) return undefined
  try {
    const bytes = inflateRawSync(Buffer.from(value, 'base64url'), { maxOutputLength: MAX_TEXT })
    const parsed = formSchema.safeParse(JSON.parse(bytes.toString()))
    if (!parsed.success || parsed.data.path !== path) return undefined
    const { values, faulty } = parsed.data
    return { values, faulty }
  } catch {
    return undefined
  }
}

const pack = (text: string) => deflateRawSync(text).toString('base64url')
