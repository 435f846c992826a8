import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { isCountry } from '#lib/checkout/countries.ts'
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { accountJobs } from './accounts/jobs.ts'
import { phoneCodeHandler } from './accounts/phone-code.ts'
import { identify } from './accounts/session.ts'
import { readGuestToken } from './shopper/guests/guest-cookie.ts'
import { findGuest } from './shopper/guests/guests.ts'
import { watchAccounts } from './accounts/tidy.ts'
import { keptSecret } from './settings/auth-secret.ts'
import { finishRestore } from './backup/finish-restore.ts'
import { Ring } from './counter/ring.ts'
import { counterJobs, watchCounter } from './counter/watch.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrations.ts'
import type { Database } from './database/schema.ts'
import { Desk } from './desk/desk.ts'
import { deskDir } from './desk/upload-files.ts'
import type { FrontOptions } from './http/front-state.ts'
import { gatewayHosts } from './http/guards/gateway-hosts.ts'
import type { Log } from './http/log.ts'
import { startServer } from './http/server.ts'
import { watchSales } from './sales/watch.ts'
import { fillInChild } from './import/apply/fill-in-child.ts'
import type { JobHandlers } from './jobs/queue.ts'
import { watchJobs } from './jobs/watch-jobs.ts'
import { openMailer } from './mail/mailer.ts'
import { openMessenger } from './mail/messenger.ts'
import { watchPayments } from './orders/payment/reconcile.ts'
import { stockHandler } from './orders/stock.ts'
import { demoWebhookHandler, webhookHandler } from './orders/payment/webhooks.ts'
import { openPayments, type Payments } from './payments/payments.ts'
import { buildId } from './build/stamp.ts'
import { CLIENT_DIR } from './publish/app/build-output.ts'
import { knowOurScripts } from './publish/app/our-scripts.ts'
import { finishPage } from './publish/finish-page.ts'
import { archiveScripts, archivedScriptsDir } from './publish/build/archived-scripts.ts'
import { startPacker } from './publish/files/packer.ts'
import { openPublisher } from './publish/publisher.ts'
import { latestVersion } from './catalogue/changes.ts'
import { createFaultReporter } from './fault-reporter.ts'
import { watchCatalogue } from './publish/watch.ts'
import { watchReadiness } from './readiness.ts'
import { openRendering } from './rendering.ts'
import { vapidKey } from './push/vapid.ts'
import { watchSweep } from './sweep.ts'
import type { Settings } from './settings/settings.ts'
import {
  CannotStart,
  checkStart,
  explainError,
  explainListenError,
} from './settings/start-checks.ts'

/** A shop that is open. */
export type OpenShop = {
  port: number
  /** Lets what is under way finish, at most ten seconds, and closes the database (F49). */
  close: () => Promise<void>
}

export type ShopOptions = {
  log: Log
  /** Tells the person who starts what takes a while. */
  onProgress?: (text: string) => void
}

/**
 * Opens the shop: database, catalogue, published pages, server.
 * @throws CannotStart when something that it needs is not there
 */
