import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { findUnsaid } from '#lib/server/desk/content/unsaid-words.ts'
import { powersOf } from '#lib/account/roles.ts'
import { type Shop, UNNAMED_SHOP } from '#lib/shop.ts'
import { addUser } from '#tests/support/accounts.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { openForms } from '#tests/support/desk-forms.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { importPath } from '#tests/support/lists/import-files.ts'
import { openDesk, publishList, reportOf, send } from '#tests/support/open-desk.ts'
import { shopAt, shopOver } from '#tests/support/shop-in-process.ts'
import { smallFolder } from '#tests/support/lists/small-folder.ts'

const WRONG = { email: 'foo', phone: '12', gstin: 'HELLO', fssai: '123' }
const RIGHT = {
  ...{ email: 'shop@example.com', phone: '+91 98220 12345' },
  ...{ gstin: '27AAPFU0939F1ZV', fssai: '11521012000123' },
}

forEachDatabase((open) => {
  test('an email, phone, GSTIN and FSSAI number that cannot be right are refused, all at once', async () => {
    await using at = await openDesk(open)
    const owner = await at.editorOf('owner')
    const id = await send(at, 'words', WRONG, owner)
    const found = (await at.desk.find(owner, id))?.found
    const faults = found && 'report' in found ? found.report.faults : []
    expect(faults.map(({ column }) => column)).toEqual(['email', 'phone', 'gstin', 'fssai'])
    await expect(publishList(at, id, { skipinvalid: 'yes' }, owner)).rejects.toThrow('correct')
    // Two digits changed places, and a state that there is not.
    for (const gstin of ['27AAPFU0993F1ZV', '72AAPFU0939F1ZV']) {
      const slip = await at.desk.find(owner, await send(at, 'words', { gstin }, owner))
      expect(slip?.found, gstin).toMatchObject({ report: { faultCount: 1 } })
    }
    await publishList(at, await send(at, 'words', RIGHT, owner), {}, owner)
    expect(await readStoredShop(at.db)).toMatchObject({ ...RIGHT, composition: false })
    await publishList(at, await send(at, 'words', { composition: 'yes' }, owner), {}, owner)
    expect(await readStoredShop(at.db)).toMatchObject({ ...RIGHT, composition: true })
  })

  test('a shop whose details older versions took as they came is still changed, exported and brought back', async () => {
    await using at = await openDesk(open)
    const json = JSON.stringify({ name: 'Sharma Stores', ...WRONG })
    await at.db.insertInto('shop').values({ id: 1, json }).execute()
    const id = await send(at, 'words', { slogan: 'Fresh' })
    expect(await reportOf(at, id)).toMatchObject({ faultCount: 0 })
    await publishList(at, id)
    expect(await readStoredShop(at.db)).toMatchObject({ slogan: 'Fresh', ...WRONG })
    const folder = await smallFolder()
    writeFileSync(join(folder, 'shop.json'), json)
    expect(await importPath(at, folder)).toMatchObject({ errors: [] })
    const other = JSON.stringify({ name: 'Sharma Stores', ...WRONG, gstin: 'HELLO2' })
    writeFileSync(join(folder, 'shop.json'), other)
    const { errors, isRefused } = await importPath(at, folder)
    expect([isRefused, errors]).toMatchObject([true, [{ line: 1, column: 'gstin' }]])
    expect(errors[0]?.reason).toContain('shop.json: This is not a GSTIN. A GSTIN has 15')
  })
})

