import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { allowOf } from '#lib/server/http/routes.ts'
import { ALL_METHODS } from '#lib/server/http/request-guard.ts'
import { newShopper } from '#tests/support/accounts.ts'
import { type Endpoint, openApi } from '#tests/support/open-api.ts'

const PAGES = join(import.meta.dirname, '../../../src/pages')

/**
 * Who may ask for what: everybody; whoever is signed in, for what is theirs; editors; or a machine
 * whose signature is checked. A file that is not listed here fails the test (A29).
 */
const ROLES: Record<'visitor' | 'user' | 'editor' | 'staff' | 'signed', string[]> = {
  visitor: [
    ...['404', '500', '[page]', 'blog/[id]', 'blog/index', 'blog/rss.xml', 'cart', 'compare'],
    ...['category/[id]', 'category/[id]/page/[page]', 'subcat/[id]', 'subcat/[id]/page/[page]'],
    ...['brand/[id]/index', 'brand/[id]/page/[page]', 'offers/index', 'offers/page/[page]'],
    ...['checkout', 'checkout/pay', 'contact', 'feed.xml', 'forgot', 'gone', 'index', 'location'],
    ...['offline', 'orders/again', 'orders/bought'],
    ...['manifest.webmanifest', 'product/[id]', 'quick/[id]', 'reset', 'robots.txt', 'search'],
    ...['signin', 'signup', 'sitemap', 'verifyotp', 'myaccount', 'mylist', 'orders/index'],
    ...['orders/[id]/index', 'orders/[id]/invoice', 'sitemap-categories.xml', 'sitemap.xml'],
    ...['sitemap-content.xml', 'sitemap-products-[chunk].xml', 'google', 'track/[track]'],
    ...['api/[...path]', 'api/category', 'api/contact', 'api/countries', 'api/homebanner'],
    'api/place/[pin]',
    ...['api/location', 'api/newsletter', 'api/productreviews/index', 'api/products/[id]'],
    ...['api/products/featured', 'api/products/index', 'api/search', 'api/subcat'],
    'api/stockalert',
    ...['api/user/authwithgoogle', 'api/user/forgot', 'api/user/resendotp', 'api/user/reset'],
    ...['api/user/signin', 'api/user/signout', 'api/user/signup', 'api/user/verifyemail'],
  ],
  user: [
    ...['api/cart/[id]', 'api/cart/add', 'api/cart/index', 'api/checkout', 'api/mylist/[id]'],
    ...['api/mylist/add', 'api/mylist/index', 'api/orders/[id]/cancel', 'api/orders/[id]/index'],
    ...['api/orders/[id]/reorder', 'api/orders/create', 'api/orders/index', 'api/user/[id]'],
    ...['api/productreviews/add', 'api/user/addresses/[id]', 'api/user/addresses/index'],
    ...['api/user/sessions/[id]', 'api/user/sessions/index', 'api/user/uploadfiles'],
  ],
  editor: [
    ...[
      'desk/index',
      'desk/more',
      'desk/lists',
      'desk/products/index',
      'api/desk/products/index',
      'api/desk/products/bulk',
      'api/desk/products/[id]',
      'desk/products/[id]',
      'desk/uploads/[id]',
      'desk/uploads/[id]/pictures/[file]',
    ],
    ...['desk/uploads/[id]/preview', 'api/desk/export', 'api/desk/imports/[number]/undo'],
    ...['api/desk/uploads', 'api/desk/uploads/[id]', 'api/desk/uploads/[id]/check'],
    ...['api/desk/uploads/[id]/publish', 'api/desk/uploads/[id]/columns'],
    ...['desk/uploads/[id]/columns', 'desk/imports/[number]', 'api/desk/content/[part]'],
    ...['desk/content/words', 'desk/content/delivery', 'desk/content/banners'],
    ...['desk/content/categories', 'desk/content/texts', 'desk/roles', 'api/desk/roles'],
  ],
  staff: [
    ...['desk/orders/index', 'desk/orders/[number]/index', 'desk/pick', 'desk/slips'],
    ...['api/desk/orders/index', 'api/desk/orders/[number]/index', 'api/desk/orders/waiting'],
    ...['api/desk/orders/[number]/[action]', 'api/desk/orders/bulk', 'api/desk/daybook'],
    ...['desk/cash', 'desk/stock', 'api/desk/stock/index', 'api/desk/stock/[id]'],
    ...['api/desk/push/index', 'api/desk/push/forget'],
  ],
  signed: ['api/webhooks/[provider]', 'api/demo/pay', 'api/orders/callback'],
}

const FILES = globSync('**/*.{astro,ts}', { cwd: PAGES })
  .filter((file) => !/(^|\/)_/.test(file))
  .map((file) => file.replace(/\.(astro|ts)$/, ''))
  .sort()

test('each route says who may ask for it (A29)', () => {
  const listed = Object.values(ROLES).flat()
  expect(
    FILES.filter((file) => !listed.includes(file)),
    'not listed',
  ).toEqual([])
  expect(new Set(listed).size, 'listed twice').toBe(listed.length)
})

/** A path that leads to the file. */
const pathOf = (file: string) => `/${file.replaceAll(/\[[^\]]+\]/g, 'x').replace(/\/index$/, '')}`

test('each call says which methods it takes, and no other is let through (A29 H7)', () => {
  const open = FILES.filter((file) => file.startsWith('api/') && file !== 'api/[...path]')
    .filter((file) => !file.startsWith('api/desk/'))
    // A profile is read, changed and deleted, and forms do that by POST.
    .filter((file) => file !== 'api/user/[id]' && allowOf(pathOf(file)) === ALL_METHODS)
  expect(open).toEqual([])
})

type Module = Partial<Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'ALL', Endpoint>>
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

async function load(file: string): Promise<Module> {
  return import(/* @vite-ignore */ pathToFileURL(join(PAGES, `${file}.ts`)).href)
}

const existing = (role: 'user' | 'editor' | 'staff') =>
  ROLES[role].filter((file) => file.startsWith('api/') && FILES.includes(file))

test.each(existing('user'))('%s answers nobody who is not signed in (A29 I8)', async (file) => {
  await using api = await openApi()
  const module = await load(file)
  const methods = METHODS.filter((method) => module[method])
  expect(methods).not.toEqual([])
  for (const method of methods) {
    const endpoint = module[method]
    if (!endpoint) continue
    const ask = { method, params: { id: 'x' }, body: { isadmin: true, userid: 'x', id: 'x' } }
    const answer = await api.call(endpoint, pathOf(file), ask)
    expect(answer.status, method).toBe(401)
    const form = await api.call(endpoint, pathOf(file), { ...ask, accept: 'text/html' })
    expect([form.status, form.headers.get('location')?.startsWith('/signin')]).toEqual([303, true])
  }
})

test.each([...existing('editor'), ...existing('staff')])(
  '%s is unknown to shoppers, whatever they say of themselves (A29)',
  async (file) => {
    await using api = await openApi()
    const { user } = await newShopper(api, api)
    const module = await load(file)
    const endpoint = module.ALL ?? module.GET ?? module.POST
    if (!endpoint) throw new Error('No method')
    const body = { isadmin: true, isEditor: true, role: 'editor' }
    for (const who of [undefined, user]) {
      const ask = { method: 'POST', params: { id: 'x' }, body, user: who }
      expect((await api.call(endpoint, pathOf(file), ask)).status).toBe(404)
    }
  },
)
