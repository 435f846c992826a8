import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import { readCookies } from './cookies.ts'
import { serverCookie } from './set-cookie.ts'

/** What a form without JavaScript brings back to its screen: what was typed, and what is wrong. */
const formSchema = z.strictObject({
  /** The screen that it is for. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  faulty: z.array(z.string()),
})
export type FailedForm = Omit<z.infer<typeof formSchema>, 'path'>

/** A cookie that browsers keep has at most 4096 bytes with its name and attributes. */
const MAX_COOKIE = 3900
const MAX_TEXT = 32 * 1024

/** A page that comes at once has it. */
const MAX_AGE_S = 60

/** The Set-Cookie of a refused form, for its screen alone; where all is too large, with the shortest texts. */
export function formCookie(
  path: string,
  { values, faulty }: FailedForm,
  maxAgeS = MAX_AGE_S,
): string {
  const shortest = Object.entries(values).toSorted(([, a], [, b]) => a.length - b.length)
  const text = (count: number) =>
    JSON.stringify({ path, values: Object.fromEntries(shortest.slice(0, count)), faulty })
  let [fits, most] = [0, shortest.length]
  // All of it mostly fits; else as many as do are found by halves.
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    if (isSmall(text(count))) fits = count
    else most = count - 1
  }
  return serverCookie({ name: 'form', value: pack(text(fits)), maxAgeS })
}

const isSmall = (text: string) =>
  Buffer.byteLength(text) <= MAX_TEXT && pack(text).length <= MAX_COOKIE

/** The Set-Cookie that ends it once it was shown. */
export const NO_FORM = serverCookie({ name: 'form', value: '', maxAgeS: 0 })

/** The refused form of a screen in a request's Cookie header, if there is one. */
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
