import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { powersOf } from '#lib/account/roles.ts'
import { todayTexts } from '#lib/texts/page/counter-today.ts'
import { counted } from '#lib/texts/counted.ts'
import { formatMoment } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { countJobs } from '#lib/server/jobs/queue.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { failedPages } from '#lib/server/publish/records/records.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { otherChanges } from '#lib/server/import/apply/describe/other-changes.ts'
import { siteIdOf } from '#lib/server/publish/site/site.ts'
import { probeFolder } from '#lib/server/settings/start-checks.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { findMailboxFault } from '#lib/server/mail/shop-mailbox.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { findUnsaid } from '#lib/server/desk/content/unsaid-words.ts'
import { unsaidTexts } from '#lib/texts/page/unsaid.ts'
import type { Call, ExitCode } from './call.ts'
import { COMMON_HELP, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'
import { findUnrated } from '#lib/server/import/apply/describe/unrated.ts'
import { unratedTexts } from '#lib/texts/page/supply.ts'
import { errorCode } from '#lib/server/errors.ts'

const LAST_IMPORTS = 10

/** `shop status`: prints counts, the last imports, and what waits to be published. */
async function status(call: Call): Promise<ExitCode> {
  const { settings, flags, terminal } = call
  return withDatabase<ExitCode>(call, async (db) => {
    const products = await countProducts(db)
    const imports = await lastImports(db)
    const siteId = siteIdOf(settings)
    const live = await db
      .selectFrom('site')
      .select('version')
      .where('id', '=', siteId)
      .executeTakeFirst()
    const unrendered = await failedPages(db, siteId)
    const unpublished = (await latestVersion(db)) - (live?.version ?? 0)
    const jobs = await countJobs(db)
    const queue = unpublished + jobs.waiting
    const { failed } = jobs
    const payments = await listAttention(db)
    const disk = diskTrouble(settings.dataDir)
    // Pages that wait for disk space are not reported separately.
    const pages = disk.length > 0 ? disk : failedSummary(unrendered)
    const late = jobs.lateKinds.map(({ kind, count, error }) => ({
      reason: 'jobs',
      detail: `${todayTexts.lateJobs(kind, count)} ${error}.`,
      action: todayTexts.lateJobsAction,
    }))
    const troubles = [
      ...pages,
      ...late,
      ...mailTrouble(settings),
      ...(await mailboxTrouble(db)),
      ...(await taxTrouble(db)),
    ]
    if (flags.json) {
      const attention = [...payments, ...troubles]
      terminal.out(`${JSON.stringify({ products, imports, queue, failed, attention })}\n`)
      return 0
    }
    terminal.out(
      `${counted(products, 'product')} in the shop, ${counted(unpublished, 'change')} not yet published.\n`,
    )
    terminal.out(
      `${counted(jobs.waiting, 'job')} waiting or running, ${failed.length} failed for good.\n`,
    )
    for (const { detail, action } of troubles) {
      terminal.out(`Needs attention: ${detail} ${action}\n`)
    }
    for (const line of findUnsaid(
      await readStoredShop(db),
      settings.publicUrl,
      powersOf('owner'),
    )) {
      terminal.out(`${unsaidTexts.label}: ${line} ${unsaidTexts.action}\n`)
    }
    for (const { at, reason, payment, detail, action } of payments) {
      terminal.out(
        `Needs attention since ${formatMoment(Date.parse(at))}: ${reason}, payment ${payment}: ${detail} ${action}\n`,
      )
    }
    for (const done of imports) {
      const { added, changed, withdrawn, others } = done
      const at = formatMoment(Date.parse(done.at))
      const hasProducts = added + changed + withdrawn > 0 || others.length === 0
      const figures = hasProducts
        ? [`${added} added`, `${changed} changed`, `${withdrawn} withdrawn`]
        : []
      terminal.out(
        `Import ${done.import}, ${at}, ${done.source}: ${[...figures, ...others].join(', ')}\n`,
      )
    }
    return 0
  })
}

/** All pages that could not be rendered are reported as one case, which names the first of them. */
function failedSummary([first, ...others]: string[]) {
  if (first === undefined) return []
  const what =
    others.length === 0 ? first : `${counted(others.length + 1, 'page')}, such as ${first},`
  return [
    {
      reason: 'page',
      detail: `${what} could not be rendered.`,
      action: 'The server tries again within a minute; its log says why.',
    },
  ]
}

function mailTrouble({ sendsNoMail }: Call['settings']) {
  if (!sendsNoMail) return []
  return [
    { reason: 'mail', detail: todayTexts.noMail, action: 'Set it, and MAIL_FROM, as README says.' },
  ]
}

/** Reports an email of the shop that cannot receive what is sent to the shop itself. */
async function mailboxTrouble(db: Db) {
  if ((await findMailboxFault(db)) !== 'wrong') return []
  return [{ reason: 'mail', detail: todayTexts.mailbox.wrong, action: todayTexts.mailboxAction }]
}

/** Reports products that a shop that collects GST sells without a rate (P23). */
async function taxTrouble(db: Db) {
  const unrated = await findUnrated(db)
  if (!unrated) return []
  return [{ reason: 'gst', detail: `${unratedTexts.found(unrated)}.`, action: unratedTexts.action }]
}

/** Reports a folder that cannot be written: then nothing is published, and shoppers' writes fail (F35). */
function diskTrouble(dataDir: string) {
  const site = join(dataDir, 'site')
  try {
    for (const folder of [dataDir, site].filter((path) => existsSync(path))) probeFolder(folder)
    return []
  } catch (error) {
    const isFull = errorCode(error) === 'ENOSPC'
    return [
      {
        reason: 'disk',
        detail: `${dataDir} cannot be written to${isFull ? ': the disk is full' : ''}.`,
        action: 'Once it can, waiting changes are published within a minute.',
      },
    ]
  }
}

async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function lastImports(db: Db) {
  const rows = await db
    .selectFrom('catalogue_import')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LAST_IMPORTS)
    .execute()
  const others = await otherChanges(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, created_at, ...counts }) => ({
    import: id,
    at: new Date(created_at).toISOString(),
    ...counts,
    others: others.get(id) ?? [],
  }))
}

export const verb: Verb = {
  usage: 'status',
  about: 'says how many products there are, and what is waiting',
  options: {},
  paths: { least: 0, most: 0 },
  run: status,
  help: `Usage: ${SHOP_CALL} status [--json]

Says how many products are on sale, what the last imports did, and what is waiting to be published.

${COMMON_HELP}`,
}
