import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { todayTexts } from '#lib/texts/page/counter-today.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('a command that the desk names can be typed as it stands, where the shop is a service, too', async () => {
  const { SHOP_CALL: fromNpm } = await import('#lib/server/settings/shop-call.ts')
  expect(todayTexts.noBackup(fromNpm)).toContain(': npm run --silent shop -- backup FOLDER makes')
  vi.resetModules()
  vi.stubEnv('SHOP_CALL', '/opt/kirana/current/deploy/as-shop.sh')
  const { SHOP_CALL: fromService } = await import('#lib/server/settings/shop-call.ts')
  expect(todayTexts.noBackup(fromService)).toContain(
    ': /opt/kirana/current/deploy/as-shop.sh backup',
  )
  const unit = readFileSync('deploy/kirana.service', 'utf8')
  expect(unit).toContain(`\nEnvironment=SHOP_CALL=${fromService}\n`)
})
