import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

const page = readFileSync(join(ROOT, 'catalogue/pages/privacy.md'), 'utf8')

/** What the page calls the rows of each table that says who somebody is or how to reach them. */
const TABLES = {
  address: 'its address book',
  attempt: 'the network that an order came from',
  contact_message: 'email and text of the contact form',
  newsletter: 'email of the newsletter',
  orders: 'address and lines of an order',
  phone_code: 'telephone number that a code was sent to',
  push_subscription: 'address of a browser at the push service',
  review: 'name and text of a review',
  session: 'which browser each session of an account is in',
  stock_alert: 'email for a product that is sold out',
  user: 'name, email, telephone, picture and password of an account',
}
const PERSONAL = /mail|phone|fullname|customer_name|street|address_block|user_agent|endpoint/

test('the page on privacy tells of every table with somebody’s name or address', async () => {
  await using shop = await openSqlite()
  const tables = await shop.db.introspection.getTables()
  const personal = tables.filter(({ columns }) => columns.some(({ name }) => PERSONAL.test(name)))
  expect(personal.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLES))
  for (const words of Object.values(TABLES)) expect(page).toContain(words)
})

test('the page on privacy names every cookie that the server sets', () => {
  const folder = join(ROOT, 'src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('set-cookie.ts'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
    .filter(({ text }) => text.includes('serverCookie('))
    .map(({ path, text }) => {
      const [, list = ''] = /_COOKIES = \[(.*)\]/.exec(text) ?? []
      const found = text.matchAll(/serverCookie\(\{ name: '(\w+)'|^const COOKIE = '(\w+)'/gm)
      const named = [...found].map(([, inPlace, above]) => inPlace ?? above)
      return { path, named: [...named, ...list.split(/\W+/).filter(Boolean)] }
    })
  for (const { path, named } of names) {
    expect(named, path).not.toEqual([])
    for (const name of named) expect(page, path).toContain(`called *${name}*`)
  }
})
