import { flushCompileCache } from 'node:module'
import { WrongEncoding } from '#lib/server/database/encoding.ts'
import { NewerDatabase } from '#lib/server/database/migrations.ts'
import { guardProcess } from '#lib/server/http/request-scope.ts'
import { openLog } from '#lib/server/http/log.ts'
import { closeFolder, keepFilesPrivate } from '#lib/server/settings/private-files.ts'
import { noteRunning } from '#lib/server/settings/running.ts'
import { readSettings, SettingsError } from '#lib/server/settings/settings.ts'
import { openShop } from './shop.ts'
import { CannotStart, ShopMoved } from '#lib/server/settings/start-checks.ts'
import { todayTexts } from '#lib/texts/page/counter-today.ts'

/** `npm start`, after the build: opens the shop, and closes it on a signal. */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  keepFilesPrivate()
  closeFolder(settings.dataDir)
  const log = openLog(settings.logLevel)
  const shop = await openShop(settings, { log, onProgress: showProgress })
  const forget = noteRunning(settings)
  if (settings.sendsNoMail) log.logger.warn(todayTexts.noMail)
  let isClosing = false

  const close = async (code: number) => {
    // A second signal ends the process at once.
    if (isClosing) process.exit(1)
    isClosing = true
    forget()
    await shop.close().catch((error: unknown) => log.logger.error({ err: error }, 'Closing failed'))
    await log.end()
    process.exit(code)
  }
  process.on('SIGTERM', () => void close(0))
  process.on('SIGINT', () => void close(0))
  // An error outside of requests leaves an unknown state: finish what is under way and exit (F50).
  const giveUp = (error: unknown) => {
    log.logger.fatal({ err: error }, 'An uncaught fault')
    if (!isClosing) void close(1)
  }
  guardProcess(giveUp)
  if (shownAt > 0) process.stderr.write('\r\x1b[K')
  console.log(`Kirana is serving ${settings.publicUrl.origin}`)
  // Otherwise only a clean exit would save it, and a killed process takes twice as long to start again (F38).
  flushCompileCache()
}

let shownAt = 0

/** Shows progress as a line that is overwritten, on a terminal only. */
function showProgress(text: string): void {
  if (!process.stderr.isTTY || performance.now() - shownAt < 100) return
  shownAt = performance.now()
  process.stderr.write(`\r\x1b[K${text}`)
}

/** EX_CONFIG of sysexits(3): starting again would fail in the same way (deploy/kirana.service). */
const EX_CONFIG = 78

const isUnfit = (cause: unknown) => cause instanceof NewerDatabase || cause instanceof WrongEncoding

start().catch((error: unknown) => {
  const isSetting = error instanceof SettingsError
  const isKnown = isSetting || error instanceof CannotStart
  console.error(isKnown ? error.message : error)
  const isInVain = isSetting || (isKnown && (isUnfit(error.cause) || error instanceof ShopMoved))
  process.exit(isInVain ? EX_CONFIG : 1)
})
