import { expect, test } from 'vitest'
import { readPlaywright, readVitest } from '#bin/test-reports.ts'

const title = 'a cart is kept'
const message = '\u001b[31mexpected 2 to be 3\u001b[39m\n  at cart.test.ts:4'
const told = `${title}\n    expected 2 to be 3\n      at cart.test.ts:4`

test('a unit test that passed at its second try is told with the message of its first', () => {
  const tries = [
    { status: 'passed', fullName: title, failureMessages: [message] },
    { status: 'passed', fullName: 'a list is kept', failureMessages: [] },
    { status: 'failed', fullName: 'an order is kept', failureMessages: [message] },
  ]
  const testResults = [{ name: 'cart.test.ts', status: 'failed', assertionResults: tries }]
  expect(readVitest({ numPassedTests: 2, testResults })).toEqual({
    ...{ passed: 2, failed: ['an order is kept'], flaky: [told], skipped: [] },
  })
})

test('a browser test that passed at its second try is told with the message of its first', () => {
  const results = [{ errors: [{ message }, { message: 'a later one' }] }, { errors: [] }]
  const specs = [
    { title, file: 'cart.test.ts', tests: [{ status: 'flaky', results }] },
    { title: 'a list is kept', file: 'list.test.ts', tests: [{ status: 'skipped', results: [] }] },
  ]
  const stats = { expected: 4, flaky: 1 }
  expect(readPlaywright({ stats, suites: [{ specs: [], suites: [{ specs }] }] })).toEqual({
    passed: 5,
    failed: [],
    flaky: [`cart.test.ts: ${told}`],
    skipped: ['list.test.ts: a list is kept'],
  })
})
