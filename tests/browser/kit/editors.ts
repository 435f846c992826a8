import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { ROOT } from '#lib/server/build/root.ts'
import { type Shopper, signIn } from './accounts.ts'

/** Signs in with a fresh account that the owner has made an editor on the command line. */
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
export async function signInAs(page: Page, role: 'owner' | 'editor' | 'staff'): Promise<Shopper> {
  const shopper = await signIn(page)
  const env = { ...process.env, DATA_DIR: process.env['BROWSER_TEST_DIR'] }
  const args = ['bin/shop.ts', 'grant', shopper.email, role]
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  return shopper
}