test('a folder whose shop.json says nothing of the door leaves it, and a written one opens it (P24 P25)', async () => {
  await using at = await openDesk(openSqlite)
  const bring = async (said: object) => {
    const folder = await smallFolder()
    writeFileSync(join(folder, 'shop.json'), JSON.stringify({ name: 'Sharma Stores', ...said }))
    expect(await importPath(at, folder)).toMatchObject({ errors: [] })
    const { slogan, closed, minimum } = await readStoredShop(at.db)
    return { slogan, closed, minimum }
  }
  const door = { closed: 'Closed for Diwali, back on Thursday.', minimum: 199.5 }
  await publishList(at, await send(at, 'words', { closed: door.closed, minimum: '199.50' }))
  expect(await bring({ slogan: 'Fresh' })).toEqual({ slogan: 'Fresh', ...door })
  expect(await bring({ closed: '' })).toEqual({ slogan: '', closed: '', minimum: 199.5 })
  expect(await bring({ minimum: null })).toEqual({ slogan: '', closed: '', minimum: null })
})

test('a shop that is closed while a list is imported stays closed (P24 P25)', async () => {
  await using at = await openDesk(openSqlite)
  const folder = await smallFolder()
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ name: 'Sharma Stores' }))
  expect(await importPath(at, folder)).toMatchObject({ errors: [] })
  const door = { closed: 'Back on Thursday.', minimum: 300 }
  const json = JSON.stringify({ ...(await readStoredShop(at.db)), ...door })
  const close = () => {
    using other = new DatabaseSync(join(at.dataDir, 'shop.db'))
    other.prepare('update shop set json = ?').run(json)
  }
  expect(await importPath(at, folder, { onProgress: close })).toMatchObject({ errors: [] })
  expect(await readStoredShop(at.db)).toMatchObject(door)
})

test('a wrong email is told beside its field, with all that was typed', async () => {
  await using at = await openForms()
  const body = { slogan: 'Fresh today', email: 'foo', gstin: 'HELLO' }
  const { html } = await at.sent('POST /api/desk/content/[part]', body, { part: 'words' })
  const form = await at.back(html)
  expect(form).toMatch(/id="email-fault"[^>]*>\s*The email cannot receive mail/)
  expect(form).toMatch(/id="gstin-fault"[^>]*>\s*This is not a GSTIN/)
  for (const text of ['Fresh today', 'foo', 'HELLO']) expect(form).toContain(`value="${text}"`)
  const slip = { slogan: 'Fresh today', returndays: 'a week' }
  const refused = await at.sent('POST /api/desk/content/[part]', slip, { part: 'words' })
  expect(refused.html).toContain('value="Fresh today"')
})

test('an owner says at the desk that the shop is under the composition scheme (P23)', async () => {
  await using at = await openForms()
  const form = async () => (await at.shown('/desk/content/words')).replaceAll(/\s+/g, ' ')
  expect(await form()).toMatch(/value="no" selected[^>]*> ?Regular/)
  expect(await form()).toContain('may deliver only within its own state')
  const body = { composition: 'yes' }
  const { html } = await at.sent('POST /api/desk/content/[part]', body, { part: 'words' })
  expect(html).toContain('GST scheme')
})

test('an email of the shop that cannot receive mail needs attention, on Today and in status', async () => {
  await using shop = await openDeskPages()
  const says = async (email: string) => {
    const json = JSON.stringify({ name: 'Sharma Stores', email })
    await shop.db.updateTable('shop').set({ json }).execute()
    return [(await shop.show('/desk')).text, (await shopOver(shop, 'status')).out]
  }
  for (const text of await says('foo')) expect(text).toContain('email cannot receive mail')
  for (const text of await says('shop@example.com')) expect(text).not.toContain('cannot receive')
  const [today] = await says('')
  expect(today).toContain('The shop has no email: letters are only at the desk')
})

