import type { Page } from '@playwright/test'
import { cartLink } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { settled } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Like `open` of test.ts, but as a visitor who was never here: no cookie, nothing stored. */
async function arrive(page: Page, path: string) {
  await page.goto(path)
  // What the page loads by itself starts two frames after its pictures.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)))),
  )
}

for (const path of ['/category/dairy-eggs', '/product/brown-basmati-rice']) {
  test(`a newcomer loads no script on ${path} before the first input`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(request.url())
    })
    await arrive(page, path)
    await settled(page)
    expect(asked).toEqual([])
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => customElements.get('toast-message'))
  })
}

test('the first press of a newcomer waits for the scripts, and is done once with them', async ({
  page,
}) => {
  const come = await holdRequests(page, '**/static/js/page.*.js')
  await arrive(page, '/category/dairy-eggs')
  const choose = page.getByRole('link', { name: /^Choose/ }).first()
  await choose.click()
  await expect(choose).toHaveAttribute('aria-busy', 'true')
  await choose.click()
  come()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(choose).not.toHaveAttribute('aria-busy')
  await expect(page).toHaveURL('/category/dairy-eggs')
})

test('without network the first press of a newcomer stays on the page, and says why', async ({
  context,
  expectRefusal,
  page,
}) => {
  expectRefusal('offline')
  await arrive(page, '/category/dairy-eggs')
  await context.setOffline(true)
  await page.locator('[form=add]').first().click()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(cartLink(page).locator('b')).toHaveText('0')
  await expect(page).toHaveURL('/category/dairy-eggs')
})
