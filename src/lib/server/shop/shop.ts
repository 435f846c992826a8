import { join } from 'node:path'
import { openAccounts } from '#lib/server/accounts/accounts.ts'
import { startBackground } from './background.ts'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import { finishRestore } from '#lib/server/backup/finish-restore.ts'
import { DatabaseBusy, openDatabase } from '#lib/server/database/database.ts'
import { requireUtf8, WrongEncoding } from '#lib/server/database/encoding.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import type { FrontOptions } from '#lib/server/http/front-state.ts'
import type { Log } from '#lib/server/http/log.ts'
import { watchSales } from '#lib/server/sales/watch.ts'
import { fillInChild } from '#lib/server/import/apply/fill-in-child.ts'
import { startPictureMaker } from '#lib/server/import/read/pictures/picture-maker.ts'
import { openPayments } from '#lib/server/payments/payments.ts'
import { buildId } from '#lib/server/build/stamp.ts'
import { CLIENT_DIR } from '#lib/server/publish/app/build-output.ts'
import { archiveScripts } from '#lib/server/publish/app/archived-scripts.ts'
import { startPacker } from '#lib/server/publish/files/packer.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { openRendering } from './rendering.ts'
import { vapidKey } from '#lib/server/push/vapid.ts'
import { listen, ringOf, requestersOf } from './shop-front.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { CannotStart, checkMove, checkStart } from '#lib/server/settings/start-checks.ts'
import { errorText } from '#lib/server/errors.ts'

/** A running shop. */
export type OpenShop = {
  port: number
  /** Finishes what is under way, for at most ten seconds, and closes the database (F49). */
  close: () => Promise<void>
}

export type ShopOptions = {
  log: Log
  /** Told of steps that take a while, for the person starting the shop. */
  onProgress?: (text: string) => void
}

/**
 * Opens the shop: database, catalogue, published pages, server.
 * @throws CannotStart if something that it needs is missing
 */
export async function openShop(settings: Settings, options: ShopOptions): Promise<OpenShop> {
  checkBuild()
  await checkStart(settings)
  // A restore makes the old database the shop's again.
  finishRestore(settings.dataDir)
  checkMove(settings)
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

async function openMigrated({ databaseUrl }: Settings): Promise<Db> {
  const db = openDatabase(databaseUrl)
  try {
    await requireUtf8(db)
    await migrate(db)
    // Made here, so that reading a page never has to write (A17).
    await vapidKey(db)
    return db
  } catch (error) {
    await db.destroy().catch(() => {})
    // Trying again does not help; an earlier release may have opened a shop in it.
    if (error instanceof WrongEncoding) {
      throw new CannotStart(
        `${error.message} If it holds a shop, ${SHOP_CALL} move-database copies it into the new one.`,
        { cause: error },
      )
    }
    if (error instanceof DatabaseBusy) {
      throw new CannotStart(
        'Others are using the database, such as a backup or another server. Start the shop again when they are done.',
        { cause: error },
      )
    }
    throw new CannotStart(`The database cannot be opened: ${errorText(error)}`, { cause: error })
  }
}

async function openWith(settings: Settings, db: Db, options: ShopOptions) {
  const { log, onProgress } = options
  const isEmpty = (await latestVersion(db)) === 0
  const filling = isEmpty ? fillInChild(settings, onProgress) : undefined
  // It is awaited below; until then a failure must not count as an unhandled rejection.
  filling?.catch(() => {})
  let forget: (path: string) => void = () => {}
  const desk = new Desk(db, settings, log.logger)
  const publisher = new Publisher(settings, db, {
    onLive: (paths, readers) => {
      paths.forEach((path) => forget(path))
      packer.note([...paths, ...readers])
    },
    onProgress: (done, total) => {
      desk.notePublishing(done, total)
      onProgress?.(`Publishing: ${done} of ${total} pages`)
    },
  })
  // Before the first request, so that prices which changed while the shop was off are right.
  const turning = filling ? undefined : await watchSales(db, log)
  // Pages are published while the server is open: those that do not exist yet are rendered on request.
  await publisher.state.dropOthers()
  // Only now: started earlier, it would go on writing into a folder that is being removed.
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
  const senders = requestersOf(settings, db, accounts)
  const pictures = startPictureMaker(settings.dataDir, (fault) => log.logger.error(fault))
  const progress: FrontOptions['progress'] = (requester, upload) => ({
    listen: (send) => desk.listen(requester, upload, (status) => send(JSON.stringify(status))),
  })
  const parts = {
    render,
    lookThere,
    onUnpacked: packer.ask,
    onStandIn: pictures.ask,
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
      // Requests that wait for the first page come before the threads that publish all pages.
      await prepared
    } catch (error) {
      await Promise.all([stop(), packer.close(), pictures.close()])
      throw error
    }
    front.filling = undefined
    pictures.ask()
  }
  const stopSales = turning ?? (await watchSales(db, log))
  const background = startBackground({ settings, db, log, publisher, accounts, payments })
  await desk.recover()
  const close = async () => {
    await stop()
    await background.stopWork()
    await desk.close()
    await background.stopJobs()
    await stopSales()
    await background.stopPublishing()
    await packer.close()
    await pictures.close()
    await db.destroy()
  }
  return { port, close }
}
