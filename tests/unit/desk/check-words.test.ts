import { expect, test } from 'vitest'
import { wordsOfCheck } from '#lib/server/desk/check-words.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { callDesk, checkedList, openDesk } from '#tests/support/open-desk.ts'

test('a form whose list is still being checked does not say what it would change', () => {
  expect(wordsOfCheck({ state: 'checking', found: undefined })).toEqual({
    error: false,
    msg: 'This is still being checked; then you will see here what it would change. Nothing is live yet.',
  })
})

test('a form whose list could not be checked says why', () => {
  const refusal = deskListTexts.uploadTooMuch
  expect(wordsOfCheck({ state: 'failed', found: { refusal } })).toEqual({
    error: true,
    msg: refusal,
  })
})

test('a form whose list is checked says that this is what it would change', async () => {
  await using at = await openDesk(openSqlite)
  const params = { part: 'delivery' }
  const answer = await callDesk(at, 'POST /api/desk/content/[part]', {
    params,
    body: { pins: '411' },
  })
  const id = await checkedList(at, answer)
  expect(wordsOfCheck(await at.desk.find(at.editor, id))).toEqual({
    error: false,
    msg: 'This is what it would change. Nothing is live yet.',
  })
})
