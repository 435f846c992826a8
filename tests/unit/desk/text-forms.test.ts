import { expect, test } from 'vitest'
import { lastImportId } from '#lib/server/desk/actions.ts'
import { readTexts } from '#lib/server/desk/content/texts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openForms } from '#tests/support/desk-forms.ts'
import { callDesk, openDesk, publishList, send, type TestDesk } from '#tests/support/open-desk.ts'

const ARTICLE = { kind: 'blog', description: 'About it.', date: '2026-01-05' }
const DAL = { ...ARTICLE, isnew: 'yes', id: 'dal', title: 'Dal', body: 'Soak it.' }
/** The form of the article at `dal`, unchanged. */
const FORM = { ...ARTICLE, id: 'dal', address: 'dal', title: 'Dal', body: 'Soak it.' }

const textsOf = async ({ db }: TestDesk) =>
  (await readTexts(db)).map(({ id, body, formerly }) => [id, body, formerly])
const published = async (at: TestDesk, form: Record<string, string>, user = at.editor) =>
  publishList(at, await send(at, 'texts', form, user), {}, user)

/** A desk with the article at `dal`, whose form two people opened before a colleague saved this one. */
async function afterColleague(open: () => Promise<TestDatabase>, change: Record<string, string>) {
  const at = await openDesk(open)
  await published(at, DAL)
  const base = String(await lastImportId(at.db))
  const colleague = await at.editorOf()
  await published(at, { ...FORM, base, ...change }, colleague)
  return { ...at, mine: { ...FORM, base } }
}

forEachDatabase((open) => {
  test('a new address typed while a colleague gave another one doubles nothing (E27)', async () => {
    await using at = await afterColleague(open, { address: 'daal' })
    const { mine } = at
    await expect(send(at, 'texts', { ...mine, address: 'toor' })).rejects.toThrow(
      'Somebody else has moved this text to the address daal',
    )
    await expect(send(at, 'texts', { ...mine, body: 'Soak it well.' })).rejects.toThrow('daal')
    expect(await textsOf(at)).toEqual([['daal', 'Soak it.', 'dal']])
    // The form as it comes back, saved again.
    const base = String(await lastImportId(at.db))
    await published(at, { ...mine, base, id: 'daal', address: 'toor' })
    expect(await textsOf(at)).toEqual([['toor', 'Soak it.', 'dal, daal']])
  })

  test('a new address typed while a colleague changed the words is asked about, and loses nothing (E27)', async () => {
    await using at = await afterColleague(open, { body: 'Soak it overnight.' })
    const { mine } = at
    const moved = { ...mine, address: 'toor', body: 'Cook it.' }
    await expect(send(at, 'texts', moved)).rejects.toThrow(
      'saving again replaces theirs with yours',
    )
    expect(await textsOf(at)).toEqual([['dal', 'Soak it overnight.', '']])
    await published(at, { ...moved, base: String(await lastImportId(at.db)) })
    expect(await textsOf(at)).toEqual([['toor', 'Cook it.', 'dal']])
  })

  test('a new address for an article that a colleague removed adds it only if it is saved again (E27)', async () => {
    await using at = await afterColleague(open, { what: 'remove' })
    const { mine } = at
    await expect(send(at, 'texts', { ...mine, address: 'toor' })).rejects.toThrow(
      'was removed from the shop',
    )
    expect(await textsOf(at)).toEqual([])
  })

  test('an editor adds old addresses of an article and takes them away, together with a new one told (E27)', async () => {
    await using at = await openDesk(open)
    await published(at, DAL)
    await published(at, { ...FORM, address: 'toor' })
    const toor = { ...FORM, id: 'toor', address: 'toor' }
    await published(at, { ...toor, formerly: 'dal, daal' })
    expect(await textsOf(at)).toEqual([['toor', 'Soak it.', 'dal, daal']])
    for (const formerly of ['Dal!', 'a b c d e f g h i j k'])
      await expect(send(at, 'texts', { ...toor, formerly })).rejects.toThrow('at most 10')
    await expect(
      send(at, 'texts', { ...toor, address: 'arhar', formerly: 'daal' }),
    ).rejects.toThrow('its old addresses move with it')
    await published(at, { ...toor, formerly: 'daal' })
    await published(at, { ...toor, formerly: '' })
    expect(await textsOf(at)).toEqual([['toor', 'Soak it.', '']])
  })

  test('old addresses that two editors add at once are both kept (E27)', async () => {
    await using at = await afterColleague(open, { formerly: 'lentils' })
    const { mine } = at
    await published(at, { ...mine, formerly: 'pulses' })
    expect(await textsOf(at)).toEqual([['dal', 'Soak it.', 'lentils, pulses']])
  })
})

