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

test('a form is answered with what its check has found', async () => {
  await using at = await openDesk(openSqlite)
  const send = (pins: string) =>
    callDesk(at, 'POST /api/desk/content/[part]', { params: { part: 'delivery' }, body: { pins } })
  for (const pins of ['411', 'not a PIN code']) {
    const answer = await send(pins)
    const { msg } = await answer.clone().json()
    const upload = await at.desk.find(at.editor, await checkedList(at, answer))
    // A slow machine may have answered before the check had ended.
    const early = wordsOfCheck({ state: 'checking', found: undefined }).msg
    expect([wordsOfCheck(upload).msg, early]).toContain(msg)
    expect(wordsOfCheck(upload)).toEqual(
      pins === '411'
        ? { error: false, msg: 'This is what it would change. Nothing is live yet.' }
        : { error: true, msg: deskListTexts.formFaults },
    )
  }
})
