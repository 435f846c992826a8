import { expect, test } from 'vitest'
import { locationCookie, locationLabel, readLocationCookie } from '#lib/catalogue/location.ts'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { readCookies, readFlash, readLocation } from '#lib/server/http/cookies.ts'
import { openApi } from '#tests/support/open-api.ts'

test('the label is cut to 15 characters and an ellipsis (S-044)', () => {
  expect(locationLabel('United Kingdom')).toBe('United Kingdom')
  expect(locationLabel('x'.repeat(15))).toBe('x'.repeat(15))
  expect(locationLabel('Papua New Guinea')).toBe('Papua New Guine...')
})

test('a chosen location is remembered in the cookie that the server reads (S-043)', async () => {
  await using api = await openApi()
  for (const location of ['Antigua and Barbuda', 'All']) {
    const form = { accept: 'text/html', body: { location } }
    const answer = await api.call('POST /api/location', form)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toBe(locationCookie(location))
    expect(readLocationCookie(`a=b; ${cookie}`, false)).toBe(location)
    const cookies = readCookies(cookie.split(';')[0])
    expect(readLocation(cookies, () => true)).toBe(location)
  }
})

test('a browser without the cookie, or with a broken one, is everywhere', () => {
  expect(readLocationCookie('', false)).toBe('All')
  expect(readLocationCookie('mylocation=India', false)).toBe('All')
  expect(readLocationCookie('location=%E0%A4%A', false)).toBe('All')
})

test('behind https a location that a neighbouring site has set is none (H9 A15)', () => {
  const planted = 'location=Nepal; __Host-location=India'
  expect(readLocationCookie(planted, true)).toBe('India')
  expect(readLocationCookie('location=Nepal', true)).toBe('All')
  expect(hostCookie(locationCookie('India'), true)).toMatch(
    /^__Host-location=India; Path=\/;.*; Secure$/,
  )
})

test.each([undefined, {}, { location: 'Atlantis' }, { location: ['India', 'Nepal'] }])(
  'a location that is none is refused: %j',
  async (body) => {
    await using api = await openApi()
    const answer = await api.call('POST /api/location', { body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: true, field: 'location' })
    // A form that sends a field twice is refused before it gets here.
    if (Array.isArray(body?.location)) return
    const form = { accept: 'text/html', body }
    const { status, headers } = await api.call('POST /api/location', form)
    expect([status, headers.get('location')], 'a form comes back').toEqual([303, '/location'])
    const cookie = headers.getSetCookie()[0] ?? ''
    expect(readFlash(readCookies(cookie.split(';')[0]))).toMatchObject({ error: true })
    expect(cookie).not.toContain('location=')
  },
)

test('a program gets the choice as JSON, and the cookie (S-043)', async () => {
  await using api = await openApi()
  const body = { location: 'Nepal' }
  const answer = await api.call('POST /api/location', { body })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { error: false, msg: '', location: 'Nepal' },
  ])
  expect(answer.headers.getSetCookie()).toEqual([locationCookie('Nepal')])
})
