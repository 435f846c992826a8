import { expect, test } from 'vitest'
import { powersOf } from '#lib/account/roles.ts'
import { isOpenTo } from '#lib/server/http/find-route.ts'
import { type Route, ROUTES } from '#lib/server/http/routes.ts'
import { addUser, newShopper } from '#tests/support/accounts.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { ask } from '#tests/support/http-front.ts'
import { openApi } from '#tests/support/open-api.ts'
import { openRendered } from '#tests/support/rendered-shop.ts'

const ROLES = ['', 'staff', 'editor', 'owner'] as const
/** Streams, which the HTTP front answers without the app. */
const STREAMS = ['/api/desk/ring', '/api/desk/uploads/[id]/progress']
const isNamed = ({ path }: Route) => !path.includes('[')
const filled = ({ path }: Route) => path.replaceAll(/\[[.\w]+\]/g, 'x').replaceAll('//', '/')

/** How a route should answer a role, as far as can be told by an address without an order or product in it. */
const wanted = (route: Route, role: (typeof ROLES)[number]) =>
  isOpenTo(route, powersOf(role)) ? (isNamed(route) ? 'open' : undefined) : 404
const toldBy = (status: number, expected: string | number | undefined) =>
  expected === undefined ? undefined : expected === 404 || status === 404 ? status : 'open'

test('each call of the desk is tried with each role, and opens to its own alone (A29 S-001)', async () => {
  await using api = await openApi()
  const calls = ROUTES.filter(({ path }) => path.startsWith('/api/desk') && !STREAMS.includes(path))
  expect(calls.length).toBeGreaterThan(20)
  for (const role of ROLES) {
    const user = await addUser(api.db, `A ${role}`, role)
    for (const route of calls) {
      for (const method of route.methods) {
        const body = method === 'GET' || route.body ? undefined : {}
        const { status } = await api.call(`${method} ${filled(route)}`, { user, body })
        const expected = wanted(route, role)
        const told = toldBy(status, expected)
        expect([role, method, route.path, told]).toEqual([role, method, route.path, expected])
      }
    }
  }
})

test('each page of the desk is tried with each role, and opens to its own alone (A29 S-001)', async () => {
  await using at = await openRendered(openSqlite, 20)
  const pages = ROUTES.filter(({ path }) => path.startsWith('/desk'))
  for (const role of ROLES) {
    const { user, cookie } = await newShopper(at.shop, at)
    await at.shop.db.updateTable('user').set({ roles: role }).where('id', '=', user.id).execute()
    for (const route of pages) {
      const { status } = await ask(at.server, filled(route), { headers: { cookie } })
      const isChoice = route.path === '/desk/pick' || route.path === '/desk/slips'
      const expected = isChoice && wanted(route, role) === 'open' ? undefined : wanted(route, role)
      const told = toldBy(status, expected)
      expect([role, route.path, told]).toEqual([role, route.path, expected])
    }
  }
})
