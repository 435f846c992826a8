import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { indianMonth, monthsBetween, readPeriod } from '#lib/counter/period.ts'
import { financialYear } from '#lib/server/orders/bills/bills.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const FIRST = `B/${financialYear(Date.now())}/000001`

test('staff see under More what was issued in a month, and download its bill book; others do not (P21)', async () => {
  await using shop = await openDeskPages()
  expect((await shop.show('/desk/bills')).text).toContain('No bill was written in this month.')
  await shop.cashOrder(2)
  expect((await shop.show('/desk/more')).html).toContain('href="/desk/bills"')
  const { html, text } = await shop.show('/desk/bills')
  expect(text).toMatch(new RegExp(`Bill of supply First ${FIRST} Last ${FIRST} How many 1`))
  const path = /href="(\/api\/desk\/bills\?month=[\d-]+)"/.exec(html)?.[1] ?? ''
  const file = await shop.visit(path, { user: shop.staff })
  expect(file.headers['content-disposition']).toMatch(/bills-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv/)
  expect(file.text.replace('\ufeff', '')).toMatch(/^date,number,order,kind,reduces,place of supply/)
  expect(file.text).toContain(`${FIRST},`)
  expect(file.text).toContain(',29-Karnataka,,,2,299.00,0.00,0.00,0.00,299.00')
  for (const address of ['/desk/bills', path])
    expect((await shop.visit(address, { user: shop.asha })).status).toBe(404)
  const wrong = await shop.visit('/api/desk/bills?month=2026-13', { user: shop.staff })
  expect(wrong.status).toBe(400)
})

test('`orders bills` prints the book of a month or of days, and `orders list` searches by a bill’s number (P21)', async () => {
  await using shop = await openDeskPages()
  const { number } = await shop.order(await shop.cashOrder(2))
  const says = async (...args: string[]) => await shopOver(shop, 'orders', ...args)
  const [today, month] = [indianDay(Date.now()), indianMonth(Date.now())]
  for (const asked of [[], [month], ['--from', today, '--to', today]]) {
    const { code, out } = await says('bills', ...asked)
    expect([code, out]).toEqual([0, expect.stringContaining(`${FIRST},${number},Bill of supply,`)])
  }
  expect((await says('bills', '2020-01')).out).not.toContain(number)
  const book = JSON.parse((await says('bills', '--json')).out)
  expect(book).toMatchObject({ rows: [{ order: number, units: 2 }], series: [{ first: FIRST }] })
  for (const wrong of [['2026-13'], ['--from', today], [month, '--from', today, '--to', today]])
    expect(await says('bills', ...wrong)).toMatchObject({ code: 2 })
  expect((await says('list', '--search', FIRST)).out).toContain(number)
})

test('a month of the bill book is all its days, and those to choose are from the first bill on', () => {
  const now = Date.parse('2027-01-31T18:30:00Z')
  expect(readPeriod({}, now)).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(readPeriod({ month: '2028-02' }, now)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(readPeriod({ from: '2027-02-02', to: '2027-02-01' }, now)).toBeUndefined()
  const months = ['2027-02', '2027-01', '2026-12']
  expect(monthsBetween(Date.parse('2026-11-30T18:30:00Z'), now)).toEqual(months)
})
