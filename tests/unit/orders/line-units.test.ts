import { expect, test } from 'vitest'
import { addUser } from '#tests/support/accounts.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

/** A shop that sells dal in a single pack, with its pages as shoppers and packers see them. */
async function openShop(open: () => Promise<TestDatabase>) {
  const shop = await openPages(await openCounter(open))
  const packer = await addUser(shop.db, 'Ravi', 'staff')
  const show = async (path: string, user = shop.asha) => (await shop.show(path, user)).text
  const holds = (unit: string) => shop.db.updateTable('product').set({ unit }).execute()
  return { ...shop, packer, show, holds }
}

forEachDatabase((open) => {
  test('an order says what the only pack of a product held when it was bought, wherever it is read', async () => {
    await using shop = await openShop(open)
    await shop.holds('500 g')
    const id = await shop.cashOrder(2)
    await shop.holds('1 kg')
    const { number } = await shop.order(id)
    const shoppers = [`/orders/${id}`, `/orders/${id}/invoice`]
    const packers = [`/desk/orders/${number}`, `/desk/pick?orders=${number}`]
    for (const path of shoppers) expect(await shop.show(path), path).toContain('Toor Dal 500 g')
    for (const path of [...packers, `/desk/slips?orders=${number}`]) {
      expect(await shop.show(path, shop.packer), path).toContain('Toor Dal 500 g')
    }
    expect(await shop.show(`/orders/${id}`)).toContain('500 g · ₹149.50 × 2 ₹299 / kg')
    const [mail] = await shop.mails()
    expect(mail?.text).toContain('Toor Dal (500 g) x 2: ₹299')
  })

  test('packs of two sizes under one name are fetched apart', async () => {
    await using shop = await openShop(open)
    const numbers = []
    for (const unit of ['500 g', '1 kg']) {
      await shop.holds(unit)
      numbers.push((await shop.order(await shop.cashOrder(1))).number)
    }
    const list = await shop.show(`/desk/pick?orders=${numbers.join('.')}`, shop.packer)
    expect(list).toContain('1 × Toor Dal 500 g')
    expect(list).toContain('1 × Toor Dal 1 kg')
  })

  test('an order of before that was kept says nothing of it', async () => {
    await using shop = await openShop(open)
    await shop.holds('500 g')
    const id = await shop.cashOrder(2)
    await shop.db.updateTable('order_item').set({ unit: null }).execute()
    expect(await shop.show(`/orders/${id}`)).toContain('Toor Dal ₹149.50 × 2')
  })

  test('what is brought instead says what it holds as well', async () => {
    await using shop = await openShop(open)
    const id = await shop.cashOrder(2)
    await shop.holds('1 kg')
    const change = { position: 0, quantity: 1, instead: 'rice', agreed: 'yes' }
    expect(await shop.act(id, 'line', change)).toMatchObject({ ok: true })
    expect(await shop.show(`/orders/${id}`)).toContain('Rice 1 kg')
  })
})
