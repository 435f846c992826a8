import type { Browser, Page } from '@playwright/test'
import type { Role } from '#lib/account/roles.ts'
import { type Shopper, signIn } from './accounts.ts'
import { giveRole } from './stored-session.ts'

/** Signs in with a new account that is an editor. */
export const signInEditor = (page: Page): Promise<Shopper> => signInAs(page, 'editor')

/**
 * Signs in an editor on a page without script: another page makes the account, and its cookies are
 * copied.
 */
export async function bringEditorTo(page: Page, browser: Browser): Promise<Shopper> {
  const helper = await browser.newPage()
  const editor = await signInEditor(helper)
  await page.context().addCookies(await helper.context().cookies())
  await helper.close()
  return editor
}

/** Signs in with a new account that has the given role. */
export async function signInAs(page: Page, role: Role): Promise<Shopper> {
  const shopper = await signIn(page)
  await giveRole(shopper, role)
  return shopper
}
