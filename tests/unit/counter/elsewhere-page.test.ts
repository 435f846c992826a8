import { expect, test } from 'vitest'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { addUser } from '#tests/support/accounts.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'
import { ledTo } from '#tests/support/shoppers.ts'

const FORM = 'I refunded this another way'

/** A delivered order of which the provider has refused to refund two parts, and its owner. */
async function openRefused() {
  const shop = await openDeskPages()
  const owner = await addUser(shop.db, 'Meera', 'owner')
  const id = await shop.paidOrder(2)
  await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
  await shop.refund(id, '100')
  await shop.refund(id, '20')
  const { number } = await shop.order(id)
  const path = `/desk/orders/${number}`
  const refuse = async () => {
    shop.standIn.always = { kind: 'status', status: 400 }
    await doRefunds(shop.payments)
  }
  const { call } = callsOn(shop)
  const post = (body: Record<string, string>, user = owner) => {
    const more = { params: { number, action: 'elsewhere' }, accept: 'text/html' }
    return call('POST /api/desk/orders/[number]/[action]', user, body, more)
  }
  const state = async () =>
    shop.db.selectFrom('refund').select(['id', 'given_how']).orderBy('amount_paise').execute()
  return { ...shop, owner, id, number, path, refuse, post, state }
}

test('only the owner, and only of a refused refund, can say that it was given back elsewhere (P15)', async () => {
  await using shop = await openRefused()
  expect((await shop.show(shop.path, shop.owner)).text, 'on its way').not.toContain(FORM)
  await shop.refuse()
  expect((await shop.show(shop.path, shop.owner)).text.split(FORM)).toHaveLength(3)
  expect((await shop.show(shop.path)).text, 'staff').not.toContain(FORM)
  const [refund] = await shop.state()
  const body = { refund: refund?.id ?? '', how: 'cash', reference: '' }
  expect((await shop.post(body, shop.staff)).status).toBe(404)
  expect(await shop.state()).toMatchObject([{ given_how: null }, { given_how: null }])
})

test('the form works without a script, loses nothing when refused, and the page tells what was done (P15)', async () => {
  await using shop = await openRefused()
  await shop.refuse()
  const [, refund] = await shop.state()
  const { html } = await shop.show(shop.path, shop.owner)
  expect(html).toMatch(/<form[^>]*action="[^"]*\/elsewhere"[^>]*method="post"/)
  expect(html).toContain(`name="refund" value="${refund?.id}"`)
  const unsaid = { refund: refund?.id ?? '', how: '', reference: 'UTR 4711' }
  const refused = await shop.post(unsaid)
  const cookie = refused.headers.getSetCookie().find((one) => one.startsWith('form='))
  const again = await shop.show(shop.path, shop.owner, cookie?.split(';')[0])
  const opened = [...again.html.matchAll(/<details[^>]* open[\s\S]*?<\/details>/g)].join('')
  expect(opened).toContain('value="UTR 4711"')
  const said = ledTo(await shop.post({ ...unsaid, how: 'bank' })).said
  expect(said).toEqual({
    error: false,
    msg: `Order ${shop.number}: ₹100 is recorded as given back. The payment provider is no longer asked for it.`,
  })
  const { text } = await shop.show(shop.path, shop.owner)
  expect(text).toContain('100 dented (given back elsewhere: bank transfer UTR 4711)')
  expect(text).toContain('Given back elsewhere: 100.00 (bank transfer UTR 4711)')
  expect(text).toContain(shop.owner.email)
  expect(text.split(FORM), 'the other refund').toHaveLength(2)
})

test('what was recorded by mistake is corrected on the page, by somebody who has seen it (P15)', async () => {
  await using shop = await openRefused()
  await shop.refuse()
  const [, refund] = await shop.state()
  const said = { refund: refund?.id ?? '', how: 'cash', reference: 'R1' }
  await shop.post(said)
  const { html, text } = await shop.show(shop.path, shop.owner)
  expect(text.split('Correct how it was given back')).toHaveLength(2)
  expect((await shop.show(shop.path)).text, 'staff').not.toContain('Correct how it was given back')
  expect(html).toContain('name="recorded" value="cash R1"')
  const corrected = { ...said, how: 'upi', reference: 'T2' }
  expect(ledTo(await shop.post(corrected)).said, 'unseen').toMatchObject({ error: true })
  expect(ledTo(await shop.post({ ...corrected, recorded: 'cash R1' })).said).toMatchObject({
    error: false,
  })
  const after = (await shop.show(shop.path, shop.owner)).text
  expect(after).toContain('100 dented (given back elsewhere: UPI T2)')
  expect(after).toContain('Given back elsewhere: 100.00 (cash R1 → UPI T2)')
})

