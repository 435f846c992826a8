import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isApi, ROUTES } from '#lib/server/http/routes.ts'
import { addUser, openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const SOURCE = join(import.meta.dirname, '../../../src')
/** What calls look at beside their schemas. */
const BESIDE = ['_method', 'next', 'userid', 'idempotencykey', 'newpass', 'plan']

/** Every name that a schema of ours knows: each call sees its own among them, all at once. */
function fieldNames(): string[] {
  const texts = globSync('{lib,pages}/**/*.ts', { cwd: SOURCE })
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .filter((text) => text.includes("from 'zod/mini'"))
  const found = texts.flatMap((text) => [...text.matchAll(/^ +(\w+):/gm)].map(([, name]) => name))
  return [...new Set([...found.filter((name) => name !== undefined), ...BESIDE])]
}

const ODD = [{}, [], [{}], { a: { b: [null] } }, [[['a']]]]
const NAMES = fieldNames()
/** Names by a digit of their number: of any two there is a body with the one and without the other. */
const HALVES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((digit) =>
  [0, 1].map((side) => NAMES.filter((_, at) => ((at >> digit) & 1) === side)),
)
/** All fields at once, and without one another: else the first that is refused hides the others. */
const BODIES = [
  ...ODD.map((odd) => Object.fromEntries(NAMES.map((name) => [name, odd]))),
  ...BESIDE.flatMap((name) => ODD.slice(0, 3).map((odd) => ({ [name]: odd }))),
  ...HALVES.map((names) => Object.fromEntries(names.map((name) => [name, ['a']]))),
]

/** Whom a call may tell that the password is wrong. */
const OPEN = new Set(['everybody', 'machine'])

test('an object or a list in any field of any call is refused, and no fault of ours (A07)', async () => {
  await using shop = await openPaidShop(openSqlite)
  const { accounts } = openTestAccounts(shop)
  await using api = openApiFront(shop, { accounts, payments: shop.payments })
  expect(NAMES).toEqual(expect.arrayContaining(['email', 'quantity', 'paymentid', 'units', 'role']))
  const faults: string[] = []
  for (const { path, who, methods, body: file } of ROUTES.filter(({ path }) => isApi(path))) {
    const params = Object.fromEntries(
      [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => [name, 'x']),
    )
    // Some of them end the session that they come by.
    const user = await addUser(shop.db, 'Ravi', 'owner')
    for (const method of methods.filter((one) => one !== 'GET' && file !== 'raw')) {
      for (const body of BODIES) {
        const { status } = await api.call(`${method} ${path}`, { user, params, body })
        const isLetIn = status !== 401 || OPEN.has(who)
        if (status < 500 && isLetIn) continue
        const [[name, odd] = []] = Object.entries(body)
        faults.push(`${method} ${path}: ${name} = ${JSON.stringify(odd)}: ${status}`)
      }
    }
  }
  expect(faults).toEqual([])
})