test('a refused form of an article comes back where the article is now, with what was typed (E27)', async () => {
  await using at = await openForms()
  await at.publish('sku,name\nRICE-001,Basmati rice\n')
  const line = 'POST /api/desk/content/[part]'
  const save = async (form: Record<string, string>) => {
    const { path } = await at.sent(line, form, { part: 'texts' })
    const publishing = await at.sent(
      'POST /api/desk/uploads/[id]/publish',
      {},
      {
        id: path.split('/').at(-1) ?? '',
      },
    )
    return publishing.html
  }
  await save(DAL)
  await expect.poll(async () => (await readTexts(at.db)).length).toBe(1)
  await save({ ...FORM, address: 'daal' })
  await expect.poll(async () => (await readTexts(at.db))[0]?.id).toBe('daal')
  const typed = { ...FORM, address: 'toor', title: 'Toor dal', body: 'Cook & eat.' }
  const { path, html } = await at.sent(line, typed, { part: 'texts' })
  expect(path).toBe('/desk/content/texts?kind=blog&id=daal')
  for (const part of ['name="id" value="daal"', 'value="toor"', 'value="Toor dal"', 'value="dal"'])
    expect(html).toContain(part)
  expect(html).toContain('Cook &amp; eat.</textarea>')
})

test('an address that is taken leaves in the form of an article what was typed', async () => {
  await using at = await openForms()
  const typed = { ...FORM, address: 'No good', title: 'Toor', body: 'Cook it.' }
  const line = 'POST /api/desk/content/[part]'
  await at.sent(line, DAL, { part: 'texts' })
  await at.db
    .insertInto('content_page')
    .values({
      kind: 'blog',
      id: 'dal',
      title: 'D',
      description: 'D',
      body: 'B',
      is_shown: 1,
      changed_at: 1,
    })
    .execute()
  const { html } = await at.sent(line, typed, { part: 'texts' })
  expect(html).toContain('value="No good"')
  expect(html).toContain('Cook it.</textarea>')
})

test('what another program sends as a stale form is refused with 400', async () => {
  await using at = await openDesk()
  const answer = await callDesk(at, 'POST /api/desk/content/[part]', {
    params: { part: 'texts' },
    body: { ...FORM, address: 'toor' },
  })
  expect([answer.status, (await answer.json()).error]).toEqual([400, true])
})

test('a page in Hindi may be as long as one in English, though each letter is three bytes', async () => {
  await using at = await openForms()
  for (const part of ['texts?kind=blog', 'delivery', 'synonyms', 'words']) {
    expect(await at.shown(`/desk/content/${part}`)).toContain('enctype="multipart/form-data"')
  }
  const body = 'दाल भिगो दें। '.repeat(7000).trim()
  const sent = await at.sent(
    'POST /api/desk/content/[part]',
    { ...DAL, body },
    { part: 'texts' },
    [],
  )
  await at.sent(
    'POST /api/desk/uploads/[id]/publish',
    {},
    { id: sent.path.split('/').at(-1) ?? '' },
  )
  await expect.poll(async () => (await readTexts(at.db)).map((text) => text.body)).toEqual([body])
})
