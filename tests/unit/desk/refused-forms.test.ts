import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formFile } from '#lib/server/desk/upload-files.ts'
import { formCookie, readFormCookie } from '#lib/server/http/form-cookie.ts'
import { LIST, openForms } from '#tests/support/desk-forms.ts'

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
  expect(html).toMatch(/name="sku"[^>]*title="Letters A-Z, digits, dots/)
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
  const form = await at.back(html)
  expect(form).toContain('560\n41x\n411001</textarea>')
  expect(form).toContain('Write the first one to six digits of a PIN code')
  for (const word of ['/publish"', 'good row', 'upload it again', 'delivery.csv', '← Products'])
    expect(html).not.toContain(word)
})

test('a list whose form a full disk or a crash left broken is still shown, with the way to an empty form (F35)', async () => {
  await using at = await openForms()
  const body = { pins: '560\n41x' }
  const { path } = await at.sent('POST /api/desk/content/[part]', body, { part: 'delivery' })
  const file = formFile(at.dataDir, path.split('/').at(-1) ?? '')
  for (const text of ['', '{"path":"/desk/con', '{"path":7}', 'null']) {
    writeFileSync(file, text)
    const html = await at.shown(path)
    expect(html).toContain('Write the first one to six digits of a PIN code')
    expect(html).toMatch(/href="\/desk\/content\/delivery">\s*Back to the form/)
  }
})

test('a new product with a slip in its price comes back with all that was typed, and the slip named', async () => {
  await using at = await openForms()
  const typed = {
    ...{ sku: 'DAL-1', name: 'Toor dal', category: 'Pulses', price: '₹1,299x', veg: 'veg' },
    ...{ description: 'Split & husked', featured: 'yes', was: '{}', what: 'save' },
  }
  const { html } = await at.sent('POST /api/desk/products/[id]', typed, { id: 'new' })
  const form = await at.back(html)
  for (const text of ['DAL-1', 'Toor dal', 'Pulses', '₹1,299x'])
    expect(form).toContain(`value="${text}"`)
  expect(form).toContain('Split &amp; husked</textarea>')
  expect(form).toMatch(/name="featured" value="yes" checked/)
  expect(form).toMatch(/name="price"[^>]*aria-invalid="true"/)
  expect(form).toMatch(/id="price-fault"[^>]*>\s*The price is “₹1,299x”/)
  expect(form).not.toContain('choose the pictures again')
})

test('a changed product with a slip keeps what was typed and emptied, and what its form showed', async () => {
  await using at = await openForms()
  const path = '/desk/products/basmati'
  const [, was = ''] = /name="was" value="([^"]*)"/.exec(await at.shown(path)) ?? []
  const body = {
    ...{ name: 'Basmati rice', category: 'Rice', price: '30o', brand: '' },
    ...{ was: was.replaceAll('&quot;', '"').replaceAll('&#34;', '"'), what: 'save' },
  }
  const line = 'POST /api/desk/products/[id]'
  const { html } = await at.sent(line, body, { id: 'basmati' })
  const form = await at.back(html)
  expect(form).toContain('value="Basmati rice"')
  expect(form).toContain('value="30o"')
  expect(form).toContain(`name="was" value="${was}"`)
  const fixed = { ...body, price: '310' }
  expect((await at.sent(line, fixed, { id: 'basmati' })).html).toContain('310.00')
})

test('a line of synonyms that cannot be read comes back among the others', async () => {
  await using at = await openForms()
  const body = { synonyms: 'besan, gram flour\natta' }
  const { html } = await at.sent('POST /api/desk/content/[part]', body, { part: 'synonyms' })
  const form = await at.back(html)
  expect(form).toContain('besan, gram flour\natta</textarea>')
  expect(form).toContain('with commas between them, such as besan, gram flour.')
})

test('a new page whose address is taken comes back with its text', async () => {
  await using at = await openForms()
  const line = 'POST /api/desk/content/[part]'
  const body = { kind: 'page', isnew: 'yes', id: 'No good', title: 'Us', body: 'We sell dal.' }
  const { path, html } = await at.sent(line, body, { part: 'texts' })
  expect(path).toBe('/desk/content/texts?kind=page')
  expect(html).toContain('We sell dal.</textarea>')
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

/** The fields of the form for several products, as its page shows them. */
function fieldsOf(html: string): Record<string, string> {
  const text = (value: string) => value.replaceAll(/&quot;|&#34;/g, '"')
  const inputs = html.matchAll(/<input[^>]*?name="((?:was|price|stock)\.[^"]*|base)"[^>]*>/g)
  return Object.fromEntries(
    [...inputs].map(([tag, name = '']) => [name, text(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')]),
  )
}

test('several products with a slip come back as typed, the slip beside its field', async () => {
  await using at = await openForms(`${LIST}DAL-001,Toor dal,Pulses,120\n`)
  const fields = fieldsOf(await at.shown('/desk/products?q=001'))
  const body = { ...fields, next: '/desk/products?q=001', 'price.0.0': '31o', 'price.1.0': '125' }
  const typed = { ...body, 'stock.1.0': '7', 'featured.1': 'yes' }
  const form = await at.back((await at.sent('POST /api/desk/products', typed)).html)
  expect(fieldsOf(form)).toEqual({ ...fields, ...pick(typed) })
  expect(form).toMatch(/name="price\.0\.0" value="31o" aria-invalid="true"/)
  expect(form).toMatch(/id="faults-0"[^>]*>\s*<p>The price is “31o”/)
  expect(form).toMatch(/<b>Basmati: <\/b>\s*The price is “31o”/)
  expect(form).toMatch(/name="featured\.1" value="yes" checked/)
  expect(form).not.toMatch(/name="price\.1\.0"[^>]*aria-invalid/)
  const fixed = { ...body, 'price.0.0': '310' }
  expect((await at.sent('POST /api/desk/products', fixed)).html).toContain('310.00')
})

const pick = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /^(price|stock)\./.test(name)))

test('a form of products of which one has left comes back with what was typed for the others', async () => {
  await using at = await openForms(`${LIST}DAL,Toor dal,Pulses,120\n`)
  const fields = fieldsOf(await at.shown('/desk/products'))
  await at.publish('sku,withdrawn\nRICE-001,yes\n')
  const typed = { ...fields, 'price.0.0': '310', 'price.1.0': '125', 'stock.1.0': '' }
  const { path, html } = await at.sent('POST /api/desk/products', typed)
  expect(path).toBe('/desk/products')
  expect(html).toContain('name="price.0.0" value="125"')
  expect(fieldsOf(html)['base']).toBe('1')
})

test('a change of many that is refused comes back open, with what was typed and ticked', async () => {
  await using at = await openForms(`${LIST}DAL,Toor dal,Pulses,120\n`)
  const body = { next: '/desk/products?q=a', scope: 'ticked', off: '15', until: '2020-01-01' }
  const typed = { ...body, percent: '', place: 'pulses', 'pick.DAL': 'yes', what: 'sale' }
  const { html } = await at.sent('POST /api/desk/products/bulk', typed)
  expect(html).toMatch(/<details class="mb-3 card[^>]* open>/)
  expect(html).toMatch(/name="off" value="15"/)
  expect(html).toMatch(/name="until" value="2020-01-01"/)
  expect(html).toMatch(/<option value="pulses" selected/)
  expect(html).toMatch(/name="pick\.DAL" value="yes" checked/)
  expect(html).not.toMatch(/name="pick\.RICE-001" value="yes" checked/)
})
