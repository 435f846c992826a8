import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { isCountry } from '#lib/checkout/countries.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { identify } from '#lib/server/accounts/session.ts'
import { Ring } from '#lib/server/counter/ring.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { deskDir } from '#lib/server/desk/upload-files.ts'
import type { FrontOptions } from '#lib/server/http/front-state.ts'
import { gatewayHosts } from '#lib/server/http/guards/gateway-hosts.ts'
import type { Log } from '#lib/server/http/log.ts'
import { startServer } from '#lib/server/http/server.ts'
import { CLIENT_DIR } from '#lib/server/publish/app/build-output.ts'
import { knowOurScripts } from '#lib/server/publish/app/our-scripts.ts'
import { archivedScriptsDir } from '#lib/server/publish/app/archived-scripts.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { watchReadiness } from './readiness.ts'
import { explainListenError } from '#lib/server/settings/start-checks.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { readGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { findGuest } from '#lib/server/shopper/guests/guests.ts'

/** What the desk listens to, as text; `onDesk` is told that somebody does. */
export function ringOf(
  db: Kysely<Database>,
  onDesk: () => void,
): NonNullable<FrontOptions['ring']> {
  const ring = new Ring(db)
  return {
    listen: (send) => {
      onDesk()
      return ring.listen((waiting) => send(JSON.stringify(waiting)))
    },
  }
}

/** Shoppers alone may send a picture, and editors a large file (H6, H11). */
export const sendersOf = (settings: Settings, db: Kysely<Database>, accounts: Accounts) => ({
  importDir: deskDir(settings.dataDir),
  findSender: async (cookie: string) => (await identify(accounts, new Headers({ cookie }))).user,
  findGuest: async (cookie: string) => {
    if (settings.cartGate !== 'open') return undefined
    const token = readGuestToken(settings, { headers: new Headers({ cookie }) })
    return token === undefined ? undefined : findGuest(db, token)
  },
})

/** Opens the door. @throws {CannotStart} where the port is taken or not ours */
export async function listen(
  settings: Settings,
  db: Kysely<Database>,
  log: Log,
  parts: Pick<
    FrontOptions,
    | 'render'
    | 'lookThere'
    | 'onUnpacked'
    | 'onStandIn'
    | 'importDir'
    | 'findSender'
    | 'findGuest'
    | 'ring'
    | 'progress'
    | 'filling'
  >,
) {
  const { dataDir, port, host, publicUrl, trustedProxies, rateScale } = settings
  const folders = {
    site: join(dataDir, 'site'),
    client: CLIENT_DIR,
    uploads: join(dataDir, 'uploads'),
    scripts: archivedScriptsDir(dataDir),
    worker: settings.serviceWorker === 'on' ? 'sw.js' : 'sw-off.js',
  }
  const readiness = watchReadiness(settings, db)
  try {
    return await startServer({
      ...{ port, host, publicUrl, trustedProxies, rateScale },
      ...{ folders, log, finishPage, readiness, isCountry, ...parts },
      isOurScript: knowOurScripts(dataDir),
      gateway: gatewayHosts(settings),
    })
  } catch (error) {
    throw error instanceof Error ? explainListenError(error, port, host) : error
  }
}