test('a shop on the internet is told which details and promises it still lacks, and starts all the same (G40)', async () => {
  const own = { ...RIGHT, legalname: 'Sharma LLP', address: '1 Main Road, Pune' }
  const promises = {
    newslettertitle: 'News',
    newslettertext: 'Once a week',
    points: ['a', 'b', 'c'],
  }
  const shop = { ...UNNAMED_SHOP, ...own, ...promises }
  const told = (words: Partial<Shop>, address = 'https://sharma.example', role = 'owner') =>
    findUnsaid({ ...shop, ...words }, new URL(address), powersOf(role))
  expect(told({})).toEqual([
    expect.stringMatching(/law has sellers show: “Grievance officer[^”]*”\.$/),
    expect.stringMatching(/words for: “Promises in the footer[^”]*”\.$/),
  ])
  const full = { grievance: 'Asha Rao, Manager', points: ['a', 'b', 'c', 'd'] }
  expect(told(full)).toEqual([])
  expect(told({ ...full, fssai: '' })).toEqual([expect.stringContaining('“FSSAI number”.')])
  expect(told({ ...full, newslettertitle: '' })).toEqual([
    expect.stringMatching(/words for: “[^”]*title[^”]*”\.$/i),
  ])
  expect(told({}, 'http://localhost:4321')).toEqual([])
  const byEditor = told({ fssai: '', phone: '' }, undefined, 'editor')
  expect(byEditor, 'of what is not the owner’s').toEqual([
    expect.stringContaining('sellers show: “Telephone number”.'),
    expect.stringMatching(/words for: “Promises in the footer[^”]*”\.$/),
  ])
  expect(told({}, undefined, 'staff')).toEqual([])
})

test('Today and status say what a shop on the internet still lacks (G40)', async () => {
  const publicUrl = new URL('https://sharma.example')
  await using shop = await openDeskPages()
  Object.assign(shop.payments.settings, { publicUrl })
  const online = {
    ...{ PUBLIC_URL: publicUrl.origin, TRUSTED_PROXIES: 'none', ALLOW_DEMO_PAYMENTS: 'yes' },
    AUTH_SECRET: 'Xo2vN8qL4sT6wY1zB3dF5gH7jK9mP0rA',
  }
  const said = 'The shop lacks what the law has sellers show'
  expect((await shop.show('/desk', await addUser(shop.db, 'Meera', 'owner'))).text).toContain(said)
  const { code, out } = await shopAt(shop, online, 'status')
  expect([code, out]).toEqual([0, expect.stringContaining(`Worth filling in: ${said}`)])
})

test('Today reminds of the closed door, and leads only who may open it to Words and promises (P24 G40)', async () => {
  await using shop = await openDeskPages()
  const json = JSON.stringify({ name: 'Sharma Stores', closed: 'Back on Thursday' })
  await shop.db.updateTable('shop').set({ json }).execute()
  Object.assign(shop.payments.settings, { publicUrl: new URL('https://sharma.example') })
  const way = '/desk/content/words'
  for (const [who, leads] of [
    [await addUser(shop.db, 'Meera', 'owner'), true],
    [shop.staff, false],
  ] as const) {
    const { text, html } = await shop.show('/desk', who)
    expect(text).toContain('The shop takes no orders: “Back on Thursday”')
    expect([text.includes('Empty this'), html.includes(way)]).toEqual([leads, leads])
  }
})

test('an editor closes the shop at the desk, sets a least order, and takes both away again (P24 P25)', async () => {
  await using at = await openDesk(openSqlite)
  const words = async (fields: Record<string, string>) => {
    await publishList(at, await send(at, 'words', fields))
    const { closed, minimum } = await readStoredShop(at.db)
    return { closed, minimum }
  }
  const closed = 'Closed for Diwali, back on Thursday.'
  expect(await words({ closed, minimum: '₹1,199.50' })).toEqual({ closed, minimum: 1199.5 })
  expect(await words({ slogan: 'Fresh' })).toEqual({ closed, minimum: 1199.5 })
  for (const minimum of ['a lot', '0.50', '600000']) {
    await expect(send(at, 'words', { minimum })).rejects.toThrow('an amount from 1 to 5,00,000')
  }
  expect(await words({ closed: '', minimum: '' })).toEqual({ closed: '', minimum: null })
})
