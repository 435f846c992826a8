import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { findPages } from '#lib/server/publish/affected-pages.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { publishWith } from './publish.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { errorText } from '#lib/server/errors.ts'

/**
 * Publishes what was announced after the version `since`, or waits until the running shop has done so. The
 * data is already saved: if this fails, the next publish or start makes up for it.
 */
export async function publishAfter(
  call: Call,
  db: Db,
  since: number,
  done: string,
): Promise<ExitCode> {
  const { flags, terminal } = call
  try {
    const pages = flags.json ? 0 : await countTouched(call, db, since)
    const { failed } = await publishWith(call, db)
    const live = Math.max(0, pages - failed.length)
    if (!flags.json) terminal.out(`Pages: ${live.toLocaleString('en-IN')} live.\n`)
    for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
    return failed.length > 0 ? 1 : 0
  } catch (error) {
    const message = `${done}, but its pages are not published yet: ${errorText(error)}`
    terminal.err(`${paint(terminal, 'red', message)}\nPublish them with: ${SHOP_CALL} publish\n`)
    return 1
  }
}

/** How many pages are affected by changes since then, whoever made them. */
async function countTouched({ settings }: Call, db: Db, since: number): Promise<number> {
  return inSnapshot(db, async (trx) => {
    const names = await changedNames(trx, since, await latestVersion(trx))
    return names ? (await findPages(settings)(trx, names)).length : 0
  })
}
