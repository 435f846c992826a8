import { counted } from '#lib/texts/counted.ts'
import { hasBuild } from '#lib/server/build/stamp.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { turnDue } from '#lib/server/sales/turn-due.ts'
import type { Published } from '#lib/server/publish/published.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { paint, ProgressBar } from './terminal.ts'
import { COMMON_HELP, type Verb } from './verb.ts'
import { requireShop, withDatabase } from './with-database.ts'

/** Starting the workers takes as long as rendering this many pages in this process. */
const INLINE_UP_TO = 100

/** `shop publish [--all]`: renders what is stale, or everything. */
async function publish(call: Call): Promise<ExitCode> {
  const { flags, terminal } = call
  await requireShop(call)
  await call.build()
  return withDatabase(call, async (db) => {
    await turnDue(db)
    const { failed, ...counts } = await publishWith(call, db, { isAll: flags.all, looks: true })
    const { rendered, written, unchanged, removed, seconds } = counts
    for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
    if (flags.json) {
      terminal.out(`${JSON.stringify({ rendered, written, unchanged, removed, seconds })}\n`)
    } else {
      const pages = `${counted(rendered, 'page')} rendered: ${written} written, ${unchanged} unchanged, ${removed} removed`
      terminal.out(`${pages} (${seconds.toFixed(1)} s).\n`)
    }
    return failed.length > 0 ? 1 : 0
  })
}

/** Publishes with a progress bar; `looks`: also what was deleted from the folder by hand. */
export async function publishWith(
  call: Call,
  db: Db,
  { isAll = false, looks = false } = {},
): Promise<Published> {
  const { settings, terminal } = call
  if (!hasBuild()) await call.build()
  const { Publisher } = await import('#lib/server/publish/publisher.ts')
  const bar = new ProgressBar(terminal)
  const onProgress = (done: number, total: number) =>
    bar.show(`Publishing: ${done} of ${total} pages`, done / total)
  // While the running shop publishes, its progress is not known here.
  const onWait = (seconds: number) =>
    bar.show(`The running shop has been publishing for ${Math.round(seconds)} s`, 0)
  const publisher = new Publisher(settings, db, {
    inlineUpTo: INLINE_UP_TO,
    looks,
    onProgress,
    onWait,
  })
  try {
    return await (isAll ? publisher.publishAll() : publisher.publishPending())
  } finally {
    bar.clear()
    await publisher.close()
  }
}

export const verb: Verb = {
  usage: 'publish',
  about: 'renders the pages that are not up to date',
  options: { all: { type: 'boolean' } },
  paths: { least: 0, most: 0 },
  run: publish,
  help: `Usage: ${SHOP_CALL} publish [--all] [--json]

Renders the pages that are not up to date, and writes those whose bytes differ.

  --all             render every page
${COMMON_HELP}`,
}
