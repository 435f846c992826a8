import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import { readSettings, SettingsError } from '#lib/server/settings/settings.ts'
import { CannotStart, checkStart, explainListenError } from '#lib/server/settings/start-checks.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'settings-'))
const SECRET = 'q8R2tZx7LmN4vB9cK1sD6fGh3JpW5yEa'
const HTTPS = {
  PUBLIC_URL: 'https://shop.example',
  AUTH_SECRET: SECRET,
  ALLOW_DEMO_PAYMENTS: 'yes',
  TRUSTED_PROXIES: 'none',
}

test('without any variable the shop has its defaults', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    productGate: 'open',
    cartGate: 'open',
    paymentProvider: 'demo',
    emailVerification: 'optional',
    allowDemoPayments: false,
    cashOnDelivery: false,
    ...{ cashLimitPaise: 500_000, cashOpenOrders: 2, cashUnconfirmed: false },
    ...{ unpaidUnits: 200, unpaidUnitsBlock: 1000, holdUnconfirmedMs: 300_000 },
    logLevel: 'info',
    holdMs: 900_000,
    reconcileMs: 30_000,
    jobLeaseMs: 30_000,
    rateScale: 1,
    oidcIssuer: 'https://accounts.google.com',
  })
  expect(settings.publicUrl.origin).toBe('http://localhost:4321')
  expect(settings.dataDir).toBe(join(process.cwd(), 'data'))
  expect(settings.databaseUrl).toBe(join(process.cwd(), 'data/shop.db'))
})

test('the address follows the port, and the database the data folder', () => {
  const settings = readSettings({ PORT: '8080', DATA_DIR: '/srv/shop' })
  expect(settings.publicUrl.origin).toBe('http://localhost:8080')
  expect(settings.databaseUrl).toBe('/srv/shop/shop.db')
})

test('an empty value counts as absent', () => {
  expect(readSettings({ PORT: '', PUBLIC_URL: ' ' }).port).toBe(4321)
})

const A_NUMBER = 'a whole number from 10 to 604800000'

