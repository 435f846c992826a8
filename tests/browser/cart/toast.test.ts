import type { Locator, Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink } from '#tests/browser/kit/buying.ts'
import { fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone a toast covers no link of the header and no bar that stays (S-020)', async ({
  open,
  page,
}) => {
  await open('/')
  await signIn(page)
  for (const path of ['/product/murmura-puffed-rice', '/product/cabbage']) {
    await open(path)
    const add = page.getByRole('button', { name: /^add .*to cart$/i }).first()
    await add.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, 0))
    await add.evaluate((button: HTMLButtonElement) => button.click())
    const toast = page.locator('toast-message')
    await expect(toast.getByRole('status')).toHaveText('Item is added to the cart')
    const covered = await toast.evaluate((host) => {
      const { top, bottom } = host.getBoundingClientRect()
      const links = [...document.querySelectorAll('header :is(a, button, summary, input)')]
      const under = links.filter((link) => {
        const box = link.getBoundingClientRect()
        return link.checkVisibility() && box.top < bottom && box.bottom > top
      })
      return under.map((link) => link.textContent.trim())
    })
    expect(covered, path).toEqual([])
    await expect(toast).toBeInViewport({ ratio: 1 })
  }
})

test('a toast that is open covers no pack of a sheet that opens, nor does the next one (S-020)', async ({
  open,
  page,
}) => {
  await open('/')
  await signIn(page)
  await open('/')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Item is added to the cart')
  await page
    .getByRole('link', { name: /^Choose and add/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const covered = () =>
    toast.evaluate((host) => {
      const { top, bottom } = host.getBoundingClientRect()
      const controls = [...document.querySelectorAll('dialog:modal :is(a, button)')]
      const under = controls.filter((control) => {
        const box = control.getBoundingClientRect()
        return !host.contains(control) && box.top < bottom && box.bottom > top
      })
      return under.map((control) => control.textContent.trim())
    })
  await expect.poll(covered).toEqual([])
  const said = toast.getByRole('status')
  // What is read there from now on is the next message, of the same words.
  await said.evaluate((text) => (text.textContent = ''))
  await sheet
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(sheet.getByRole('group', { name: /^In your cart/ })).toBeVisible()
  await expect(said).toHaveText('Item is added to the cart')
  expect(await covered()).toEqual([])
})

test('Back from a sheet leaves its toast, and what is told where a toast comes to is read out (S-020)', async ({
  open,
  page,
}) => {
  // Browsers before 2025 do not tell that a dialog opens.
  await page.addInitScript(() =>
    addEventListener(
      'toggle',
      (event) => event.isTrusted && event.stopImmediatePropagation(),
      true,
    ),
  )
  await signIn(page)
  await page.clock.install()
  await open('/category/rice-grains')
  await stopClock(page)
  const toast = page.locator('toast-message')
  const said = toast.getByRole('status')
  // A region that comes into the page with its text is not read out.
  const came = await page.evaluateHandle(() => {
    const texts: (string | undefined)[] = []
    new MutationObserver((records) => {
      for (const added of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added instanceof Element && added.matches('toast-message'))
          texts.push(added.querySelector('[role=status]')?.textContent)
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await page
    .getByRole('link', { name: /^Choose and add/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await sheet
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(sheet.getByRole('group', { name: /^In your cart/ })).toBeVisible()
  await expect.poll(() => came.jsonValue()).toEqual([''])
  await page.clock.runFor(200)
  await expect(said).toHaveText('Item is added to the cart')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(said).toHaveText('Item is added to the cart')
  await expect(toast).toBeInViewport({ ratio: 1 })
})

test('what was added is told once: the cart, opened at once, shows its sums uncovered (S-020)', async ({
  open,
  page,
}) => {
  await open('/')
  await signIn(page)
  await open('/product/murmura-puffed-rice')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page.locator('toast-message').getByText('Item is added to the cart')).toBeVisible()
  await open('/cart')
  await page.mouse.move(10, 300)
  await expect(page.getByRole('region', { name: 'CART TOTALS' })).toContainText('₹28')
  await expect(page.getByText('Item is added to the cart')).toHaveCount(0)
})

test('what is wrong with a field is not covered by the toast that says so (S-020 S-083)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/checkout')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Please Fill all the required fields!')
  const fault = page.getByText('Please enter house number and street.')
  await expect(fault).toBeInViewport({ ratio: 1 })
  const [told, wrong] = [await toast.boundingBox(), await fault.boundingBox()]
  if (!told || !wrong) throw new Error('One of them is not shown')
  expect(told.y + told.height <= wrong.y || told.y >= wrong.y + wrong.height).toBe(true)
  // One sentence is announced, not one for each field.
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect(page.getByLabel('House number and street name')).toBeFocused()
  const heading = page.getByRole('heading', { name: 'BILLING DETAILS' })
  await expect.poll(() => isUnder(page, heading)).toBe(false)
})

/** Whether the toast covers a part of the control. */
async function isUnder(page: Page, control: Locator): Promise<boolean> {
  const [told, box] = [
    await page.locator('toast-message').boundingBox(),
    await control.boundingBox(),
  ]
  if (!told || !box) throw new Error('One of them is not shown')
  return told.y + told.height > box.y && told.y < box.y + box.height
}

test('a toast makes way for the bar of the cart that comes after it (S-020)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  const height = 740
  await page.setViewportSize({ width: 360, height })
  // With one product the page is short: nothing at its lower edge keeps the toast away from where the bar appears.
  await open('/search?q=neem')
  await stopClock(page)
  await page.getByRole('button', { name: 'Add to wishlist: Neem and Tulsi Soap' }).click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
  const before = await toast.boundingBox()
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeGreaterThan(height - 20)
  await page.getByRole('button', { name: 'Add to cart: Neem and Tulsi Soap' }).click()
  const bar = page.getByRole('region', { name: 'Cart' }).getByRole('link')
  await expect(bar).toContainText('1 item')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isUnder(page, bar), { timeout: 10_000 }).toBe(false)
  await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
})

test('what a press said stays with its page, and is not told on the next one (S-020)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open('/category/rice-grains')
  await stopClock(page)
  await page.getByRole('button', { name: 'Add to wishlist: Murmura Puffed Rice' }).click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
  await open('/contact')
  await page.mouse.wheel(0, 1)
  // The script that shows toasts has loaded once they can be closed.
  await expect(toast.locator('button')).toHaveCount(2)
  await expect(toast.getByRole('status')).toBeEmpty()
})

test('a heart that is emptied at once is told of as empty', async ({ open, page }) => {
  await signIn(page)
  await page.clock.install()
  await open('/category/rice-grains')
  await stopClock(page)
  const heart = page.getByRole('button', { name: 'Add to wishlist: Murmura Puffed Rice' })
  await heart.click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
  await heart.click()
  await expect(toast.getByRole('status')).toHaveText('Item deleted successfully from cart!')
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('the cart beside the page opens without the toast of the addition', async ({ open, page }) => {
  await signIn(page)
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/category/rice-grains')
  await stopClock(page)
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  const toast = page.locator('toast-message').getByRole('status')
  await expect(toast).toHaveText('Item is added to the cart')
  await cartLink(page).click()
  await expect(page.getByRole('dialog').getByText('Murmura Puffed Rice').first()).toBeVisible()
  await expect(toast).toBeEmpty()
})

test('Undo leads to the line that is back, and says so; a toast that is closed gives the focus back', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await page.clock.install()
  await open('/cart')
  await stopClock(page)
  const row = page.getByRole('row').filter({ hasText: 'Fine Besan' })
  const toast = page.locator('toast-message')
  await row.getByRole('button', { name: 'Remove Fine Besan' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast.getByRole('status')).toHaveText('Item deleted successfully from cart!')
  await expect(row).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast.getByRole('status')).toHaveText('Fine Besan is in your cart again.')
  await expect(row.getByRole('link')).toBeFocused()
  await toast.getByRole('button', { name: 'Close this message' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast.getByRole('status')).toBeEmpty()
  await expect(row.getByRole('link')).toBeFocused()
})

test('who uses the keyboard has all the time to take a removal back (S-020)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await page.clock.install()
  await open('/cart')
  const row = page.getByRole('row').filter({ hasText: 'Fine Besan' })
  const told = page.locator('toast-message').getByRole('status')
  const remove = async () => {
    await row.getByRole('button', { name: 'Remove Fine Besan' }).focus()
    await page.keyboard.press('Enter')
    await expect(told).toHaveText('Item deleted successfully from cart!')
    await expect(row).toHaveCount(0)
  }
  await remove()
  await page.clock.runFor(60_000)
  await expect(told).toHaveText('Item deleted successfully from cart!')
  // The way there, through all that follows in the page.
  const undo = page.locator('toast-message').getByRole('button', { name: 'Undo' })
  const isThere = () => undo.evaluate((button) => button === document.activeElement)
  while (!(await isThere())) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(1)
  await remove()
  await page.keyboard.press('Control+z')
  await expect(row).toHaveCount(1)
  await expect(told).toHaveText('Fine Besan is in your cart again.')
  // A mere confirmation goes by itself.
  await page.clock.runFor(6500)
  await expect(told).toBeEmpty()
})

test('an Undo that has stayed makes way for the next message (S-020)', async ({ open, page }) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await page.clock.install()
  await open('/cart')
  const told = page.locator('toast-message').getByRole('status')
  await page.getByRole('button', { name: 'Remove Fine Besan' }).focus()
  await page.keyboard.press('Enter')
  await expect(told).toHaveText('Item deleted successfully from cart!')
  await page.clock.runFor(7000)
  await page.getByRole('button', { name: /^Save .*for later/i }).focus()
  await page.keyboard.press('Enter')
  await expect(told).not.toHaveText('Item deleted successfully from cart!')
  await expect(told).not.toBeEmpty()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a toast that is touched goes away by itself, also after one that was closed (S-020)', async ({
    open,
    page,
  }) => {
    await signIn(page)
    await page.clock.install()
    await open('/category/rice-grains')
    await stopClock(page)
    const toast = page.locator('toast-message')
    for (const name of ['Murmura Puffed Rice', 'Aged Basmati Rice']) {
      await page.getByRole('button', { name: `Add to wishlist: ${name}` }).tap()
    }
    await expect.poll(async () => (await page.request.get('/api/mylist')).json()).toHaveLength(2)
    await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
    await toast.getByRole('button', { name: 'Close' }).tap()
    await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
    await toast.getByRole('status').tap()
    await page.clock.runFor(6500)
    await expect(toast.getByRole('status')).toBeEmpty()
  })
})
