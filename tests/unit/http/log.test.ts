import { expect, test } from 'vitest'
import { securityHeaders } from '#lib/server/http/headers.ts'
import { describe, openLog } from '#lib/server/http/log.ts'

test('the link of an order opens it for nobody who reads the log, or whom its page leads to (A39 A43)', async () => {
  const path = `/track/${'secret'.repeat(5)}AB`
  const lines: string[] = []
  const log = openLog('info', { write: (text) => void lines.push(text) })
  log.request('1', describe({ method: 'GET', path, status: 200, bytes: 10 }), 1.5)
  log.logger.warn({ path }, 'A rate limit was hit')
  log.request('2', describe({ method: 'GET', path: `/${path}%00`, status: 400, bytes: 0 }), 1)
  const logged = lines.map((line) => JSON.parse(line).path)
  expect(logged).toEqual(['/track/…', '/track/…', '//track/…'])
  const headers = securityHeaders(
    { publicUrl: new URL('https://shop.example') },
    { path, policy: '' },
  )
  expect(headers[headers.indexOf('Referrer-Policy') + 1]).toBe('no-referrer')
})

test('an error in the log says what it is, and nothing of the row that a database refused (A43)', () => {
  const lines: string[] = []
  const { logger } = openLog('info', { write: (text) => void lines.push(text) })
  const detail = 'Failing row contains (asha@example.org, scrypt$secret).'
  const refused = Object.assign(new Error('a value is missing'), { code: '23502', detail })
  logger.error({ err: refused }, 'This could not be kept')
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'Error', code: '23502', message: 'a value is missing' },
  })
  expect(line).not.toContain('asha@example.org')
})

test('a shop that is being set up, or not ready, logs no error at every question', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (text) => void lines.push(text) })
  for (const path of ['/readyz', '/cart']) {
    for (const isOpening of [false, true])
      log.request('1', describe({ method: 'GET', path, status: 503, bytes: 10, isOpening }), 1.5)
  }
  const levels = lines.map((line) => JSON.parse(line).level)
  expect(levels).toEqual(['info', 'info', 'error', 'info'])
})
