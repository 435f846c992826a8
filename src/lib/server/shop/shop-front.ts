import { join } from 'node:path'
import { isCountry } from '#lib/checkout/countries.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { identify } from '#lib/server/accounts/session.ts'
import { Ring } from '#lib/server/counter/ring.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { deskDir } from '#lib/server/desk/upload-files.ts'
import type { FrontOptions } from '#lib/server/http/front-state.ts'
import { gatewayHosts } from '#lib/server/http/guards/gateway-hosts.ts'
import { workerFile } from '#lib/server/build/worker-file.ts'
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

/** The desk's stream of waiting orders, as text; `onDesk` is called when somebody listens. */
export function ringOf(db: Db, onDesk: () => void): NonNullable<FrontOptions['ring']> {
  const ring = new Ring(db)
  return {
    listen: (send) => {
      onDesk()
      return ring.listen((waiting) => send(JSON.stringify(waiting)))
    },
  }
}

/** Finds who sends a request: only shoppers may send a picture, and only editors a large file (H6, H11). */
export const requestersOf = (settings: Settings, db: Db, accounts: Accounts) => ({
  importDir: deskDir(settings.dataDir),
  findRequester: async (cookie: string) => (await identify(accounts, new Headers({ cookie }))).user,
  findGuest: async (cookie: string) => {
    if (settings.cartGate !== 'open') return undefined
    const token = readGuestToken(settings, { headers: new Headers({ cookie }) })
    return token === undefined ? undefined : findGuest(db, token)
  },
})

/** Starts the server. @throws {CannotStart} if the port is taken or not allowed */
export async function listen(
  settings: Settings,
  db: Db,
  log: Log,
  parts: Pick<
    FrontOptions,
    | 'render'
    | 'lookThere'
    | 'onUnpacked'
    | 'onStandIn'
    | 'importDir'
    | 'findRequester'
    | 'findGuest'
    | 'ring'
    | 'progress'
    | 'filling'
  >,
) {
  const { dataDir, port, host, isTrial, publicUrl, trustedProxies, rateScale } = settings
  const folders = {
    site: join(dataDir, 'site'),
    client: CLIENT_DIR,
    uploads: join(dataDir, 'uploads'),
    scripts: archivedScriptsDir(dataDir),
    worker: workerFile(settings.serviceWorker),
  }
  const readiness = watchReadiness(settings, db)
  try {
    return await startServer({
      ...{ port, host, isTrial, publicUrl, trustedProxies, rateScale },
      ...{ folders, log, finishPage, readiness, isCountry, ...parts },
      isOurScript: knowOurScripts(dataDir),
      gateway: gatewayHosts(settings),
    })
  } catch (error) {
    throw error instanceof Error ? explainListenError(error, port, host) : error
  }
}
