import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { powersOf } from '#lib/account/roles.ts'
import { allowOf, isOpenTo, routeOf } from '#lib/server/http/find-route.ts'
import { isApi, type Method, NOTHING_HERE, type Route, ROUTES } from '#lib/server/http/routes.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'
import { openApi } from '#tests/support/open-api.ts'

const PAGES = join(import.meta.dirname, '../../../src/pages')
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The address of an endpoint's file, as the table of routes has it. */
const addressOf = (file: string) => `/${file.replace(/\.ts$/, '').replace(/\/index$/, '')}`
const FILES = globSync('api/**/*.ts', { cwd: PAGES }).filter((file) => !/(^|\/)_/.test(file))
const ENDPOINTS = new Map(FILES.map((file) => [addressOf(file), file]))
/** Routes that the HTTP front answers itself, and the file that answers all other addresses. */
const WITHOUT_FILE = ['/api/desk/ring', '/api/desk/uploads/[id]/progress']
const WITHOUT_ROUTE = ['/api/[...path]']

type Module = Partial<Record<Method | 'ALL', unknown>>

async function load({ path }: Pick<Route, 'path'>): Promise<Module> {
  const file = ENDPOINTS.get(path)
  return file === undefined ? {} : import(/* @vite-ignore */ pathToFileURL(join(PAGES, file)).href)
}

const API = ROUTES.filter(({ path }) => isApi(path) && !WITHOUT_FILE.includes(path))
const filled = ({ path }: Route) => path.replaceAll(/\[\w+\]/g, 'x')

test('each endpoint stands in the table of routes, with just its methods (A29 H7)', async () => {
  const known = [...API.map(({ path }) => path), ...WITHOUT_ROUTE]
  expect(known.toSorted()).toEqual([...ENDPOINTS.keys()].toSorted())
  for (const route of API) {
    const module = await load(route)
    expect([route.path, METHODS.filter((method) => module[method])]).toEqual([
      route.path,
      route.methods,
    ])
    expect(module.ALL, route.path).toBe(undefined)
  }
})

test('no other method of an address gets to its endpoint (H7)', async () => {
  await using server = await openServer(echo, { rateScale: 1000 })
  const origin = 'http://localhost:4321'
  for (const route of API) {
    const path = filled(route)
    for (const method of METHODS) {
      if (allowOf(path).split(', ').includes(method)) continue
      const answer = await ask(server, path, { method, headers: { origin } })
      const { error, msg } = JSON.parse(answer.text)
      const told = [answer.status, answer.headers.allow, error]
      // Calls of the desk look like addresses that do not exist (S-001).
      const expected = path.startsWith('/api/desk/') ? [404, undefined] : [405, allowOf(path)]
      expect([method, path, ...told]).toEqual([method, path, ...expected, true])
      if (expected[0] === 404) expect(msg).toBe(NOTHING_HERE.msg)
    }
  }
  const form = (path: string, body: string) =>
    ask(server, path, {
      ...{ method: 'POST', body },
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    })
  // A form may send a POST in place of a DELETE, but in place of no other method.
  expect((await form('/api/mylist/x', 'a=1')).status).toBe(405)
  expect((await form('/api/mylist/x', '_method=PUT')).status).toBe(405)
  expect(JSON.parse((await form('/api/mylist/x', '_method=DELETE')).text).method).toBe('DELETE')
})

const of = (...who: Route['who'][]) =>
  API.filter((route) => who.includes(route.who)).map((route) => [filled(route), route] as const)

test.each(of('shopper', 'account'))(
  '%s answers nobody who is not signed in (A29 I8)',
  async (path, route) => {
    await using api = await openApi()
    const body = route.body ? undefined : { isadmin: true, id: 'x' }
    for (const method of route.methods) {
      const answer = await api.call(`${method} ${path}`, { body })
      expect(answer.status, method).toBe(401)
      const form = await api.call(`${method} ${path}`, { body, accept: 'text/html' })
      expect([form.status, form.headers.get('location')?.startsWith('/signin')]).toEqual([
        303,
        true,
      ])
    }
  },
)

test('each address of the desk is for its roles alone (A29 S-001)', () => {
  const shown = of('staff', 'editor', 'owner').map(([path, route]) => {
    const roles = (['', 'staff', 'editor', 'owner'] as const).filter((role) =>
      isOpenTo(route, powersOf(role)),
    )
    expect(isOpenTo(route, undefined), path).toBe(false)
    return [route.who, roles.join(' ')]
  })
  expect(Object.fromEntries(shown)).toEqual({
    staff: 'staff owner',
    editor: 'editor owner',
    owner: 'owner',
  })
  const open = API.filter(({ path, who }) => path.startsWith('/api/desk') && who === 'everybody')
  expect(open).toEqual([])
})

const DESK_PAGES: Record<'desk' | 'staff' | 'editor' | 'owner', string[]> = {
  desk: ['desk/index', 'desk/more', 'desk/products/index'],
  staff: [
    ...['desk/orders/index', 'desk/orders/[number]/index', 'desk/pick', 'desk/slips'],
    ...['desk/bills', 'desk/cash', 'desk/letters', 'desk/stock'],
  ],
  editor: [
    ...['desk/lists', 'desk/products/[id]', 'desk/imports/[number]', 'desk/content/words'],
    ...['desk/content/delivery', 'desk/content/banners', 'desk/content/categories'],
    'desk/reviews',
    ...[
      'desk/content/texts',
      'desk/content/synonyms',
      'desk/uploads/[id]',
      'desk/uploads/[id]/columns',
    ],
    ...['desk/uploads/[id]/preview', 'desk/uploads/[id]/pictures/[file]'],
    ...['desk/uploads/[id]/compare', 'desk/uploads/[id]/framed'],
  ],
  owner: ['desk/roles'],
}

test('each page of the desk is for its roles, and a new one for the owner (A29 S-001)', () => {
  const files = globSync('desk/**/*.{astro,ts}', { cwd: PAGES })
    .filter((file) => !/(^|\/)_/.test(file))
    .map((file) => file.replace(/\.(astro|ts)$/, ''))
  const listed = Object.entries(DESK_PAGES).flatMap(([who, of]) => of.map((file) => [file, who]))
  const shown = files.map((file) => {
    const path = addressOf(file).replaceAll(/\[\w+\]/g, 'x')
    return [file, routeOf(path)?.who]
  })
  expect(shown.toSorted()).toEqual(listed.toSorted())
  expect(routeOf('/desk/something/new')?.who).toBe('owner')
})

test.each(of('staff', 'editor', 'owner'))(
  '%s is unknown to shoppers, whatever they say of themselves (A29)',
  async (path, route) => {
    await using api = await openApi()
    const { user } = await newShopper(api, api)
    const body = route.body ? undefined : { isadmin: true, isEditor: true, role: 'editor' }
    for (const who of [undefined, user]) {
      for (const method of route.methods) {
        expect((await api.call(`${method} ${path}`, { body, user: who })).status).toBe(404)
      }
    }
  },
)
