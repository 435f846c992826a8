import { expect, test } from 'vitest'
import { readStockSearch } from '#lib/counter/stock-search.ts'
import { findStock } from '#lib/server/counter/find-stock.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { askForAlert, sendAlerts } from '#lib/server/letters/stock-alerts.ts'
import { forgetShopper } from '#lib/server/accounts/forget-shopper.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { followRenames } from '#lib/server/import/apply/pack-renames.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { openApi } from '#tests/support/open-api.ts'
import { ledTo } from '#tests/support/shoppers.ts'

const NOW = 1_800_000_000_000
const sign = (purpose: string, text: string) => `${purpose} ${text}`.replaceAll(/\W/g, '-')
const from = (shop: CounterShop) => ({ sign, limits: openTestAccounts(shop).accounts.limits })
const ask = (shop: CounterShop, email: string, pack = '', productid = 'dal', at = NOW) =>
  askForAlert(shop.db, { productid, pack, email }, at)
const say = (shop: CounterShop, kind: 'soldout' | 'delivery', pack = '', id = 'dal') =>
  recordStock(shop.payments, OWNER, id, { kind, units: kind === 'delivery' ? 6 : undefined, pack })
const backMails = async (shop: CounterShop) =>
  (await shop.mails()).filter(({ subject }) => subject.endsWith(' is back in stock'))
const waiting = async ({ db }: CounterShop) =>
  (await db.selectFrom('stock_alert').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  )

async function addPacks({ db }: CounterShop) {
  // What has packs has no stock of its own.
  const packed = { pack_kind: 'weight', stock: null } as const
  await db.updateTable('product').set(packed).where('id', '=', 'rice').execute()
  const pack = { product_id: 'rice', price_paise: 5000, oldprice_paise: null }
  await db
    .insertInto('pack')
    .values([
      { ...pack, label: '1 kg', position: 0, stock: 0 },
      { ...pack, label: '5 kg', position: 1, stock: 40 },
    ])
    .execute()
}