test('an alarm about a refund that was given up leads to the order where it can be settled (P15 F26)', async () => {
  await using shop = await openRefused()
  await shop.refuse()
  for (let hour = 0; hour < 27; hour++) {
    shop.clock.ahead = hour * 3_600_000
    await doRefunds(shop.payments)
  }
  const { html } = await shop.show('/desk', shop.owner)
  const [, path = ''] = /href="([^"]+)"[^>]*>\s*Open the order/.exec(html) ?? []
  const { text } = await shop.show(path, shop.owner)
  expect(text.split(FORM)).toHaveLength(3)
})

test('the command line says the same, by the number of the refund where there are several (P15)', async () => {
  await using shop = await openRefused()
  const run = async (...args: string[]) => {
    const { code, out, err } = await shopOver(shop, 'orders', ...args)
    return { code, said: out + err }
  }
  const none = await run('elsewhere', shop.number, '--how', 'cash')
  expect(none).toEqual({ code: 2, said: expect.stringContaining('was refused by the payment') })
  await shop.refuse()
  const which = await run('elsewhere', shop.number, '--how', 'cash')
  expect(which).toEqual({ code: 2, said: expect.stringContaining('--refund is the number of') })
  const unsaid = await run('elsewhere', shop.number, '--refund', '1')
  expect(unsaid).toEqual({ code: 2, said: expect.stringContaining('elsewhere needs --how') })
  const given = ['elsewhere', shop.number, '--how', 'upi', '--reference', 'T1']
  expect(await run(...given, '--refund', '1')).toMatchObject({ code: 0 })
  expect((await run('show', shop.number)).said).toContain(
    '  refund 1: Rs 20, given back elsewhere: UPI T1\n',
  )
  expect((await run(...given)).code, 'a repeat does not take the next').toBe(2)
  expect(await run(...given, '--refund', '1')).toEqual({
    code: 0,
    said: expect.stringContaining('This is already recorded: given back elsewhere: UPI T1.'),
  })
  expect(await shop.state()).toMatchObject([{ given_how: 'upi' }, { given_how: null }])
  const corrected = ['elsewhere', shop.number, '--how', 'bank', '--reference', 'N7']
  expect(await run(...corrected, '--refund', '1')).toMatchObject({ code: 0 })
  expect((await run('show', shop.number)).said).toContain('given back elsewhere: bank transfer N7')
})

test('of an order’s only refund the command line takes a repeat, and corrects only what is named (P15)', async () => {
  await using shop = await openDeskPages()
  const id = await shop.paidOrder(2)
  await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
  shop.standIn.always = { kind: 'status', status: 503 }
  for (let hour = 0; hour < 27; hour++) {
    shop.clock.ahead = hour * 3_600_000
    await doRefunds(shop.payments)
  }
  const { number } = await shop.order(id)
  const run = async (...args: string[]) => {
    const { code, out, err } = await shopOver(shop, 'orders', ...args)
    return { code, said: out + err }
  }
  const unsure = expect.stringContaining('look in its dashboard first')
  expect(await run('show', number)).toEqual({ code: 0, said: unsure })
  const given = ['elsewhere', number, '--how', 'cash', '--reference', 'R1']
  expect(await run(...given)).toEqual({ code: 0, said: unsure })
  const again = await run(...given)
  expect(again).toEqual({ code: 0, said: expect.stringContaining('This is already recorded') })
  const other = await run('elsewhere', number, '--how', 'bank')
  expect(other).toEqual({ code: 2, said: expect.stringContaining('this is already recorded') })
  expect(await run('elsewhere', number, '--how', 'bank', '--refund', '0')).toMatchObject({
    code: 0,
  })
})
