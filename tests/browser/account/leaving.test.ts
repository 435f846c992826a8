import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { serverCart } from '#tests/browser/kit/buying.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { ownRead } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

const ADD = '**/api/cart/add'
const toast = (page: Page) => page.locator('toast-message').getByRole('status')

/** Adds a product while the shop does not accept it. */
async function addInVain(page: Page): Promise<void> {
  await page.route(ADD, (route) => route.fulfill({ status: 503, json: { error: true } }))
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(toast(page)).toContainText('Saved on this device')
  // These may come after the toast.
  await ownRead(page)
}

async function logOut(page: Page): Promise<void> {
  await page.locator('account-menu .avatar').click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

test('what was kept for the shop is sent before the logout (I7 S-115)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(503)
  const shopper = await signIn(page)
  await page.clock.install()
  await open('/product/murmura-puffed-rice')
  await addInVain(page)
  await page.unroute(ADD)
  // A logout waits only some seconds for what is being sent.
  await stopClock(page)
  await logOut(page)
  await expect(toast(page)).toHaveText('User logout Successfully!')
  await leavesAfter(page, 1000, '/signin')
  await signIn(page, shopper)
  expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
})

test('what cannot be sent is given up by the shopper alone (I7)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(503)
  await signIn(page)
  await open('/product/murmura-puffed-rice')
  await addInVain(page)
  const asked: string[] = []
  page.once('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog.dismiss()
  })
  await logOut(page)
  await expect.poll(() => asked).toHaveLength(1)
  expect(asked[0]).toContain('have not been saved yet')
  await expect(page.getByRole('button', { name: 'Logout' })).not.toBeDisabled()
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('change:')))
  expect(await kept()).toBe(true)
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  expect(await kept()).toBe(false)
})