forEachDatabase((open) => {
  test('who waits for a pack that gets another name is written to when that is back, once (G21)', async () => {
    await using shop = await openCounter(open)
    await addPacks(shop)
    const { db } = shop
    const label = (from: string, to: string) =>
      db.updateTable('pack').set({ label: to }).where('label', '=', from).execute()
    await ask(shop, 'asha@example.com', '1 kg', 'rice')
    await label('1 kg', '1 kg bag')
    await ask(shop, 'asha@example.com', '1 kg bag', 'rice')
    await label('1 kg bag', '1 kg')
    await ask(shop, 'ravi@example.com', '1 kg', 'rice')
    await inTransaction(db, async (trx) => {
      await followRenames(trx, [{ productId: 'rice', from: '1 kg', to: '1 kg bag' }])
      return { ok: true, value: undefined }
    })
    await label('1 kg', '1 kg bag')
    await say(shop, 'delivery', '1 kg bag', 'rice')
    await sendAlerts(db, from(shop), NOW)
    const mails = await backMails(shop)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['asha@example.com', 'ravi@example.com'])
  })

  test('whoever waits for a product gets one mail when it is back, and is forgotten', async () => {
    await using shop = await openCounter(open)
    expect(await ask(shop, 'asha@example.com')).toEqual({ ok: false, error: 'there' })
    await say(shop, 'soldout')
    for (const email of ['asha@example.com', 'asha@example.com', 'ravi@example.com']) {
      expect(await ask(shop, email)).toMatchObject({ ok: true })
    }
    expect(await ask(shop, 'no address')).toEqual({ ok: false, error: 'email' })
    expect(await ask(shop, 'a@example.com', '', 'nothing')).toEqual({ ok: false, error: 'unknown' })
    await sendAlerts(shop.db, from(shop), NOW)
    expect(await backMails(shop)).toEqual([])
    await say(shop, 'delivery')
    // Two servers look at the same time.
    await Promise.all([sendAlerts(shop.db, from(shop), NOW), sendAlerts(shop.db, from(shop), NOW)])
    await say(shop, 'soldout')
    await say(shop, 'delivery')
    await sendAlerts(shop.db, from(shop), NOW)
    const mails = await backMails(shop)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['asha@example.com', 'ravi@example.com'])
    expect(mails[0]?.text).toContain('/product/dal')
    expect(await waiting(shop)).toEqual([])
  })

  test('a pack is waited for by itself, and the shelf says how many wait', async () => {
    await using shop = await openCounter(open)
    await addPacks(shop)
    expect(await ask(shop, 'asha@example.com', '5 kg', 'rice')).toMatchObject({ error: 'there' })
    await ask(shop, 'asha@example.com', '1 kg', 'rice')
    expect(await findStock(shop.db, readStockSearch({ q: 'rice' }), NOW)).toMatchObject({
      products: [{ id: 'rice', waiting: 1 }],
    })
    await sendAlerts(shop.db, from(shop), NOW)
    expect(await backMails(shop)).toEqual([])
    await say(shop, 'delivery', '1 kg', 'rice')
    await sendAlerts(shop.db, from(shop), NOW)
    expect(await backMails(shop)).toMatchObject([{ subject: 'Rice 1 kg is back in stock' }])
  })

  test('what is back together comes in one mail, and few mails an hour go to a typed address (H10)', async () => {
    await using shop = await openCounter(open)
    await addPacks(shop)
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', 'dal').execute()
    await ask(shop, 'ravi@example.com')
    await ask(shop, 'asha@example.com')
    await ask(shop, 'asha@example.com', '1 kg', 'rice', NOW + 1)
    await say(shop, 'delivery')
    await say(shop, 'delivery', '1 kg', 'rice')
    await Promise.all([sendAlerts(shop.db, from(shop), NOW), sendAlerts(shop.db, from(shop), NOW)])
    const sent = (await shop.mails()).filter(({ subject }) => /back in stock$/.test(subject))
    const [both, one] = sent.toSorted((a, b) => a.to.localeCompare(b.to))
    expect(sent).toHaveLength(2)
    expect(both).toMatchObject({
      ...{ to: 'asha@example.com', subject: '2 products are back in stock' },
      replyTo: { name: 'Sharma Stores', address: 'shop@example.com' },
    })
    expect(both?.text).toMatch(
      /Dal: \S+\/product\/dal\n[^]*Rice 1 kg: \S+\/product\/rice\?variant=/,
    )
    expect(both?.html).toMatch(/<a [^>]*>Rice 1 kg<\/a>/)
    expect(both?.leave?.href).toMatch(/\/newsletter\/alerts\?to=/)
    expect(both?.text).toContain(both?.leave?.href)
    expect(one).toMatchObject({
      to: 'ravi@example.com',
      subject: expect.stringMatching(/ is back in stock$/),
    })
  })

  test('what is back after five mails in an hour waits for the next one', async () => {
    await using shop = await openCounter(open)
    for (let at = 0; at < 7; at++) {
      await say(shop, 'soldout')
      await ask(shop, 'asha@example.com', '', 'dal', NOW + at)
      await say(shop, 'delivery')
      await sendAlerts(shop.db, from(shop), NOW)
    }
    expect(await backMails(shop)).toHaveLength(5)
    expect(await waiting(shop)).toEqual(['asha@example.com'])
    await shop.db.deleteFrom('rate_limit').execute()
    await sendAlerts(shop.db, from(shop), NOW)
    expect(await backMails(shop)).toHaveLength(6)
    expect(await waiting(shop)).toEqual([])
  })

  test('an address waits for thirty things at most, for half a year, and as long as its account', async () => {
    await using shop = await openCounter(open)
    await say(shop, 'soldout')
    const others = Array.from({ length: 31 }, (_, at) => ({
      ...{ id: `w${at}`, product_id: `p${at}`, pack_label: '', email: 'asha@example.com' },
      created_at: NOW - 1000 + at,
    }))
    await shop.db.insertInto('stock_alert').values(others).execute()
    await ask(shop, 'asha@example.com')
    expect(await waiting(shop)).toHaveLength(30)
    await ask(shop, shop.asha.email)
    await inTransaction(shop.db, async (trx) => {
      await forgetShopper(trx, shop.asha.id, { key: 'key', hide: () => 'hidden' }, Date.now())
      return { ok: true, value: undefined }
    })
    expect(await waiting(shop)).not.toContain(shop.asha.email)
    await sendAlerts(shop.db, from(shop), NOW + 181 * 86_400_000)
    expect(await waiting(shop)).toEqual([])
  })

  test('what is low is what has come down to its reorder level, packs included', async () => {
    await using shop = await openCounter(open)
    const listed = async (show: 'low' | 'soldout') =>
      (await findStock(shop.db, readStockSearch({ show }), NOW)).products.map(({ id }) => id)
    const low = () => listed('low')
    expect(await low()).toEqual([])
    await shop.db.updateTable('product').set({ reorder: 10 }).where('id', '=', 'dal').execute()
    expect(await low()).toEqual(['dal'])
    await addPacks(shop)
    expect([await low(), await listed('soldout')]).toEqual([['dal'], ['rice']])
    await shop.db.updateTable('pack').set({ stock: 6 }).where('label', '=', '1 kg').execute()
    expect(await low()).toEqual(['dal'])
    await shop.db.updateTable('product').set({ reorder: 6 }).where('id', '=', 'rice').execute()
    expect(await low(), 'the pack of which least is left counts').toEqual(['rice', 'dal'])
    await shop.db.updateTable('pack').set({ stock: 40 }).where('label', '=', '1 kg').execute()
    await shop.db.updateTable('product').set({ reorder: 50 }).where('id', '=', 'rice').execute()
    expect(await low()).toEqual(['dal', 'rice'])
  })
})

test('the form says the same whoever asks, and stops one that asks for too many', async () => {
  await using api = await openApi(openSqlite, { rateScale: 0.1 })
  const send = (body: Record<string, unknown>, accept?: string) =>
    api.call('POST /api/stockalert', { body, accept, address: '203.0.113.5' })
  const body = { productid: 'basmati', pack: '', email: 'Asha@Example.com' }
  const form = ledTo(await send(body, 'text/html'))
  expect(form).toMatchObject({
    code: 303,
    to: '/product/basmati#product-title',
    said: { error: false },
  })
  expect(await (await send(body)).json()).toEqual({
    error: false,
    msg: 'We will email you once, when it is back in stock.',
  })
  const stopped = await send({ ...body, email: 'another@example.com' })
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
  const stored = await api.db.selectFrom('stock_alert').select('email').execute()
  expect(stored).toEqual([{ email: 'asha@example.com' }])
})