test.each([
  ['PORT', 'abc', 'a whole number from 1 to 65535'],
  ['PORT', '0', 'a whole number from 1 to 65535'],
  ['PORT', '1e3', 'a whole number from 1 to 65535'],
  ['HOST', 'a b', 'an address or a host name to listen on, such as 127.0.0.1'],
  ['PRODUCT_GATE', 'shut', 'open or redirect'],
  ['CART_GATE', 'shut', 'open or signin'],
  ['PAYMENT_PROVIDER', 'stripe', 'demo or razorpay'],
  ['EMAIL_VERIFICATION', 'yes', 'optional or required'],
  ['CASH_ON_DELIVERY', 'true', 'yes or no'],
  ['LOG_LEVEL', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
  ['HOLD_MS', '-1', A_NUMBER],
  ['RECONCILE_MS', '0', A_NUMBER],
  ['JOB_LEASE_MS', '1.5', A_NUMBER],
  ['RATE_SCALE', '0', 'a number above 0, up to 1000000'],
  ['RATE_SCALE', '-1', 'a number above 0, up to 1000000'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    'addresses or networks separated by commas, such as 10.0.0.0/8,::1, or none',
  ],
  [
    'RAZORPAY_API_URL',
    'http://shop.example',
    'an https address (plain http only for this machine)',
  ],
  ['MAIL_FROM', 'a@b\nBcc: c@d', 'a sender such as Kirana <shop@example.org>'],
])('%s="%s" stops the start and says what it takes', (name, value, takes) => {
  const read = () => readSettings({ [name]: value })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(`${name} is ${JSON.stringify(value)}, but must be ${takes}.`)
})

test('an unknown KIRANA_ variable stops the start', () => {
  expect(() => readSettings({ KIRANA_PORT: '1' })).toThrow(
    'KIRANA_PORT is not a setting of Kirana; the setting is called PORT.',
  )
  expect(() => readSettings({ KIRANA_MOOD: 'good' })).toThrow(
    'KIRANA_MOOD is not a setting of Kirana.',
  )
})

test('the value of a secret is in no message (P13)', () => {
  for (const name of ['DATABASE_URL', 'SMTP_URL']) {
    const read = () => readSettings({ [name]: 'mysql://user:hunter2@host' })
    expect(read).toThrow(`${name} is a value that is not shown, but must be an address such as`)
    expect(read).not.toThrow('hunter2')
  }
})

test('a secret may come from a file (P13)', () => {
  const file = join(folder(), 'secret')
  writeFileSync(file, `${SECRET}\n`)
  expect(readSettings({ AUTH_SECRET_FILE: file }).authSecret).toBe(SECRET)
  expect(() => readSettings({ DATABASE_URL_FILE: '/nowhere' })).toThrow(
    'DATABASE_URL_FILE is "/nowhere", but must be a file that can be read.',
  )
})

test.each([
  'http://shop.example',
  'http://10.0.0.1',
  'ftp://localhost',
  'https://a.b/path',
  'shop',
])('PUBLIC_URL=%s is refused (H13)', (url) => {
  expect(() => readSettings({ ...HTTPS, PUBLIC_URL: url })).toThrow(`PUBLIC_URL is "${url}"`)
})

test.each(['http://localhost:80', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
  'PUBLIC_URL=%s is this machine (H13)',
  (url) => {
    expect(readSettings({ PUBLIC_URL: url }).isProduction).toBe(false)
  },
)

test.each([
  ['missing', undefined, 'AUTH_SECRET is missing'],
  ['short', 'q8R2tZx7LmN4vB9cK1sD6fGh3JpW5yE', 'AUTH_SECRET is too short or too easy to guess'],
  ['one letter', 'a'.repeat(40), 'AUTH_SECRET is too short or too easy to guess'],
  ['a known default', 'better-auth-secret-12345678901234567890', 'too easy to guess'],
])('behind https an AUTH_SECRET that is %s is refused (H13)', (_, secret, message) => {
  expect(() => readSettings({ ...HTTPS, AUTH_SECRET: secret })).toThrow(message)
})

test('the demo gateway needs to be allowed behind https (H13)', () => {
  const { ALLOW_DEMO_PAYMENTS: _, ...env } = HTTPS
  expect(() => readSettings(env)).toThrow('ALLOW_DEMO_PAYMENTS=yes')
  expect(readSettings(HTTPS)).toMatchObject({ isProduction: true, isTrial: true })
})

test('test keys stay out of production, and live keys in it (P9)', () => {
  const razorpay = { PAYMENT_PROVIDER: 'razorpay', RAZORPAY_KEY_SECRET: SECRET }
  const test = { ...razorpay, RAZORPAY_KEY_ID: 'rzp_test_a' }
  const live = { ...razorpay, RAZORPAY_KEY_ID: 'rzp_live_a' }
  expect(readSettings(test).razorpayKeyId).toBe('rzp_test_a')
  expect(() => readSettings(live)).toThrow('RAZORPAY_KEY_ID is a live key')
  const { ALLOW_DEMO_PAYMENTS: _, ...production } = HTTPS
  expect(readSettings({ ...production, ...live })).toMatchObject({ isTrial: false })
  expect(readSettings({ ...HTTPS, ...live }), 'still allowed').toMatchObject({ isTrial: false })
  expect(readSettings({ ...HTTPS, ...test })).toMatchObject({ isTrial: true })
  expect(readSettings(test), 'at home').toMatchObject({ isTrial: false })
  expect(() => readSettings({ ...production, ...test })).toThrow('RAZORPAY_KEY_ID is a test key')
  expect(() => readSettings(razorpay)).toThrow('RAZORPAY_KEY_ID is missing')
})

test('behind https it must be said which proxies there are, also that there are none (H10h)', () => {
  const { TRUSTED_PROXIES: _, ...env } = HTTPS
  expect(() => readSettings(env)).toThrow('TRUSTED_PROXIES is missing')
  expect(readSettings(HTTPS).trustedProxies.check('10.0.0.1')).toBe(false)
  expect(readSettings({ ...env, TRUSTED_PROXIES: '10.0.0.1' }).isProduction).toBe(true)
})

test('a live shop says whom its mails come from, and is told that it sends none (H13)', () => {
  const smtp = { ...HTTPS, SMTP_URL: 'smtps://mail.example' }
  expect(() => readSettings(smtp)).toThrow('MAIL_FROM is missing')
  const sends = readSettings({ ...smtp, MAIL_FROM: 'Asha Stores <orders@asha.example>' })
  expect([sends.sendsNoMail, readSettings(HTTPS).sendsNoMail]).toEqual([false, true])
  expect(readSettings({}).sendsNoMail, 'on this machine they are files').toBe(false)
  expect(readSettings({ SMTP_URL: 'smtp://localhost:1025' }).sendsNoMail).toBe(false)
})

test('messages that nothing would bring stop the start, so that nobody waits for a code (G22)', () => {
  const to = { MESSAGES_URL: 'https://messages.example/send', MESSAGES_SECRET: SECRET }
  expect(() => readSettings({ ...HTTPS, MESSAGES: 'sms' })).toThrow('MESSAGES_URL is missing')
  expect(() => readSettings(to)).toThrow('MESSAGES is off')
  expect(readSettings({ ...HTTPS, ...to, MESSAGES: 'sms' }).messages).toBe('sms')
  expect(readSettings({ MESSAGES: 'sms' }).messages, 'on this machine they are files').toBe('sms')
})

test('trusted proxies are addresses and networks', () => {
  const { trustedProxies } = readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,1.2.3.4' })
  expect(trustedProxies.check('10.9.9.9')).toBe(true)
  expect(trustedProxies.check('1.2.3.4')).toBe(true)
  expect(trustedProxies.check('1.2.3.5')).toBe(false)
  expect(trustedProxies.check('2001:db8::1', 'ipv6')).toBe(true)
})

test('a secret is made once and kept where only its owner reads it (P13)', () => {
  const settings = readSettings({ DATA_DIR: folder() })
  const secret = keptSecret(settings)
  const file = join(settings.dataDir, 'auth-secret')
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(readFileSync(file, 'utf8').trim()).toBe(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(keptSecret(settings)).toBe(secret)
  expect(keptSecret({ ...settings, authSecret: SECRET })).toBe(SECRET)
})

test('an SQLite with the WAL-reset bug is refused (H13 T27)', async () => {
  const settings = { ...readSettings({ DATA_DIR: folder() }), port: 0 }
  for (const version of ['3.51.2', '3.50.9', '2.99.99']) {
    await expect(checkStart(settings, version)).rejects.toThrow(
      `This Node comes with SQLite ${version}, but Kirana needs 3.51.3 or newer.`,
    )
  }
  await checkStart(settings, '3.51.3')
  await checkStart(settings, '4.0.0')
  await checkStart({ ...settings, databaseUrl: 'postgres://localhost/shop' }, '3.0.0')
})

test.each(['/proc/kirana', join(import.meta.dirname, 'settings.test.ts', 'data')])(
  'a data folder at %s, which cannot be written, is refused (F36)',
  async (dataDir) => {
    const settings = { ...readSettings({ DATA_DIR: dataDir }), port: 0 }
    await expect(checkStart(settings)).rejects.toThrow(
      `DATA_DIR is "${dataDir}", but must be a folder that can be written to`,
    )
  },
)

test('a port that is taken is refused', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const settings = readSettings({ DATA_DIR: folder(), PORT: String(port) })
  await expect(checkStart(settings)).rejects.toThrow(CannotStart)
  await expect(checkStart(settings)).rejects.toThrow(`Port ${port} is taken`)
  other.close()
})

test('what keeps the server from starting for another reason is told as what it is', () => {
  const fault = new TypeError('The build is another one.')
  expect(explainListenError(fault, 4321, '127.0.0.1')).toBe(fault)
})
