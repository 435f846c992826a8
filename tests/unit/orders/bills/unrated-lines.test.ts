import { expect, test } from 'vitest'
import { openDeskPages } from '#tests/support/desk-pages.ts'

test('what has no GST rate is a row of a bill’s tax, which so adds up to its total (P23)', async () => {
  await using shop = await openDeskPages()
  const json = JSON.stringify({ name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5' })
  await shop.db.updateTable('shop').set({ json }).execute()
  await shop.db.updateTable('product').set({ gst_percent: 5 }).where('id', '=', 'dal').execute()
  await shop.put(shop.asha.id, 'rice', 1)
  const { text } = await shop.show(`/orders/${await shop.cashOrder(1)}/invoice`)
  expect(text).toMatch(/Total &#8377;199\.50 /)
  // 142.38 + 2 x 3.56 is the dal's ₹149.50.
  expect(text).toMatch(/ 5% 142\.38 3\.56 3\.56 No rate 50 0 0/)
})
