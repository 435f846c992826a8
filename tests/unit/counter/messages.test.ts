import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { CODE_VALUES, ORDER_MESSAGES } from '#lib/server/mail/message-templates.ts'
import { openMessenger } from '#lib/server/mail/messenger.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openListener } from '#tests/support/outside/listener.ts'

/** Runs the jobs of all short messages, each twice. @returns what is in the outbox then */
async function send(shop: CounterShop, messages: 'off' | 'sms' | 'whatsapp') {
  const { handle } = openMessenger({
    ...{ messages, dataDir: shop.dataDir, messagesUrl: undefined, messagesSecret: undefined },
    publicUrl: new URL('https://shop.example'),
  })
  const jobs = await shop.db.selectFrom('job').selectAll().where('kind', '=', 'message').execute()
  for (const job of jobs) {
    await performJob({ message: handle }, job)
    await performJob({ message: handle }, job)
  }
  const folder = join(shop.dataDir, 'outbox')
  const names = jobs.length > 0 && messages !== 'off' ? readdirSync(folder) : []
  return names.map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

const sentSchema = z.object({
  ...{ text: z.string(), template: z.string() },
  values: z.record(z.string(), z.string()),
})

/** The text of the mail whose subject ends so. */
const mailOn = async (shop: CounterShop, end: string) =>
  (await shop.mails()).find(({ subject }) => subject.endsWith(end))?.text

/** Where each product stands among the lines of an order. */
async function positions(shop: CounterShop, id: string) {
  const lines = shop.db.selectFrom('order_item').select(['title', 'position'])
  const found = await lines.where('order_id', '=', id).execute()
  return new Map(found.map(({ title, position }) => [title, position]))
}

test('a message goes to the provider that the shop has named, signed, until it is taken, also one without a template that an older version queued', async () => {
  const { calls, url } = await openListener([503, 200])
  const settings = { messagesUrl: url, messagesSecret: 'a secret of the shop' }
  const publicUrl = new URL('https://shop.example')
  const { handle } = openMessenger({ messages: 'sms', dataDir: '/nowhere', publicUrl, ...settings })
  const message = { to: '+919876543210', text: 'Your order is packed' }
  const job = { id: 'job-1', kind: 'message', attempts: 0, created_at: 0 }
  const send = () => performJob({ message: handle }, { ...job, payload: JSON.stringify(message) })
  await expect(send()).rejects.toThrow('503')
  await send()
  const [first, second] = calls
  expect(first).toEqual(second)
  const signed = createHmac('sha256', settings.messagesSecret).update(first?.body ?? '')
  expect(first).toMatchObject({ signature: `sha256=${signed.digest('hex')}`, delivery: 'job-1' })
  expect(JSON.parse(first?.body ?? '')).toEqual({ id: 'job-1', channel: 'sms', ...message })
})

test('the owner reads which templates to have approved, and what each says', () => {
  const rows = readFileSync('docs/orders.md', 'utf8').split('\n')
  const named = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  for (const [template, values] of Object.entries({ ...ORDER_MESSAGES, code: CODE_VALUES })) {
    const row = rows.find(
      (line) => line.startsWith('|') && named(line.split('|')[1]).includes(template),
    )
    expect(named(row?.split('|')[3]), template).toEqual(values)
  }
})

forEachDatabase((open) => {
  test('who has a telephone is told of each step on it too, once, by the way that the shop chose', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(2)
    const { number } = await shop.order(id)
    await shop.db.updateTable('orders').set({ phone: '098765 43210' }).execute()
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(id, 'undo')
    await shop.advance(id, 'out')
    expect(await send(shop, 'off')).toEqual([])
    const sent = await send(shop, 'whatsapp')
    expect(sent).toHaveLength(3)
    expect(sent).toContainEqual({
      ...{ channel: 'whatsapp', to: '+919876543210', at: expect.any(String) },
      text: `Order ${number} is on its way. Your order has left the shop. Please have ₹299 ready, in cash or by UPI.`,
      template: 'out',
      values: { number, link: '', sum: '₹299', pay: 'cash', back: '', rider: '', changes: '' },
    })
  })

  test('a guest without an email reads on the telephone that the order is placed, with its link, and at each step (G08)', async () => {
    await using shop = await openCounter(open, { settings: { cashUnconfirmed: true } })
    const guest = { ...shop.asha, ...(await openGuest(shop.db)) }
    await shop.cashOrder(1, guest)
    expect(await send(shop, 'sms'), 'anybody could have typed this number').toEqual([])
    const proof = { user_id: guest.id, phone_key: phoneKey(BILLING.phonenumber), hash: '' }
    await shop.db
      .insertInto('phone_code')
      .values({ ...proof, tries: 0, sent_at: 1, proven_at: 1 })
      .execute()
    const known = await shop.order(await shop.cashOrder(1, guest))
    const paid = await shop.order(await shop.paidOrder(2, guest))
    await shop.advance(known.id, 'accepted')
    const linkOf = ({ track }: typeof paid) =>
      `Track your order: https://shop.example/track/${track}`
    const thanks = ({ number }: typeof paid) => `Order ${number}: thank you! We have your order`
    const texts = (await send(shop, 'sms')).map((sent) => sentSchema.parse(sent))
    for (const { text, template, values } of texts) {
      expect(text.endsWith(values['link'] ?? 'none')).toBe(true)
      expect(['placed', 'accepted']).toContain(template)
    }
    expect(texts.map(({ text }) => text).toSorted()).toEqual(
      [
        `${thanks(known)} of ₹149.50; please pay on delivery. ${linkOf(known)}`,
        `${thanks(paid)} and your payment of ₹299. ${linkOf(paid)}`,
        `Order ${known.number} has been accepted. We have seen your order and will pack it soon. ${linkOf(known)}`,
      ].toSorted(),
    )
  })

  test('a number that no code has proved gets no key to the order: it may be mistyped (G08)', async () => {
    await using shop = await openCounter(open)
    const guest = { ...shop.asha, ...(await openGuest(shop.db)) }
    const { id, number, track } = await shop.order(await shop.paidOrder(1, guest))
    await shop.advance(id, 'accepted')
    expect(track).not.toBeNull()
    const texts = (await send(shop, 'sms')).map((sent) => sentSchema.parse(sent))
    expect(texts.map(({ template }) => template).toSorted()).toEqual(['accepted', 'placed'])
    for (const { text, values } of texts) {
      expect(text).toContain(number)
      expect([values['link'], text.includes('/track/')]).toEqual(['', false])
    }
  })

  test('who has paid reads a new total only where the order was changed', async () => {
    await using shop = await openCounter(open)
    for (const quantity of [2, 1]) {
      const id = await shop.paidOrder(2)
      await shop.act(id, 'line', { position: 0, quantity, units: 'back' })
      await shop.advance(id, 'accepted', 'packed')
    }
    const packed = (await shop.mails()).filter(({ subject }) => subject.endsWith('been packed'))
    const texts = packed.map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts).toContainEqual(expect.stringContaining('Total: ₹299, already paid.'))
    expect(texts).toContainEqual(expect.stringContaining('New total: ₹149.50.'))
  })

  test('what is changed once it is packed is told when it leaves, with the sum to have ready', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await shop.advance(id, 'accepted', 'packed')
    await shop.act(id, 'undo')
    await shop.act(id, 'line', { position: 0, quantity: 2, units: 'back' })
    await shop.advance(id, 'packed', 'out')
    expect(await mailOn(shop, 'on its way')).toContain('This has changed:')
    expect(await mailOn(shop, 'on its way')).toContain('Toor Dal: 2 instead of 3')
    expect(await mailOn(shop, 'on its way')).toContain('Please have ₹299 ready')
  })

  test('a replacement that was replaced or left out in turn is not named', async () => {
    await using shop = await openCounter(open)
    for (const last of [{ quantity: 0, instead: 'dal', count: 1 }, { quantity: 0 }]) {
      await shop.put(shop.asha.id, 'rice')
      const id = await shop.cashOrder(1)
      const at = await positions(shop, id)
      const change = (position: number | undefined, more: object) =>
        shop.act(id, 'line', { position, units: 'back', agreed: 'yes', ...more })
      expect(await change(at.get('Rice'), { quantity: 0, instead: 'dal' })).toMatchObject({
        ok: true,
      })
      expect(await change(2, last)).toMatchObject({ ok: true })
      await shop.advance(id, 'accepted', 'packed')
    }
    const packed = (await shop.mails()).filter(({ subject }) => subject.endsWith('been packed'))
    const told = packed.map(({ text }) =>
      text.split('\n').filter((line) => /instead|left out/.test(line)),
    )
    expect(told).toHaveLength(2)
    expect(told).toContainEqual(['1 x Toor Dal instead of Rice'])
    expect(told).toContainEqual(['Rice: out of stock, so it is left out'])
  })

  test('what was refunded is not said to be paid, to the buyer', async () => {
    await using shop = await openCounter(open)
    const [part, all] = [await shop.paidOrder(2), await shop.paidOrder(1)]
    await shop.refund(part, 10)
    await shop.db
      .updateTable('payment')
      .set({ state: 'refunded' })
      .where('id', '=', (await shop.order(all)).payment_id)
      .execute()
    const texts = []
    for (const id of [part, all]) {
      await shop.advance(id, 'accepted', 'packed', 'out')
      const { number } = await shop.order(id)
      const mails = (await shop.mails()).filter(({ subject }) => subject.includes(number))
      texts.push(mails.map(({ text }) => text).join('\n'))
    }
    const [some, none] = texts
    expect(some).toContain('Total: ₹299, already paid.')
    expect(some).toContain('Of this, ₹10 has been refunded or is on its way back to you.')
    expect(none).toContain('What you paid has been refunded already')
    expect(none).not.toMatch(/already paid/i)
  })

  test('money that was taken on the way is named when the order then fails', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.take(id, '300', 'upi')
    await shop.act(id, 'end', { as: 'undelivered', reason: 'nobody home', units: 'back' })
    const told = await mailOn(shop, 'been cancelled')
    expect(told).toContain('₹300 that you paid by UPI is being given back to you.')
    expect(told).not.toContain('nothing to pay')
  })

  test('a number that is none gets no message, and the step is done all the same', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(1)
    await shop.db.updateTable('orders').set({ phone: 'none' }).execute()
    await shop.advance(id, 'accepted')
    expect(await send(shop, 'sms')).toEqual([])
  })
})
