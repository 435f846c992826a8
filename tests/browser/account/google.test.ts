import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLIENT_ID, openOidcServer } from '#tests/support/outside/oidc-server.ts'
import { signUp } from '#tests/browser/kit/accounts.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test as base } from '#tests/browser/test.ts'

const PORT = Number(process.env['BROWSER_TEST_PORT'] ?? 4330) + 500
const ORIGIN = `http://localhost:${PORT}`

type Issuer = Awaited<ReturnType<typeof openOidcServer>>

/** A separate shop, with a client id at an issuer on this machine. */
const test = base.extend<object, { issuer: Issuer }>({
  baseURL: ORIGIN,
  issuer: [
    async ({ browserName }, use) => {
      void browserName
      await using issuer = await openOidcServer()
      const dataDir = mkdtempSync(join(tmpdir(), 'kirana-google-'))
      const shop = spawn(process.execPath, ['bin/start.ts', '--no-build'], {
        env: {
          ...process.env,
          ...{ PORT: String(PORT), PUBLIC_URL: ORIGIN, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
          ...{ GOOGLE_CLIENT_ID: CLIENT_ID, OIDC_ISSUER: issuer.issuer, RATE_SCALE: '1000' },
          CATALOGUE: 'tests/fixtures/empty.csv',
        },
      })
      await expect
        .poll(() => fetch(`${ORIGIN}/readyz`).then(({ status }) => status, String), {
          timeout: 200_000,
        })
        .toBe(200)
      await use(issuer)
      shop.kill('SIGTERM')
      await once(shop, 'exit')
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test.describe.configure({ mode: 'serial' })

test('a popup of the issuer signs in (S-003 S-079 S-105 S-112 S-132 S-178 S-194 A18 A33)', async ({
  issuer,
  open,
  page,
  axe,
}) => {
  Object.assign(issuer.person, { sub: 'g-1', email: 'gita@example.com', name: 'Gita Sen' })
  await open('/signin?next=/search')
  expect(await axe()).toEqual([])
  const popping = page.waitForEvent('popup')
  const sent = page.waitForRequest('**/api/user/authwithgoogle')
  const said = expect(page.getByText('User Authenticated Successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with google' }).click()
  const popup = await popping
  await said
  const { credential, ...rest } = (await sent).postDataJSON() as Record<string, unknown>
  expect(String(credential).split('.')).toHaveLength(3)
  expect(rest).toEqual({ name: '', email: '', password: null, images: '', phone: '' })
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect(page).toHaveURL(`${ORIGIN}/search`)
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('G')
  const user = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(user ?? '')).toMatchObject({ name: 'Gita Sen', email: 'gita@example.com' })
})

test('a Google sign-in leads on after two seconds (S-132)', async ({ issuer, open, page }) => {
  Object.assign(issuer.person, { sub: 'g-1', email: 'gita@example.com', name: 'Gita Sen' })
  await page.clock.install()
  await open('/signin')
  // Once this call is sent, the popup is done; what is left is the page's own.
  await page.route('**/api/user/authwithgoogle', async (route) => {
    await stopClock(page)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign in with google' }).click()
  await expect(page.getByText('User Authenticated Successfully!')).toBeVisible()
  await leavesAfter(page, 2000, `${ORIGIN}/`)
})

test('a token that the server refuses says so, and signs nobody in (S-082 S-132)', async ({
  issuer,
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(401)
  Object.assign(issuer.person, { aud: 'somebody-else' })
  await open('/signup')
  await page.getByRole('button', { name: 'Sign up with google' }).click()
  await expect(page.getByText('Failed to login!')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page).toHaveURL(`${ORIGIN}/signup`)
})

test('after a refusal the same browser signs in with another account (A33 A27)', async ({
  issuer,
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(409)
  const { email } = await signUp(page)
  const good = { aud: CLIENT_ID, name: 'Gita Sen' }
  Object.assign(issuer.person, { ...good, sub: 'g-2', email })
  await open('/signin')
  const button = page.getByRole('button', { name: 'Sign in with google' })
  const opened = page.waitForEvent('popup')
  await button.click()
  const popup = await opened
  await expect(page.getByText(/has an account with a password/)).toBeVisible()
  // It closes itself; a second one has its name.
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect(page.locator('[data-nonce]')).not.toHaveAttribute('aria-busy')
  Object.assign(issuer.person, { sub: 'g-3', email: 'another@example.com' })
  await button.click()
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('G')
})

test('only a report with the state of this popup counts, and its error is shown (S-193 A18)', async ({
  issuer,
  open,
  page,
}) => {
  void issuer
  await open('/signin')
  // The issuer's page asks the person, who takes a while and then refuses.
  let state = ''
  await page.context().route(`${issuer.issuer}/authorize**`, async (route) => {
    state = new URL(route.request().url()).searchParams.get('state') ?? ''
    await route.fulfill({ contentType: 'text/html', body: '<title>Choose an account</title>' })
  })
  const popping = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with google' }).click()
  const popup = await popping
  await expect.poll(() => state).not.toBe('')
  const report = async (values: Record<string, string>) => {
    const other = await page.context().newPage()
    await other.goto(`${ORIGIN}/location`)
    await other.evaluate((data) => new BroadcastChannel('google-sign-in').postMessage(data), values)
    await other.close()
  }
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await report({ state: 'another', credential: 'a.b.c' })
  await report({ credential: 'a.b.c' })
  await popup.goto(`${ORIGIN}/google#error=access_denied&state=${state}`)
  await expect(page.getByText('access_denied')).toBeVisible()
  expect(calls.filter((url) => url.includes('authwithgoogle'))).toEqual([])
})
