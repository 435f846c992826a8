import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { ownRead } from './settled.ts'
import { setFlags, storeSession } from './stored-session.ts'

/** An account made by a test. */
export type Shopper = { id: string; name: string; email: string; phone: string; password: string }

const signedInSchema = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
})

/** Data of a shopper without an account yet. */
export function newShopper(): Omit<Shopper, 'id'> {
  const email = `asha.${randomBytes(6).toString('hex')}@example.com`
  return { name: 'Asha Rao', email, phone: '9876543210', password: 'monsoon mango 47' }
}

/** Signs up by the API call of the sign-up screen. */
export async function signUp(page: Page, name?: string): Promise<Omit<Shopper, 'id'>> {
  const made = newShopper()
  const shopper = { ...made, name: name ?? made.name }
  await call(page, '/api/user/signup', { ...shopper, isadmin: false })
  return shopper
}

/**
 * Signs in the shopper of a page: by default a new account. If the page has been used before, it
 * signs in by the API, so that an action refused to the visitor is carried out.
 */
export async function signIn(page: Page, known?: Omit<Shopper, 'id'>): Promise<Shopper> {
  const isNew = !page.url().startsWith('http')
  return isNew && !known ? storeSession(page) : signInByCall(page, known)
}

/**
 * Signs in by the API call of the sign-in screen, by default with a new account, and sets the
 * flags.
 */
export async function signInByCall(page: Page, known?: Omit<Shopper, 'id'>): Promise<Shopper> {
  const { name, email, phone, password } = known ?? (await signUp(page))
  const answer = await call(page, '/api/user/signin', { email, password, isadmin: false })
  const { token, user } = signedInSchema.parse(answer)
  await setFlags(page, user, token)
  return { id: user.id, name, email, phone, password }
}

/**
 * Signs in another account in a browser where one is signed in. What the pages of the former one
 * ask at that moment is refused, with its ended session (401) or with the new one (403).
 */
export async function takeOver(
  page: Page,
  expectRefusal: (status: number) => void,
): Promise<Shopper> {
  expectRefusal(401)
  expectRefusal(403)
  // The answer to a read of the former account would have this page forget the new one.
  await ownRead(page)
  return signInByCall(page)
}

/** Calls the API from a page of the shop, as its own scripts do. */
async function call(page: Page, path: string, body: unknown): Promise<unknown> {
  if (!page.url().startsWith('http')) await page.goto('/location')
  return page.evaluate(
    async ([address, text]) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const response = await fetch(address, { method: 'POST', headers, body: text })
      if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
      return response.json() as Promise<unknown>
    },
    [path, JSON.stringify(body)] as const,
  )
}
