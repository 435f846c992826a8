import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { powersOf } from '#lib/account/roles.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { newShopper, openTestAccounts } from '#tests/support/accounts.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import type { Endpoint } from '#tests/support/open-api.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { openDesk } from '#tests/support/open-desk.ts'

const SOURCE = join(import.meta.dirname, '../../../src')
const PAGES = join(SOURCE, 'pages')
const METHODS = ['POST', 'PUT', 'DELETE'] as const
type Module = Partial<Record<(typeof METHODS)[number], Endpoint>>

const CALLS = globSync('api/**/[!_]*.ts', { cwd: PAGES }).filter((file) => !file.includes('/_'))

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
const BODIES = [
  ...ODD.map((odd) => Object.fromEntries(NAMES.map((name) => [name, odd]))),
  ...BESIDE.flatMap((name) => ODD.slice(0, 3).map((odd) => ({ [name]: odd }))),
]

/** Calls an endpoint as its owner, staff and editor at once. @returns the status, or what it threw */
async function ask(
  endpoint: Endpoint,
  file: string,
  method: string,
  locals: object,
): Promise<number | string> {
  const path = file.replace(/(\/index)?\.ts$/, '').replaceAll(/\[[^\]]+\]/g, 'x')
  const url = new URL(path, 'http://localhost:4321')
  const names = [...file.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, 'x']))
  const request = new Request(url, { method })
  try {
    const asked = { locals: locals as App.Locals, params, request, url }
    return (await endpoint(asked)).status
  } catch (error) {
    return String(error)
  }
}

test('an object or a list in any field of any call is refused, and no fault of ours (A07)', async () => {
  await using shop = await openPaidShop(openSqlite)
  const { desk } = await openDesk()
  const { accounts } = openTestAccounts(shop)
  const { user } = await newShopper(shop, { accounts })
  const { db, payments } = shop
  const locals = {
    ...{ db, payments, accounts, desk, catalogue: new Catalogue(db), files: [] },
    ...{ user: { ...user, ...powersOf('owner') }, origin: 'http://localhost:4321', requestId: 'r' },
  }
  expect(NAMES).toEqual(expect.arrayContaining(['email', 'quantity', 'paymentid', 'units', 'role']))
  const faults: string[] = []
  for (const file of CALLS) {
    const module: Module = await import(/* @vite-ignore */ pathToFileURL(join(PAGES, file)).href)
    for (const method of METHODS) {
      const endpoint = module[method]
      for (const body of endpoint ? BODIES : []) {
        const status = endpoint && (await ask(endpoint, file, method, { ...locals, body }))
        if (typeof status === 'number' && status < 500) continue
        const [[name, odd] = []] = Object.entries(body)
        faults.push(`${method} ${file}: ${name} = ${JSON.stringify(odd)}: ${status}`)
      }
    }
  }
  expect(faults).toEqual([])
})
