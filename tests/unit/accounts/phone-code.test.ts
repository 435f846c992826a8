import { expect, test } from 'vitest'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { areCodesStopped, awaitsCode, phoneCodeHandler } from '#lib/server/accounts/phone-code.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { openCheckout } from '#tests/support/orders/checkout-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

/** A shop that accepts cash only from shoppers who have confirmed their telephone. */
async function openShop(open: () => Promise<TestDatabase>, rateScale = 1) {
  const shop = await openCheckout(open, { stock: 100, settings: { messages: 'sms' } })
  const { accounts, notes } = openTestAccounts(shop, { rateScale })
  const front = openApiFront(shop, {
    accounts,
    payments: shop.payments,
    settings: { rateScale: 100 },
  })
  /** Somebody without an account, with one dal in the cart. */
  const newGuest = async () => {
    const guest = await openGuest(shop.db)
    await shop.put(guest.id)
    const order = async (change: Record<string, unknown> = {}) => {
      const answer = await front.call('POST /api/checkout', {
        cartGate: 'open',
        headers: { cookie: `guest=${guest.token}` },
        body: { ...BILLING, email: '', payment: 'cod', ...change },
      })
      const wait = Number(answer.headers.get('retry-after'))
      return { status: answer.status, wait, ...(await answer.json()) } as {
        status: number
        wait: number
        code?: string
        field?: string
      }
    }
    return { ...guest, order }
  }
  /** An order of somebody who has no cart yet. */
  const nobody = () =>
    front.call('POST /api/checkout', { cartGate: 'open', body: { ...BILLING, payment: 'cod' } })
  const texts = new Map<string, { to: string; text: string }>()
  /** Runs each job of the queue twice. @returns all messages sent so far */
  const sent = async () => {
    const handler = phoneCodeHandler(accounts, async ({ id, to, text, template, values }) => {
      expect([template, values?.['code']]).toEqual(['code', text.slice(0, 6)])
      texts.set(id, { to, text })
    })
    const jobs = await shop.db
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', 'phone-code')
      .orderBy('created_at')
      .execute()
    for (const job of [...jobs, ...jobs]) await performJob({ 'phone-code': handler }, job)
    return [...texts.values()].map((one) => ({ ...one, code: one.text.slice(0, 6) }))
  }
  /** Moves the last code into the past, as if the pause between two codes were over. */
  const later = (ms: number) =>
    shop.db
      .updateTable('phone_code')
      .set((eb) => ({ sent_at: eb('sent_at', '-', ms) }))
      .execute()
  const end = async () => {
    await front[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, accounts, notes, newGuest, nobody, sent, later, [Symbol.asyncDispose]: end }
}

const wrongOf = (code: string | undefined) => (code === '000000' ? '000001' : '000000')

forEachDatabase((open) => {
  test('who has no account pays in cash with the code that came to the telephone, asked once (G22)', async () => {
    await using shop = await openShop(open)
    const guest = await shop.newGuest()
    const asked = await guest.order()
    expect(asked).toMatchObject({ status: 409, code: 'codPhone', field: 'phonecode' })
    expect(await guest.order()).toMatchObject({ code: 'codPhone' })
    const [message, ...more] = await shop.sent()
    expect(more).toEqual([])
    expect(message?.to).toBe('+919845012345')
    expect(message?.text).toMatch(/^\d{6} is your code for an order at Sharma Stores\./)
    expect(message?.text).toMatch(/\n@localhost #\d{6}$/)
    const wrong = await guest.order({ phonecode: wrongOf(message?.code) })
    expect(wrong).toMatchObject({ status: 409, code: 'codPhoneWrong', field: 'phonecode' })
    expect(await shop.count('orders')).toBe(0)
    expect(await guest.order({ phonecode: ` ${message?.code} ` })).toMatchObject({ status: 200 })
    expect(await awaitsCode(shop.db, guest.id)).toBe(false)
    await shop.put(guest.id)
    expect(await guest.order({ phonenumber: '+91 98450 12345' })).toMatchObject({ status: 200 })
    expect(await shop.count('orders')).toBe(2)
  })

  test('whoever asks from however many networks, the shop pays for so many codes an hour and no more (H10c)', async () => {
    await using shop = await openShop(open, 2)
    const order = async (at: number) =>
      (await shop.newGuest()).order({ phonenumber: `984501234${at}` })
    expect(await order(0)).toMatchObject({ code: 'codPhone' })
    const all = shop.db.updateTable('rate_limit').where('key', 'like', 'phone-shop %')
    await all.set({ count: 2 * ACCOUNT_RULES.phoneShop.limit - 1 }).execute()
    expect(await areCodesStopped(shop.accounts)).toBe(false)
    expect(await order(1)).toMatchObject({ code: 'codPhone' })
    expect(await areCodesStopped(shop.accounts), 'as Today says').toBe(true)
    for (const at of [2, 3]) expect(await order(at)).toMatchObject({ code: 'codPhoneWait' })
    expect(await shop.sent()).toHaveLength(2)
    const said = shop.notes.filter(({ text }) => text.startsWith('No more codes'))
    expect(said).toMatchObject([{ limit: 2 * ACCOUNT_RULES.phoneShop.limit }])
  })

  test('a code is of one buyer and one telephone, for ten minutes and five tries (G22)', async () => {
    await using shop = await openShop(open)
    const [guest, other] = [await shop.newGuest(), await shop.newGuest()]
    await guest.order()
    const [{ code } = { code: '' }] = await shop.sent()
    expect(await other.order({ phonecode: code })).toMatchObject({ code: 'codPhone' })
    expect(await other.order({ phonecode: code })).toMatchObject({ code: 'codPhoneWrong' })
    const elsewhere = { phonenumber: '9845099999', phonecode: code }
    expect(await guest.order(elsewhere)).toMatchObject({ code: 'codPhone' })
    for (let at = 0; at < 5; at++) await guest.order({ phonecode: wrongOf(code) })
    expect(await guest.order({ phonecode: code })).toMatchObject({ code: 'codPhoneWrong' })
    expect(await guest.order(), 'a new one at once').toMatchObject({ code: 'codPhone' })
    expect(await awaitsCode(shop.db, guest.id), 'also in a tab that is loaded anew').toBe(true)
    const fresh = (await shop.sent()).at(-1)?.code ?? ''
    await shop.later(11 * 60_000)
    expect(await guest.order({ phonecode: fresh })).toMatchObject({ code: 'codPhoneWrong' })
    expect(await shop.count('orders')).toBe(0)
    await sweep(shop.db, Date.now() + 91 * 24 * 3600_000)
    expect(await shop.db.selectFrom('phone_code').select('hash').execute()).toEqual([])
  })

  test('a code for a telephone abroad goes abroad, and without the code of its country to nobody (G22 P18)', async () => {
    await using shop = await openShop(open)
    const json = JSON.stringify({ name: 'Sharma Stores', countries: ['India', 'Nepal'] })
    await shop.db.updateTable('shop').set({ json }).execute()
    const guest = await shop.newGuest()
    const nepal = { country: 'Nepal', state: 'Bagmati', city: 'Kathmandu', zipcode: '44600' }
    const asked = await guest.order({ ...nepal, phonenumber: '9841234567' })
    expect(asked).toMatchObject({ status: 409, code: 'codPhoneCountry', field: 'phonenumber' })
    expect(await shop.sent()).toEqual([])
    const abroad = { ...nepal, phonenumber: '+977 9841234567' }
    expect(await guest.order(abroad)).toMatchObject({ code: 'codPhone', field: 'phonecode' })
    const [message] = await shop.sent()
    expect(message?.to).toBe('+9779841234567')
    expect(await guest.order({ ...abroad, phonecode: message?.code })).toMatchObject({
      status: 200,
    })
  })

  test('who has no cart is told so, however many there are (G22)', async () => {
    await using shop = await openShop(open)
    for (let at = 0; at < 12; at++) {
      const answer = await shop.nobody()
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { error: true, code: 'empty', msg: 'Your cart is empty.' },
      ])
    }
  })

  test('of two presses at once one sends a code, and that code is good (G22)', async () => {
    await using shop = await openShop(open)
    const guest = await shop.newGuest()
    for (const round of [1, 2]) {
      const presses = await Promise.all([guest.order(), guest.order()])
      expect(presses.map(({ code }) => code)).toEqual(['codPhone', 'codPhone'])
      expect(await shop.sent()).toHaveLength(round)
      await shop.later(61_000)
    }
    const code = (await shop.sent()).at(-1)?.code
    expect(await guest.order({ phonecode: code })).toMatchObject({ status: 200 })
  })

  test('the newest code alone is sent when an older message is tried again late (G22)', async () => {
    await using shop = await openShop(open)
    const guest = await shop.newGuest()
    await guest.order()
    await shop.later(61_000)
    await guest.order()
    const [message, ...older] = await shop.sent()
    expect(older).toEqual([])
    expect(await guest.order({ phonecode: message?.code })).toMatchObject({ status: 200 })
  })

  test('one telephone is sent so many codes an hour, whoever asks, and then says how long to wait (G22)', async () => {
    await using shop = await openShop(open)
    const answers = []
    let last
    for (let at = 0; at <= ACCOUNT_RULES.phoneSend.limit; at++) {
      const guest = await shop.newGuest()
      last = await guest.order()
      answers.push(last.code)
    }
    const sent = Array.from({ length: ACCOUNT_RULES.phoneSend.limit }, () => 'codPhone')
    expect(answers).toEqual([...sent, 'codPhoneWait'])
    expect(await shop.sent()).toHaveLength(sent.length)
    expect(last).toMatchObject({ status: 429 })
    expect(last?.wait).toBeGreaterThan(0)
  })

  test('presses that send nothing use up no code of the hour (G22)', async () => {
    await using shop = await openShop(open)
    const guest = await shop.newGuest()
    const { limit } = ACCOUNT_RULES.phoneSend
    for (let sent = 1; sent <= limit; sent++) {
      const presses = await Promise.all([guest.order(), guest.order(), guest.order()])
      expect(presses.map(({ code }) => code)).toEqual(['codPhone', 'codPhone', 'codPhone'])
      expect(await shop.sent()).toHaveLength(sent)
      await shop.later(61_000)
    }
    // A refusal for the telephone uses up nothing of the shopper's own limit.
    for (let at = 0; at < ACCOUNT_RULES.phoneAsk.limit; at++) {
      expect(await guest.order()).toMatchObject({ status: 429, code: 'codPhoneWait' })
    }
    expect(await guest.order({ phonenumber: '9845099999' })).toMatchObject({ code: 'codPhone' })
  })
})
