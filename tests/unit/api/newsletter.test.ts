import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'

forEachDatabase((open) => {
  test('a newsletter address is stored once, and the second time is answered like the first (S-039)', async () => {
    await using api = await openApi(open)
    const subscribe = (email: unknown) => api.call('POST /api/newsletter', { body: { email } })
    const first = await subscribe(' Asha@Example.com ')
    const second = await subscribe('asha@example.com')
    expect(first.status).toBe(200)
    expect(await second.json()).toEqual(await first.json())
    const stored = await api.db.selectFrom('newsletter').select('email').execute()
    expect(stored.map(({ email }) => email)).toEqual(['asha@example.com'])
  })
})

test.each([undefined, '', 'asha', 'asha@', 5, `${'a'.repeat(250)}@example.com`])(
  'the newsletter refuses %j',
  async (email) => {
    await using api = await openApi()
    const answer = await api.call('POST /api/newsletter', {
      body: { email },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: true,
      msg: 'Please enter a valid email!',
      field: 'email',
    })
  },
)

test('a form without JavaScript is led home with the message', async () => {
  await using api = await openApi()
  const body = { email: 'asha@example.com' }
  const answer = await api.call('POST /api/newsletter', {
    body,
    accept: 'text/html,*/*',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#newsletter-title'])
  expect(answer.headers.get('set-cookie')).toContain('flash=')
})