export async function openShop(settings: Settings, options: ShopOptions): Promise<OpenShop> {
  checkBuild()
  await checkStart(settings)
  finishRestore(settings.dataDir)
  keptSecret(settings)
  const db = await openMigrated(settings)
  try {
    return await openWith(settings, db, options)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function checkBuild(): void {
  try {
    buildId()
  } catch (error) {
    throw new CannotStart('The shop is not built yet: run npm run build first.', { cause: error })
  }
}

async function openMigrated({ databaseUrl }: Settings): Promise<Kysely<Database>> {
  const db = openDatabase(databaseUrl)
  try {
    await migrate(db)
    // Made here, so that no page that is read has to (A17).
    await vapidKey(db)
    return db
  } catch (error) {
    await db.destroy().catch(() => {})
    throw new CannotStart(`The database cannot be opened: ${explainError(error)}`, { cause: error })
  }
}

async function openWith(settings: Settings, db: Kysely<Database>, options: ShopOptions) {
  const { log, onProgress } = options
  const isEmpty = (await latestVersion(db)) === 0
  const filling = isEmpty ? fillInChild(settings, onProgress) : undefined
  // It is waited for below; until then a failure is nobody's yet.
  filling?.catch(() => {})
  let forget: (path: string) => void = () => {}
  const desk = new Desk(db, settings, log.logger)
  const publisher = openPublisher(settings, db, {
    onLive: (paths) => {
      paths.forEach((path) => forget(path))
      packer.note(paths)
    },
    onProgress: (done, total) => {
      desk.notePublishing(done, total)
      onProgress?.(`Publishing: ${done} of ${total} pages`)
    },
  })
  // Prices that turned while the shop slept stand in its first answer.
  const turning = filling ? undefined : await watchSales(db, log)
  // Pages are published behind open doors: what is not there yet is rendered on request.
  await publisher.state.dropOthers()
  // Only now: it would go on writing into a folder that is taken away.
  const packer = startPacker(join(settings.dataDir, 'site'), (path) => forget(path))
  archiveScripts(join(CLIENT_DIR, 'static/js'), settings.dataDir)
  const accounts = openAccounts(db, settings, log.logger)
  const payments = openPayments(db, settings, log)
  const { render, prepare, lookThere } = openRendering(settings, db, log, {
    accounts,
    payments,
    desk,
    onDesk: () => publisher.warm(),
  })
  const senders = sendersOf(settings, db, accounts)
  const onUnpacked = packer.ask
  const progress: FrontOptions['progress'] = (sender, upload) => ({
    listen: (send) => desk.listen(sender, upload, (status) => send(JSON.stringify(status))),
  })
  const parts = {
    render,
    lookThere,
    onUnpacked,
    ...senders,
    ring: ringOf(db, () => publisher.warm()),
    progress,
    filling,
  }
  const { front, port, stop } = await listen(settings, db, log, parts)
  forget = (path) => front.files.forget(path)
  const prepared = prepare(filling)
  if (filling) {
    try {
      await filling
      // Who waits for the first page goes before the threads that publish all of them.
      await prepared
    } catch (error) {
      await Promise.all([stop(), packer.close()])
      throw error
    }
    front.filling = undefined
  }
  const stopSales = turning ?? (await watchSales(db, log))
  const stopWatching = watchCatalogue(
    publisher,
    createFaultReporter(log.logger, 'Publishing failed; it is tried again'),
  )
  const mailer = openMailer(settings)
  const messenger = openMessenger(settings)
  const handlers: JobHandlers = {
    mail: mailer.handle,
    ...accountJobs(accounts, mailer.send),
    ...paymentJobs(payments),
    ...counterJobs(payments, settings, messenger),
    'phone-code': phoneCodeHandler(accounts, messenger.send),
  }
  const stopJobs = watchJobs(db, settings, log, handlers)
  const stopPayments = watchPayments(payments)
  const stopCounter = watchCounter(payments, log)
  const stopTidying = watchAccounts(accounts)
  const stopSweeping = watchSweep(db, (error) => {
    log.logger.error({ err: error }, 'Old rows could not be removed; it is tried again')
  })
  await desk.recover()
  const close = async () => {
    stopTidying()
    stopSweeping()
    await stop()
    await stopPayments()
    await stopCounter()
    await desk.close()
    await stopJobs()
    mailer.close()
    await stopSales()
    await stopWatching()
    await publisher.close()
    await packer.close()
    await db.destroy()
  }
  return { port, close }
}

const paymentJobs = (payments: Payments): JobHandlers<'stock' | 'webhook' | 'demo-webhook'> => ({
  stock: stockHandler(payments.db),
  webhook: webhookHandler(payments),
  'demo-webhook': demoWebhookHandler(payments),
})

/** What the desk listens to, as text; `onDesk` is told that somebody does. */
function ringOf(db: Kysely<Database>, onDesk: () => void): NonNullable<FrontOptions['ring']> {
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

async function listen(
  settings: Settings,
  db: Kysely<Database>,
  log: Log,
  parts: Pick<
    FrontOptions,
    | 'render'
    | 'lookThere'
    | 'onUnpacked'
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
