import { expect, test } from '#tests/browser/test.ts'

test('whoever comes back to a page sees it without the suggestions of before', async ({
  open,
  page,
}) => {
  await open('/')
  const box = page.getByRole('search').locator('input')
  await box.click()
  await box.pressSequentially('dal')
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  // As when the browser keeps the page that is left, to bring it back as it was.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(list).toBeHidden()
})
