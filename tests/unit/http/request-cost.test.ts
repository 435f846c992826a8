import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { isApi, ROUTES } from '#lib/server/http/routes.ts'
import { newShopper } from '#tests/support/accounts.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { openRendered } from '#tests/support/rendered-shop.ts'
import { ADDRESSES, ONLY_PUBLISHED } from '#tests/support/public-addresses.ts'
import { costOf } from '#tests/support/request-cost.ts'
import { WORST_BODIES } from '#tests/support/worst-bodies.ts'

const PRODUCTS = 30_000
const MAX_MS = 100
const PAGES = join(import.meta.dirname, '../../../src/pages')

forEachDatabase((open) => {
  test(
    'no request costs the others more than a tenth of a second, whatever it asks for (A04 H10)',
    { timeout: 120_000 },
    async () => {
      await using at = await openRendered(open, PRODUCTS)
      // What is loaded and compiled once does not count for a request.
      for (const [path, headers] of ADDRESSES.slice(0, 8))
        await costOf(at.server, path, headers && { headers })
      const costs = []
      for (const [path, headers] of ADDRESSES) {
        const cost = await costOf(at.server, path, headers && { headers })
        if (cost.cpuMs > MAX_MS) {
          // Measured once more, with all kept answers forgotten.
          await forgetAnswers(at.shop)
          cost.cpuMs = (await costOf(at.server, path, headers && { headers })).cpuMs
        }
        costs.push(cost)
      }
      expect(costs.filter(({ cpuMs }) => cpuMs > MAX_MS)).toEqual([])
      const faults = costs.filter(({ status }) => status >= 500)
      expect(faults.map(({ path, status }) => `${path} ${status}`)).toEqual(ONLY_PUBLISHED)
    },
  )
})

/** Changes a product, as happens in a shop that sells: kept answers are worked out anew. */
async function forgetAnswers({ db }: TestDatabase): Promise<void> {
  await inTransaction(db, async (trx) => {
    await announceChange(trx, ['product:product-1'])
    return { ok: true, value: undefined }
  })
}

test('every address that is open to everybody has its cost looked at (A04 H10)', () => {
  const files = globSync('**/*.{astro,ts}', { cwd: PAGES })
    .filter((file) => !/(^|\/)_|^(api|desk)\//.test(file))
    .map((file) => `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`)
  const calls = ROUTES.filter(({ who, methods }) => who === 'everybody' && methods.includes('GET'))
  const known = new Set([...files, ...calls.map(({ path }) => path)])
  expect(known.size).toBeGreaterThan(50)
  const asked = ADDRESSES.map(([path]) => path.replace(/\?.*/, ''))
  const isAsked = (path: string) => {
    const source = path.replaceAll(/\/\[\.{3}\w+\]/g, '(/.*)?').replaceAll(/\[\w+\]/g, '[^/]+')
    return asked.some((one) => new RegExp(`^${source}$`).test(one))
  }
  expect([...known].filter((path) => !isAsked(path))).toEqual([])
})

test('no body that is sent costs the others more than a tenth of a second either (A04 H10 H6)', async () => {
  await using at = await openRendered(openSqlite, 50)
  const { cookie } = await newShopper(at.shop, at)
  const calls = ROUTES.filter(
    ({ path, who }) => isApi(path) && /everybody|shopper|machine/.test(who),
  )
  const costs = []
  for (const { path, methods } of calls) {
    for (const method of methods.filter((one) => one !== 'GET')) {
      for (const { about, type, body } of WORST_BODIES) {
        const headers = { cookie, 'content-type': type, origin: 'http://localhost:4321' }
        const cost = () =>
          costOf(at.server, path.replace(/\[\w+\]/, 'x'), { method, headers, body })
        const first = await cost()
        const { cpuMs, status } = first.cpuMs > MAX_MS ? await cost() : first
        costs.push({ call: `${method} ${path} ${about}`, cpuMs, status })
      }
    }
  }
  expect(costs.length).toBeGreaterThan(200)
  expect(costs.filter(({ cpuMs }) => cpuMs > MAX_MS)).toEqual([])
  expect(costs.filter(({ status }) => status >= 500)).toEqual([])
})
