import { randomUUID } from 'node:crypto'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Products whose reviews no other test uses. */
const CASES = [
  { width: 360, id: 'floor-cleaner-with-citronella' },
  { width: 1280, id: 'dishwash-bar' },
]

for (const { width, id } of CASES) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('an editor takes a review down, its writer is told, and it comes back (E24 E25)', async ({
      axe,
      baseURL,
      browser,
      page,
    }) => {
      // Unique, so that a retry does not find the review of the first try.
      const mark = randomUUID()
      const text = `Buy at cheap.example ${mark}!`
      const better = `Clean floors ${mark}.`
      const writer = await (
        await browser.newContext({ viewport: { width, height: 800 } })
      ).newPage()
      await signIn(writer)
      const headers = { origin: baseURL ?? '', accept: 'application/json' }
      const data = { productid: id, review: text, customerrating: 1 }
      const written = await writer.request.post('/api/productreviews/add', { data, headers })
      expect(await written.json()).toMatchObject({ error: false })
      const isThere = async () =>
        (await (await page.request.get(`/product/${id}`)).text()).includes(text)
      await expect.poll(isThere).toBe(true)

      await signInEditor(page)
      await page.goto('/desk/more')
      await page.getByRole('link', { name: 'Reviews' }).click()
      const card = page.getByRole('article').filter({ hasText: text })
      await card.getByRole('textbox', { name: /^Reason/ }).fill('Advertising')
      await card.getByRole('button', { name: /^Take down the review of .* by Asha Rao/ }).click()
      await expect(page.getByRole('status').first()).toContainText('is taken down.')
      await expect(card).toContainText('Reason: Advertising')
      await expect.poll(isThere).toBe(false)
      expect(await axe()).toEqual([])

      await writer.goto('/myaccount')
      await writer.getByRole('link', { name: 'My reviews' }).click()
      const own = writer.getByRole('listitem').filter({ hasText: text })
      await expect(own).toContainText('The shop has taken this review down')
      await own.getByText('Change', { exact: true }).click()
      await own.getByRole('textbox', { name: 'Your review' }).fill(better)
      await own.getByRole('combobox', { name: 'Stars' }).selectOption('4 stars')
      await own.getByRole('button', { name: 'Save' }).click()
      await expect(writer.getByText('The shop has taken it down')).toBeVisible()

      await page.getByRole('link', { name: 'Changed since' }).click()
      const changed = page.getByRole('article').filter({ hasText: better })
      await expect(changed).toContainText('The customer has changed it')
      await changed.getByRole('button', { name: /^Show the review/ }).click()
      await expect(page.getByRole('status').first()).toContainText('is shown again.')
      await expect
        .poll(async () => (await page.request.get(`/product/${id}`)).text())
        .toContain(better)
      await page.goto('/desk/reviews')
      await writer.goto('/myaccount/reviews')
      await writer.context().close()
    })
  })
}

test('my reviews have no accessibility faults, and are as wide as a phone', async ({
  axe,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/myaccount/reviews')
  await expect(page.getByText('You have not written a review yet.')).toBeVisible()
  expect(await axe()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
