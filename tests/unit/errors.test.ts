import { expect, test } from 'vitest'
import { errorCode, errorText } from '#lib/server/errors.ts'

test('a database of a name with two addresses is told to answer at neither', () => {
  const none = new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')])
  expect(errorText(none)).toBe('connect ::1, connect 127.0.0.1')
})

test('what is thrown and no error is told as it is, and has no code', () => {
  expect(errorText('closed')).toBe('closed')
  expect(errorCode({ code: 'ENOENT' })).toBe('')
})
