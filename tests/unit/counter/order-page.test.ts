import { expect, test } from 'vitest'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'

type Desk = Awaited<ReturnType<typeof openDeskPages>>

/** A cheaper dal, to bring in place of another. */
const stockMoong = ({ db }: Desk) =>
  db
    .insertInto('product')
    .values(
      productRow({ number: 3, id: 'moong', sku: 'MOONG', name: 'Moong Dal', price_paise: 1e4 }),
    )
    .execute()

test('an agreed replacement is never marked "leave out": not on the order, the pick list, the slip', async () => {
  await using shop = await openDeskPages()
  await stockMoong(shop)
  const { id, number } = await shop.order(await shop.cashOrder(2))
  const replaced = { position: '0', quantity: '1', instead: 'MOONG', agreed: 'yes' }
  expect(await shop.act(id, 'line', replaced)).toMatchObject({ ok: true })
  for (const page of ['orders/', 'pick?orders=', 'slips?orders=']) {
    const { html, text } = await shop.show(`/desk/${page}${number}`)
    expect([page, html.includes('Moong Dal'), text.includes('Toor Dal')]).toEqual([
      page,
      true,
      true,
    ])
    expect([page, /leave out/.test(html)]).toEqual([page, false])
  }
})
