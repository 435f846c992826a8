import { randomUUID } from 'node:crypto'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Products whose reviews no other test uses. */
const CASES = [
  { width: 360, id: 'ragi-flour', javaScriptEnabled: true },
  { width: 1280, id: 'jowar-flour', javaScriptEnabled: false },
]

for (const { width, id, javaScriptEnabled } of CASES) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, javaScriptEnabled })

    test(`a shopper is asked, takes back a review${javaScriptEnabled ? '' : ' without script'}, and writes a new one (E28)`, async ({
      axe,
      baseURL,
      page,
    }) => {
      // Unique, so that a retry does not find the review of the first try.
      const text = `Lumpy ${randomUUID()}.`
      await signIn(page)
      const headers = { origin: baseURL ?? '', accept: 'application/json' }
      const data = { productid: id, review: text, customerrating: 1 }
      const written = await page.request.post('/api/productreviews/add', { data, headers })
      expect(await written.json()).toMatchObject({ error: false })
      const shopPage = async () => (await page.request.get(`/product/${id}`)).text()
      await expect.poll(shopPage).toContain(text)

      await page.goto('/myaccount/reviews')
      const own = page.getByRole('listitem').filter({ hasText: text })
      await expect(own.getByRole('button', { name: 'Yes, delete it' })).toBeHidden()
      await own.getByText('Delete', { exact: true }).click()
      await expect(own.getByText('Delete this review?')).toBeVisible()
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await own.getByRole('button', { name: 'Yes, delete it' }).click()
      await expect(page.getByText('Your review has been deleted.')).toBeVisible()
      await expect(page.getByText('You have not written a review yet.')).toBeVisible()
      await expect.poll(shopPage).not.toContain(text)

      const better = `Smooth ${randomUUID()}.`
      const anew = { ...data, review: better, customerrating: 5 }
      await page.request.post('/api/productreviews/add', { data: anew, headers })
      await expect.poll(shopPage).toContain(better)

      if (!javaScriptEnabled) return
      await signInEditor(page)
      await page.goto('/desk/lists?kind=takeback')
      const act = /A customer deleted their own review Ragi Flour, 1 star, written/
      await expect(page.getByRole('row', { name: act }).first()).toBeVisible()
    })
  })
}
