import type { Page } from '@playwright/test'
import { signIn, signInByCall, signUp } from '#tests/browser/kit/accounts.ts'
import { atBoth, PHONE } from '#tests/browser/kit/both-widths.ts'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Signs in a new account with this name. */
async function haveFlags(page: Page, name = 'asha Rao'): Promise<void> {
  await signIn(page, await signUp(page, name))
}

test('at 360 and 1280 px the header offers Sign In, or the menu of the account (S-024 S-025 S-114)', async ({
  open,
  page,
  axe,
}) => {
  await page.setViewportSize(PHONE)
  await open('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')

  await haveFlags(page)
  await open('/')
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await expect(header.locator('.avatar')).toHaveText('A')
  await expect(header.locator('account-menu summary')).toHaveText(/Account of asha Rao/)
  await atBoth(page, async () => {
    await header.locator('.avatar').click()
    const goals = { 'My account': '/myaccount', Orders: '/orders', 'My WishList': '/mylist' }
    for (const [name, href] of Object.entries(goals)) {
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    }
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
    // While the menu is open, controls half under it cannot be pressed; axe does not know that.
    await page.keyboard.press('Escape')
    expect(await axe()).toEqual([])
  })
})

test('whoever works at the desk finds it in the menu of the account from then on', async ({
  open,
  page,
}) => {
  await signInAs(page, 'staff')
  await open('/desk')
  await open('/')
  const header = page.getByRole('banner')
  await header.locator('.avatar').click()
  await header.getByRole('link', { name: 'Desk' }).click()
  await expect(page).toHaveURL('/desk')
})

test('whoever works at the desk no more finds no way there after a look at My account (S-001)', async ({
  open,
  page,
}) => {
  await haveFlags(page)
  await page.evaluate(() => localStorage.setItem('desk', 'yes'))
  await open('/myaccount')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('desk'))).toBeNull()
  await open('/')
  await page.getByRole('banner').locator('.avatar').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Desk' })).toHaveCount(0)
})

test('the account menu is used by keyboard alone, and closes when it is left', async ({
  open,
  page,
}) => {
  await haveFlags(page)
  await open('/')
  const summary = page.getByRole('banner').locator('account-menu summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'My account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(summary).toBeFocused()
  await expect(page.getByRole('link', { name: 'My account' })).toBeHidden()
})

test('a second tab follows when somebody signs in or out in the first', async ({
  context,
  open,
  page,
}) => {
  await open('/')
  const other = await context.newPage()
  await haveFlags(other)
  await expect(page.locator('account-menu .avatar')).toHaveText('A')
  await other.evaluate(() => localStorage.clear())
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('a name with markup in it stays a text (A01 A14)', async ({ open, page }) => {
  await haveFlags(page, '<img src=x onerror=alert(1)>')
  await open('/')
  await expect(page.locator('account-menu .avatar')).toHaveText('<')
  await expect(page.locator('account-menu img')).toHaveCount(0)
})

test('flags that are no user show Sign In', async ({ open, page, expectRefusal }) => {
  // The cart trusts the flag, and asks for the account's cart.
  expectRefusal(401)
  await page.goto('/location')
  await page.evaluate(() => {
    localStorage.setItem('token', 'session')
    localStorage.setItem('user', '{"id":1}')
  })
  await open('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('without JavaScript the header leads to the account, or to signing in, and says neither (S-024)', async ({
  page,
  plainPage: plain,
}) => {
  const { email, password } = await signUp(page)
  const header = plain.getByRole('banner')
  // Playwright takes everything in a <noscript> for hidden, even where the browser shows it.
  const account = header.locator('account-menu a')
  await plain.goto('/')
  await expect(account).toHaveText('Account', { useInnerText: true })
  await account.click()
  await plain.getByLabel('Email').fill(email)
  await plain.getByLabel('Password').fill(password)
  await plain.getByRole('button', { name: 'Sign In' }).click()
  await plain.goto('/product/cabbage')
  await expect(account).toHaveText('Account', { useInnerText: true })
  await account.click()
  await expect(plain.getByText('You are signed in as')).toContainText(email)
  await plain.getByRole('link', { name: 'My account' }).click()
  await expect(plain).toHaveURL('/myaccount')
  await expect(account).toHaveText('Account', { useInnerText: true })
})

test('back on a page from before the sign-in, the header shows who is signed in', async ({
  open,
  page,
}) => {
  await open('/')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible()
  // The browser holds the page while the shopper signs in on another one, then shows it again.
  await signInByCall(page)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(banner.locator('account-menu .avatar')).toHaveText('A')
})
