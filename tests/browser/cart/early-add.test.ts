import type { Locator, Page } from '@playwright/test'
import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { expect } from '#tests/browser/test.ts'

const REACT = '**/static/js/react.*.js'
const add = (page: Page) => page.getByRole('button', { name: 'ADD TO CART', exact: true })
const toast = (page: Page) => page.locator('toast-message').getByRole('status')
/** The texts that an element shows from now on. */
const textsOf = (place: Locator) =>
  place.evaluateHandle((element) => {
    const texts = new Set<string>()
    new MutationObserver(() => texts.add(element.textContent)).observe(element, {
      ...{ childList: true, characterData: true, subtree: true },
    })
    return texts
  })

test('ADD TO CART of a newcomer counts as many as are typed, with their sum, before any script has come (G01 S-129)', async ({
  page,
}) => {
  const come = await holdRequests(page, '**/static/js/{page,react}.*.js')
  await page.goto('/product/toor-dal')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await add(page).click()
  await expect(cartLink(page)).toHaveText('Cart 3 in it, ₹448.50')
  await add(page).click()
  // From here on the link must keep its text: it may show neither 0 nor 6 for a moment.
  const said = await textsOf(cartLink(page))
  come()
  await expect(toast(page)).toHaveText('Item is added to the cart')
  await expect(page.getByRole('group', { name: 'In your cart: Toor Dal' })).toHaveText(/3/)
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
  expect(await said.evaluate((texts) => texts.size)).toBeLessThanOrEqual(1)
})

test('steps and ADD TO CART are done before React has come, which goes on from there (S-060 S-129 G01)', async ({
  page,
}) => {
  const come = await holdRequests(page, REACT)
  await page.goto('/product/salt')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await page.getByRole('button', { name: 'One more' }).dblclick()
  await page.getByRole('button', { name: 'One fewer' }).click()
  const said = await textsOf(add(page))
  await add(page).click()
  await expect.poll(() => said.evaluate((texts) => [...texts])).toContain('Adding...')
  await expect(quantity).toHaveValue('2')
  await expect.poll(() => serverCart(page)).toMatchObject([{ productid: 'salt', quantity: 2 }])
  await expect(add(page)).toBeVisible()
  come()
  await expect(page.locator('astro-island[data-live]').filter({ has: add(page) })).toHaveCount(1)
  await expect(quantity).toHaveValue('2')
  const counter = page.getByRole('group', { name: 'In your cart: Salt' })
  await expect(counter.getByRole('status')).toHaveText('2')
  await page.getByRole('button', { name: 'One fewer' }).first().click()
  await expect(quantity).toHaveValue('1')
  await add(page).click()
  await expect(counter.getByRole('status')).toHaveText('3')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
})

test('each step counts once while React takes over (S-060 S-119)', async ({ page }) => {
  const come = await holdRequests(page, REACT)
  await page.goto('/product/toor-dal')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('20')
  await page.getByRole('button', { name: 'One more' }).first().click()
  await expect(quantity).toHaveValue('21')
  const steps = quantity.evaluate(async (field: HTMLInputElement) => {
    const island = field.closest('astro-island')
    const group = island?.querySelector('[role=group]:has([name=quantity])')
    const [fewer, more] = group?.querySelectorAll('button') ?? []
    const wrong: string[] = []
    let expected = 21
    let turn = 0
    for (let settled = 0; settled < 5;) {
      // Up and down between 20 and 35, which is less than the stock.
      const isMore = expected <= 20 || (expected < 35 && ++turn % 3 > 0)
      expected += isMore ? 1 : -1
      ;(isMore ? more : fewer)?.click()
      await new Promise((resolve) => setTimeout(resolve))
      if (field.value !== String(expected)) wrong.push(`${field.value} for ${expected}`)
      if (island?.hasAttribute('data-live')) settled++
    }
    return { wrong, expected }
  })
  come()
  const { wrong, expected } = await steps
  expect(wrong).toEqual([])
  await expect(quantity).toHaveValue(String(expected))
  await add(page).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: expected }])
})

test('of packs the chosen one is added before React has come, and one that is missing is marked (S-123 S-139 G01)', async ({
  page,
}) => {
  const come = await holdRequests(page, REACT)
  await page.goto('/product/basmati-rice')
  const group = page.getByRole('radiogroup', { name: 'Choose a pack' })
  await add(page).click()
  await expect(group).toHaveAttribute('aria-invalid', 'true')
  await expect(group.getByRole('radio').first()).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Choose a pack first.')
  await expect(cartLink(page).locator('b')).toHaveText('0')
  await group.getByRole('radio', { name: /5 kg/ }).check()
  await expect(group).not.toHaveAttribute('aria-invalid')
  await add(page).click()
  await expect(cartLink(page)).toContainText('₹540')
  await expect.poll(() => serverCart(page)).toMatchObject([{ productweight: '5 kg', quantity: 1 }])
  come()
  const counter = page.getByRole('group', { name: 'In your cart: Basmati Rice 5 kg' })
  await expect(counter.getByRole('status')).toHaveText('1')
  await expect(group.getByRole('radio', { name: /5 kg/ })).toBeChecked()
  await expect(page).toHaveURL('/product/basmati-rice?variant=5-kg')
  await group.getByRole('radio', { name: /1 kg/ }).check()
  await add(page).click()
  await expect(cartLink(page)).toContainText('₹658')
})

test('of two additions whose code does not come none is lost (I7)', async ({
  expectRefusal,
  page,
}) => {
  expectRefusal(404)
  let fail = (): void => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  await page.route(
    '**/static/js/controls.*.js',
    async (route) => {
      await failed
      await route.fulfill({ status: 404, body: '' })
    },
    { times: 1 },
  )
  await page.goto('/category/staples')
  for (const name of ['Toor Dal', 'Salt']) {
    await page
      .getByRole('button', { name: `Add to cart: ${name}` })
      .first()
      .click()
  }
  await expect(cartLink(page)).toContainText('2')
  fail()
  await expect(page).toHaveURL('/cart')
  await expect
    .poll(async () => (await serverCart(page)).map(({ productid }) => productid).sort())
    .toEqual(['salt', 'toor-dal'])
})
