import { expect, test } from 'vitest'
import { openLog } from '#lib/server/http/log.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'

const PORT = '4394'
const ORIGIN = `http://localhost:${PORT}`
const PAIR = { email: 'asha@example.com', password: 'monsoon mango 47' }

test('with EMAIL_VERIFICATION=required a refused sign-in leads to the code, without JavaScript too', async () => {
  await using shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1' }])
  const settings = readSettings({
    ...{ DATA_DIR: shop.dataDir, PORT, LOG_LEVEL: 'silent' },
    EMAIL_VERIFICATION: 'required',
  })
  const open = await openShop(settings, { log: openLog('silent') })
  const send = (path: string, fields: Record<string, string>) =>
    fetch(`${ORIGIN}/api/user/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: ORIGIN, accept: 'text/html' },
      body: new URLSearchParams(fields),
    })
  await send('signup', { ...PAIR, name: 'Asha', phone: '9876543210' })
  const refused = await send('signin', PAIR)
  expect(refused.headers.get('location')).toBe('/verifyotp')
  const cookie = refused.headers.getSetCookie().map((one) => one.split(';')[0])
  const screen = await fetch(`${ORIGIN}/verifyotp`, { headers: { cookie: cookie.join('; ') } })
  const html = await screen.text()
  expect(html).toContain('Please verify your email first')
  expect(html).toContain('value="asha@example.com"')
  expect(html).toMatch(/autocomplete="one-time-code"/i)
  await open.close()
})
