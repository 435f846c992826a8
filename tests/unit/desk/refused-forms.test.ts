import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { formCookie, readFormCookie } from '#lib/server/http/form-cookie.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import type { Line } from '#tests/support/api-front.ts'
import { bring, callDesk, openDesk, publishList } from '#tests/support/open-desk.ts'

const LIST = 'sku,name,category,price\nRICE-001,Basmati,Rice,300\n'
const ORIGIN = 'http://localhost:4321'

/** Sends a form as a browser does. @returns the page that it comes back to */
async function openForms() {
  const at = await openDesk()
  const owner = await at.editorOf('owner')
  await publishList(at, await bring(at, LIST))
  const render = await loadRender()
  const shown = async (path: string, headers: Record<string, string> = {}) => {
    const { db, desk } = at
    const page = await render(new Request(ORIGIN + path, { headers }), {
      ...{ catalogue: new Catalogue(db), db, desk, search: undefined, origin: ORIGIN },
      ...{ user: owner, productGate: 'open', location: 'All', flash: undefined, body: undefined },
      requestId: 'r',
    })
    return page.text()
  }
  const sent = async (line: Line, body: Record<string, string>, params = {}) => {
    const answer = await callDesk(at, line, { params, body, user: owner, accept: 'text/html' })
    const path = answer.headers.get('location') ?? ''
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return { path, html: await shown(path, { cookie: cookie.join('; ') }) }
  }
  return { sent, [Symbol.asyncDispose]: at[Symbol.asyncDispose] }
}

test('a new product with the SKU of another one comes back with all that was typed', async () => {
  await using at = await openForms()
  const typed = {
    ...{ sku: 'RICE-001', name: 'Sona masoori', category: 'Rice', price: '75' },
    ...{ description: 'Light & fluffy', veg: 'veg', featured: 'yes', packkind: 'size' },
    ...{ 'pack.1.label': '5 kg', 'pack.1.price': '340', was: '{}', what: 'save' },
  }
  const { path, html } = await at.sent('POST /api/desk/products/[id]', typed, { id: 'new' })
  expect(path).toBe('/desk/products/new')
  for (const text of ['RICE-001', 'Sona masoori', '75', '5 kg', '340'])
    expect(html).toContain(`value="${text}"`)
  expect(html).toContain('Light &amp; fluffy</textarea>')
  expect(html).toContain('name="was" value="{}"')
  expect(html).toMatch(/<option value="size" selected/)
})

test('an address that nobody has signed up with is still in its field, with its role', async () => {
  await using at = await openForms()
  const { html } = await at.sent('POST /api/desk/roles', {
    ...{ email: 'new@example.com', role: 'staff', what: 'grant' },
  })
  expect(html).toContain('value="new@example.com"')
  expect(html).toMatch(/<option value="staff" selected/)
})

test('a category whose name is another one’s comes back with its name and sub-categories', async () => {
  await using at = await openForms()
  const { html } = await at.sent(
    'POST /api/desk/content/[part]',
    { 'new.name': 'rice', 'new.subs': 'Brown\nRed' },
    { part: 'categories' },
  )
  expect(html).toContain('name="new.name" value="rice"')
  expect(html).toContain('Brown\nRed</textarea>')
})

test('a PIN code with a letter in it is told by its field, with the way back and no button to publish', async () => {
  await using at = await openForms()
  const body = { pins: '560\n41x\n411001' }
  const { path, html } = await at.sent('POST /api/desk/content/[part]', body, { part: 'delivery' })
  expect(path).toMatch(/^\/desk\/uploads\//)
  expect(html).toContain('Go back, correct these fields and save again.')
  expect(html.match(/href="\/desk\/content\/delivery"/g)).toHaveLength(2)
  for (const word of ['/publish"', 'good row', 'upload it again', 'delivery.csv', '← Products'])
    expect(html).not.toContain(word)
})

test('of a form too large for a cookie the short fields are kept', () => {
  const noise = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5))
  const values = { description: noise.join(''), name: 'Sona masoori', sku: 'RICE-001' }
  const cookie = formCookie('/desk/products/new', { values, faulty: [] })
  expect(cookie.length).toBeLessThan(4096)
  expect(readFormCookie(cookie, '/desk/products/new')).toEqual({
    values: { name: 'Sona masoori', sku: 'RICE-001' },
    faulty: [],
  })
})
