import { expect, test } from 'vitest'
import { forgetLetters } from '#lib/server/letters/find-letters.ts'
import { letterId, receiveLetter } from '#lib/server/letters/contact.ts'
import { shopSchema } from '#lib/shop.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const NOW = Date.parse('2026-11-22T06:30:00Z')
const YEAR_MS = 365 * 24 * 3_600_000

test('a letter to a shop that has no email is read at the desk, the newest first (G36)', async () => {
  await using shop = await openDeskPages()
  const letter = {
    name: 'Meera Nair',
    email: 'meera@example.com',
    message: 'Is <b>atta</b> fresh?',
  }
  const words = shopSchema.parse({ name: 'Sharma Stores' })
  await receiveLetter(shop.db, letterId(letter, undefined), letter, words, undefined)
  const { text, html, status } = await shop.show('/desk/letters')
  expect(status).toBe(200)
  expect(text).toMatch(
    /Meera Nair .* Is &lt;b&gt;atta&lt;\/b&gt; fresh\? Answer meera@example\.com/,
  )
  expect(html).toContain('href="mailto:meera%40example.com"')
  expect((await shop.show('/desk/more')).html).toContain('href="/desk/letters"')
})

test('many letters have several pages, and an address that cannot be read shows the first (G36)', async () => {
  await using shop = await openDeskPages()
  const letters = Array.from({ length: 30 }, (_, at) => ({
    ...{
      id: `${at}`,
      name: `Writer ${at}.`,
      email: 'a@example.com',
      message: 'Good morning to you',
    },
    created_at: NOW + at,
  }))
  await shop.db.insertInto('contact_message').values(letters).execute()
  const first = await shop.show('/desk/letters')
  expect(first.text).toMatch(/Writer 29\..*Writer 5\./)
  expect(first.text).not.toContain('Writer 4.')
  for (const page of ['2', '99']) {
    const { text } = await shop.show(`/desk/letters?page=${page}`)
    expect(text).toMatch(/Writer 4\..*Writer 0\./)
    expect(text).not.toContain('Writer 5.')
  }
  for (const page of ['0', '-1', 'x', '9'.repeat(30)])
    expect((await shop.show(`/desk/letters?page=${page}`)).text).toContain('Writer 29.')
})

test('staff mark a letter as answered, and hear of those that wait more than two days (G38)', async () => {
  await using shop = await openDeskPages()
  const { call } = callsOn(shop)
  const letter = { name: 'Asha', email: 'asha@example.com', message: 'Where is my order?' }
  const created_at = Date.now() - 3 * 24 * 3_600_000
  const ids = ['late', 'later', 'answered']
  const rows = ids.map((id) => ({ ...letter, id, created_at }))
  await shop.db.insertInto('contact_message').values(rows).execute()
  const mark = (id: string, answered: string, user = shop.staff) =>
    call('POST /api/desk/letters/[id]', user, { answered }, { params: { id } })
  expect((await mark('answered', 'yes')).status).toBe(200)
  const said = '2 letters have waited more than two days for an answer'
  expect((await shop.show('/desk')).text).toContain(said)
  const { text } = await shop.show('/desk/letters')
  expect(text).toContain(said)
  expect(text.match(/Mark as answered/g)).toHaveLength(2)
  expect(text).toMatch(/Answered .* Not answered after all/)
  await mark('late', 'yes')
  await mark('later', 'yes')
  expect((await shop.show('/desk')).text).not.toContain('for an answer')
  await mark('late', 'no')
  expect((await shop.show('/desk')).text).toContain('One letter has waited')
  const others = [mark('gone', 'yes'), mark('late', 'perhaps'), mark('late', 'yes', shop.asha)]
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 400, 404])
})

forEachDatabase((open) => {
  test('a letter is deleted after a year (G36)', async () => {
    await using shop = await open()
    const letter = { name: 'Asha', email: 'asha@example.com', message: 'Good morning' }
    await shop.db
      .insertInto('contact_message')
      .values([
        { ...letter, id: 'old', created_at: NOW - YEAR_MS - 1 },
        { ...letter, id: 'kept', created_at: NOW - YEAR_MS },
      ])
      .execute()
    expect(await forgetLetters(shop.db, NOW)).toBe(1)
    const left = await shop.db.selectFrom('contact_message').select('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['kept'])
  })
})
