import * as z from 'zod/mini'
import { readCookies } from './cookies.ts'
import { packCookie, unpackCookie } from './packed-cookie.ts'
import { serverCookie } from './set-cookie.ts'

/** What a refused form carries back to its screen without JavaScript: the typed values, and which are wrong. */
const formSchema = z.strictObject({
  /** The path of the screen that it belongs to. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  faulty: z.array(z.string()),
})
export type RefusedForm = Omit<z.infer<typeof formSchema>, 'path'>

/** The redirect that follows reads it at once. */
const MAX_AGE_S = 60

/** The Set-Cookie of a refused form, read by its screen only; if it is too large, the longest values are left out. */
export function formCookie(
  path: string,
  { values, faulty }: RefusedForm,
  maxAgeS = MAX_AGE_S,
): string {
  const shortest = Object.entries(values).toSorted(([, a], [, b]) => a.length - b.length)
  const packed = (count: number) =>
    packCookie({ path, values: Object.fromEntries(shortest.slice(0, count)), faulty })
  let [fits, most] = [0, shortest.length]
  // Usually all values fit; otherwise a binary search finds how many do.
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    if (packed(count) !== undefined) fits = count
    else most = count - 1
  }
  return serverCookie({ name: 'form', value: packed(fits) ?? '', maxAgeS })
}

/** The Set-Cookie that deletes the form once it has been shown. */
export const NO_FORM = serverCookie({ name: 'form', value: '', maxAgeS: 0 })

/** The refused form for this screen from a Cookie header, if there is one. */
export function readFormCookie(header: string | null, path: string): RefusedForm | undefined {
  const value = readCookies(header ?? undefined).get('form')
  const form = value ? unpackCookie(value, formSchema) : undefined
  return form?.path === path ? { values: form.values, faulty: form.faulty } : undefined
}
