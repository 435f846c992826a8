import type { Browser, Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart, rupees, totalOf } from '#tests/browser/kit/checkout-steps.ts'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { withinOneDay } from '#tests/browser/kit/one-day.ts'
import { emptyBalance } from '#tests/browser/kit/stored-session.ts'
import { expect, test } from '#tests/browser/test.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

/** A page with the session of somebody who signed in with script. */
async function pageOf<Who>(browser: Browser, page: Page, enter: (helper: Page) => Promise<Who>) {
  const helper = await browser.newPage()
  const who = await enter(helper)
  await page.context().addCookies(await helper.context().cookies())
  await helper.close()
  return who
}

test('a refund that the provider refuses is given back in cash by the owner, and the buyer reads it (P15)', async ({
  browser,
  page,
  baseURL,
}) => {
  await withinOneDay()
  let total = ''
  const buyer = await pageOf(browser, page, async (helper) => {
    const shopper = await signIn(helper)
    total = rupees(totalOf(await fillCart(helper, 1)))
    return shopper
  })
  await page.goto('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.getByRole('button', { name: `Pay ${total}` }).click()
  await expect(page).toHaveURL('/orders')
  await emptyBalance(buyer)
  await page.getByRole('button', { name: 'Click Here To View' }).click()
  const heading = await page.getByRole('heading', { name: /^Order / }).textContent()
  const number = /Order (\w+)/.exec(heading ?? '')?.[1] ?? ''
  await page.getByText('Cancel the order').click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Your refund is on its way.')).toBeVisible()

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
  })
  const desk = await context.newPage()
  await pageOf(browser, desk, (helper) => signInAs(helper, 'owner'))
  const opens = desk.getByText('I refunded this another way')
  await expect(async () => {
    await desk.goto(`/desk/orders/${number}`)
    await expect(opens).toBeVisible({ timeout: 500 })
  }).toPass()
  await opens.click()
  await desk.getByLabel('How').selectOption('Cash')
  await desk.getByLabel('Reference or note').fill('Receipt 12')
  await desk.getByRole('button', { name: 'Record it as given back' }).click()
  const done = `Order ${number}: ${total} is recorded as given back.`
  await expect(desk.getByText(done, { exact: false })).toBeVisible()
  await expect(desk.getByText('given back elsewhere: cash Receipt 12')).toBeVisible()
  await expect(opens).toHaveCount(0)
  await desk.goto('/desk/cash')
  await expect(desk.getByRole('heading', { name: /At the shop/ })).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByText('The shop is refunding you in cash.')).toBeVisible()
})
