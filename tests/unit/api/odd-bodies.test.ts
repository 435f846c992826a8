import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isApi, type Method, ROUTES } from '#lib/server/http/routes.ts'
import { addUser, openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const SOURCE = join(import.meta.dirname, '../../../src')
/** Names that calls read outside their schemas, and one that no call knows. */
const BESIDE = ['_method', 'next', 'userid', 'idempotencykey', 'newpass', 'isadmin', 'nobodys']
const ODD = [{}, [], [{}], { a: { b: [null] } }, [[['a']]], ['a'], { toJSON: 1 }]
/** Where a list is allowed: values that are no list, or that are nested too deeply. */
const ODD_LISTS = [{}, [[['a']]], [{ a: { b: 1 } }], [{ a: [] }], { length: 1 }]
const STACK = /\n\s+at |\.[jt]s:\d|node_modules/
/** How many imports away from its file the schemas of a call may be. */
const DEPTH = 3

/** All names that a schema of the call knows. */
function fieldsOf(path: string): string[] {
  const [file] = [`${path}.ts`, `${path}/index.ts`]
    .map((name) => join(SOURCE, 'pages', name))
    .filter(existsSync)
  if (file === undefined) throw new Error(`No endpoint has the address ${path}`)
  const texts = [...filesFrom(file, DEPTH)].map((from) => readFileSync(from, 'utf8'))
  const names = texts
    .filter((text) => text.includes("from 'zod/mini'"))
    .flatMap((text) => [...text.matchAll(/(?:^ +|[{,] )(\w+):/gm)].map(([, name = '']) => name))
  return [...new Set([...names, ...BESIDE])]
}

function filesFrom(file: string, depth: number, found = new Set<string>()): Set<string> {
  if (found.has(file) || depth < 0) return found
  found.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from '([#.][^']+\.ts)'/g)) {
    const path = from.startsWith('#')
      ? join(SOURCE, from.replace('#parts', 'pages/_parts').replace('#', ''))
      : join(dirname(file), from)
    filesFrom(path, depth - 1, found)
  }
  return found
}

const CALLS = ROUTES.filter(({ path, body }) => isApi(path) && body !== 'raw').flatMap((route) =>
  route.methods.filter((method) => method !== 'GET').map((method) => ({ ...route, method })),
)

// A list is sent as a file: any JSON is refused unread.
test('a list or an object in any field of any call is refused with 400, before anything is done (A07)', async () => {
  await using shop = await openPaidShop(openSqlite)
  const { accounts } = openTestAccounts(shop)
  const settings = { rateScale: 1000 }
  await using api = openApiFront(shop, { accounts, payments: shop.payments, settings })
  const user = await addUser(shop.db, 'Ravi', 'owner')
  const faults: string[] = []
  const ask = async (method: Method, path: string, body: Record<string, unknown>, status = 400) => {
    const named = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => [name, 'x'])
    const params = Object.fromEntries(named)
    const answer = await api.call(`${method} ${path}`, { user, params, body })
    const text = await answer.text()
    const isTold = answer.status === status && JSON.parse(text).error === true
    if (isTold && !STACK.test(text)) return
    faults.push(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text}`)
  }
  let asked = 0
  for (const [turn, { path, method, lists = [], body }] of CALLS.entries()) {
    const fields = fieldsOf(path)
    expect(fields).toEqual(expect.arrayContaining([...lists]))
    for (const [at, name] of fields.entries()) {
      const all = lists.includes(name) ? ODD_LISTS : ODD
      // One odd value per name, in turn: names that all calls have meet each value many times.
      const odd = lists.includes(name) ? all : [all[(turn + at) % all.length]]
      for (const value of odd)
        await ask(method, path, { [name]: value }, body === 'list' ? 415 : 400)
      asked += odd.length
    }
  }
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(CALLS.length * 12)
  expect(await shop.db.selectFrom('session').select('user_id').execute()).toHaveLength(1)
})
