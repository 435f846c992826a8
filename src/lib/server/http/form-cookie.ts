import * as z from 'zod/mini'
import { readCookies } from './cookies.ts'
import { packCookie, unpackCookie } from './packed-cookie.ts'
import { serverCookie } from './set-cookie.ts'

/** What a form without JavaScript brings back to its screen: what was typed, and what is wrong. */
const formSchema = z.strictObject({
  /** The screen that it is for. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
  faulty: z.array(z.string()),
})
export type FailedForm = Omit<z.infer<typeof formSchema>, 'path'>

/** A page that comes at once has it. */
const MAX_AGE_S = 60

/** The Set-Cookie of a refused form, for its screen alone; where all is too large, with the shortest texts. */
export function formCookie(
  path: string,
  { values, faulty }: FailedForm,
  maxAgeS = MAX_AGE_S,
): string {
  const shortest = Object.entries(values).toSorted(([, a], [, b]) => a.length - b.length)
  const packed = (count: number) =>
    packCookie({ path, values: Object.fromEntries(shortest.slice(0, count)), faulty })
  let [fits, most] = [0, shortest.length]
  // All of it mostly fits; else as many as do are found by halves.
  for (let count = most; fits < most; count = Math.ceil((fits + most) / 2)) {
    if (packed(count) !== undefined) fits = count
    else most = count - 1
  }
  return serverCookie({ name: 'form', value: packed(fits) ?? '', maxAgeS })
}

/** The Set-Cookie that ends it once it was shown. */
export const NO_FORM = serverCookie({ name: 'form', value: '', maxAgeS: 0 })

/** The refused form of a screen in a request's Cookie header, if there is one. */
export function readFormCookie(header: string | null, path: string): FailedForm | undefined {
  const value = readCookies(header ?? undefined).get('form')
  const form = value ? unpackCookie(value, formSchema) : undefined
  return form?.path === path ? { values: form.values, faulty: form.faulty } : undefined
}
