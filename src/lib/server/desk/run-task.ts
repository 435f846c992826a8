import { stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { findPages } from '#lib/server/cli/pages.ts'
import type { Result } from '#lib/result.ts'
import type { Database, Trx } from '#lib/server/database/schema.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import {
  importCatalogue,
  type ImportOptions,
  type ImportReport,
} from '#lib/server/import/apply/import.ts'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import { readHead } from '#lib/server/import/read/list-head.ts'
import { type ImportMap, readMap } from '#lib/server/import/read/map.ts'
import { describeProgress, type ImportProgress } from '#lib/server/import/read/progress.ts'
import { repairList } from '#lib/server/import/read/repair-list.ts'
import { READY_MAPS } from '#lib/server/import/read/ready/ready-map.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import { lastImportId, recordDeskAction } from './actions.ts'
import { PreviewSession } from './preview-session.ts'
import { writePictureList } from './picture-list.ts'
import { namePages, sortPages } from './page-names.ts'
import { warmUpChecks } from './warm-up.ts'
import { renderPreview } from './preview.ts'
import { SHOWN, shorten } from './report.ts'
import { isSkuFormat, type MadeList, ownFault, writeSkuList } from './sku-list.ts'
import type { Outcomes, Progress, UploadSource, Task, TaskSettings } from './task.ts'
import { keepChanges, prepare, stageDir, writeMade } from './upload-files.ts'
import { notePublished } from './uploads.ts'

type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>
type Work = {
  db: Kysely<Database>
  settings: TaskSettings
  looks: PreviewSession
  onProgress: (progress: Progress) => void
}

/** Does one task of the desk. @throws when the database or the disk fails */
export async function runTask(work: Work, task: Task): Promise<Outcomes[Task['kind']]> {
  if (task.kind === 'preview') return preview(work, task)
  if (task.kind === 'warm') {
    await warmUpChecks(work.db)
    return {}
  }
  await work.looks.end()
  if (task.kind === 'check') return check(work, task)
  if (task.kind === 'publish') return publish(work, task)
  if (task.kind === 'head') return head(work, task)
  if (task.kind === 'undo') return undo(work, task)
  // Asked for by a GET, which changes nothing (A17).
  const { dataDir } = work.settings
  return { products: await exportCatalogue(work.db, task.file, { dataDir, isNoted: false }) }
}

async function head({ settings }: Work, { source }: TaskOf<'head'>): Promise<Outcomes['head']> {
  const ready = await prepare(settings.dataDir, source.id, source.name)
  if (!ready) return { refusal: deskListTexts.uploadGone }
  return ready.ok ? readHead(ready.value.path) : { refusal: ready.error }
}

/** Looks a list through as an import would, with the rows that it would refuse left out. */
async function check(work: Work, task: TaskOf<'check'>): Promise<Outcomes['check']> {
  const { settings, db } = work
  const { source, repairsLetters } = task
  const ready = await prepare(settings.dataDir, source.id, source.name)
  if (!ready) return { refusal: deskListTexts.uploadGone }
  if (!ready.ok) return { refusal: ready.error }
  const { path: brought, ignored } = ready.value
  if (repairsLetters) await repairList(brought)
  const list = await listOf(work, source, brought)
  if (!list.ok) return { refusal: list.error }
  const { path } = list.value
  const pictures = await writePictureList(db, path)
  if (pictures?.isEmpty) return { refusal: deskListTexts.picturesOfNone }
  let names: Record<string, string> = {}
  let lastImport = 0
  const key = await PreviewSession.keyOf(db, source)
  const report = await look(work, source, key, list.value, {
    findPages: findPages(settings),
    onApplied: async (trx, { changes, pages }) => {
      lastImport = await lastImportId(trx)
      await sortPages(trx, pages, changes.slice(0, SHOWN.changes))
      names = await namePages(trx, pages.slice(0, SHOWN.pages))
    },
  })
  if (!report) return { refusal: deskListTexts.uploadGone }
  if (pictures && pictures.unknown.length > 0)
    report.warnings.unshift(deskListTexts.picturesUnknown(pictures.unknown))
  if (ignored.length > 0) report.warnings.unshift(deskListTexts.zipIgnored(ignored))
  if (report.changes.length > SHOWN.changes) {
    await keepChanges(settings.dataDir, source.id, report.changes)
  }
  const { faults, ...shown } = await shorten(report, path)
  const own = faults.map((fault) => ownFault(fault, source, list.value))
  return { report: { ...shown, faults: own, pageNames: names, lastImport } }
}

/**
 * The list as an import takes it: of SKUs alone one that says what becomes of each, and of packs one of whole
 * products, with the other packs as they are now.
 */
async function listOf({ db }: Work, source: UploadSource, path: string): Promise<Result<List>> {
  const { format } = source
  if (isSkuFormat(format)) return writeSkuList(db, path, format)
  const map = matchedMap(source)
  const isOfPacks = format === 'kirana' || map !== undefined
  const whole = isOfPacks ? await expandList(db, path, map) : undefined
  if (!whole) return { ok: true, value: { path, shift: 0 } }
  const made = await writeMade(path, 'packs', whole.text)
  const how = { refusals: whole.refusals, ...(whole.map && { map: whole.map }) }
  return (await stat(path)).isDirectory()
    ? { ok: true, value: { path, shift: 0, how: { ...how, products: made } } }
    : { ok: true, value: { path: made, shift: 0, how } }
}

type List = MadeList & { how?: Pick<ImportOptions, 'map' | 'refusals' | 'products'> }

/** What the editor matched the columns of a list with. */
function matchedMap({ format, map }: UploadSource): ImportMap | undefined {
  const matched = format === 'matched' && map !== null ? readMap(map) : undefined
  return matched?.ok ? matched.value : undefined
}

/** Who brought a list: what they may change is looked up when it is looked through. */
async function editorOf(db: Kysely<Database>, uploadId: string): Promise<string> {
  const row = await db
    .selectFrom('desk_upload')
    .innerJoin('user', 'user.id', 'desk_upload.user_id')
    .select('email')
    .where('desk_upload.id', '=', uploadId)
    .executeTakeFirst()
  return row?.email ?? NOBODY
}

/** The account is gone: the list may change what any editor's may. */
const NOBODY = '-'

async function publish(work: Work, task: TaskOf<'publish'>): Promise<Outcomes['publish']> {
  try {
    return await publishChecked(work, task)
  } catch (error) {
    if (error instanceof CameSince) return { cameSince: error.number }
    throw error
  }
}

/** Undoes an import, since somebody changed the same field after the check. */
class CameSince extends Error {
  readonly number: number
  constructor(number: number) {
    super(`Import ${number} came between`)
    this.number = number
  }
}

async function publishChecked(work: Work, task: TaskOf<'publish'>): Promise<Outcomes['publish']> {
  const { source, editor, owner, skipsInvalid, stockMode, merge } = task
  const ready = await prepare(work.settings.dataDir, source.id, source.name)
  if (!ready?.ok) return { refusal: deskListTexts.uploadGone }
  const list = await listOf(work, source, ready.value.path)
  if (!list.ok) return { refusal: list.error }
  const report = await importCatalogue(work.db, list.value.path, {
    ...optionsOf(work, source),
    ...list.value.how,
    ...{ skipInvalid: skipsInvalid, stockMode, editor: editor.email },
    merge: { ...mergingOf(source), ...merge },
    // With the import itself, so that a crash leaves both or none.
    onApplied: async (trx, applied) => {
      const [conflict] = applied.conflicts
      if (conflict) throw new CameSince(conflict.by)
      await notePublished(trx, { ...source, owner }, editor, applied)
    },
  })
  if (!report) return { refusal: deskListTexts.uploadGone }
  if (!report.isRefused) return { import: report.import }
  // Units were sold since the check.
  const { asks } = report
  const refusal = asks && deskListTexts.stockAsksFirst(asks.products, asks.units)
  return { refusal: refusal ?? deskListTexts.publishRefused }
}

/** Makes a list true in a draft of its own, which is held open: nobody else ever sees it. */
async function look(
  work: Work,
  source: UploadSource,
  key: string,
  { path, how }: List,
  more: Pick<ImportOptions, 'findPages' | 'onApplied'> = {},
): Promise<ImportReport | undefined> {
  const { settings, db, looks } = work
  const editor = await editorOf(db, source.id)
  return looks.begin(key, (onLook) =>
    importCatalogue(db, path, {
      ...optionsOf(work, source),
      ...how,
      ...{ skipInvalid: true, dryRun: true, editor, onLook },
      previewDir: stageDir(settings.dataDir, source.id),
      ...more,
    }),
  )
}

/** Renders a page from where the list is true. */
async function preview(work: Work, task: TaskOf<'preview'>): Promise<Outcomes['preview']> {
  const { settings, db, looks } = work
  const { source, side } = task
  const render = await loadRender()
  if (side === 'now') return renderPreview(db, render, settings, task)
  const ready = await prepare(settings.dataDir, source.id, source.name)
  if (!ready?.ok) return { refusal: deskListTexts.uploadGone }
  const key = await PreviewSession.keyOf(db, source)
  const show = async (): Promise<Outcomes['preview']> => {
    if (!looks.find(key)) {
      const list = await listOf(work, source, ready.value.path)
      if (!list.ok) return { refusal: list.error }
      await look(work, source, key, list.value)
    }
    const trx = looks.find(key)
    if (!trx) return { refusal: deskListTexts.uploadGone }
    return renderPreview(trx, render, settings, task)
  }
  const isHeld = looks.find(key) !== undefined
  try {
    return await show()
  } catch (error) {
    // A draft that lost its connection would fail every page.
    await looks.end()
    if (!isHeld) throw error
    return show()
  }
}

async function undo(work: Work, task: TaskOf<'undo'>): Promise<Outcomes['undo']> {
  const { editor, number, part, leavesLater, isDryRun = false } = task
  const noteUndone = (trx: Trx, made: { import: number | null; restored: number }) =>
    recordDeskAction(trx, editor, {
      ...{ kind: 'undo', what: `import ${number}`, import_id: made.import },
      figures: { restored: made.restored },
    })
  const undone = await undoImport(work.db, {
    ...{ number, part, leavesLater, dryRun: isDryRun, editor: editor.email },
    ...(!isDryRun && { onApplied: noteUndone }),
  })
  return 'isRefused' in undone ? { refusal: undone.reasons.join('\n') } : undone
}

const mergingOf = ({ base, isAsIs }: UploadSource) => ({ base, isAsIs, askedAt: base })

function optionsOf({ settings, onProgress }: Work, source: UploadSource) {
  const { format, withdraws } = source
  return {
    dataDir: settings.dataDir,
    map: matchedMap(source) ?? READY_MAPS.find(({ name }) => name === format),
    replace: withdraws && !isSkuFormat(format),
    merge: mergingOf(source),
    onProgress: (progress: ImportProgress) =>
      onProgress({ text: describeProgress(progress), ratio: ratioOf(progress) }),
  }
}

/** Reading takes about half of the time, also where there are pictures between. */
function ratioOf(progress: ImportProgress): number {
  const { step, total } = progress
  const done = step === 'reading' ? progress.bytes : progress.done
  const ratio = total === 0 ? 1 : done / total
  return step === 'saving' ? 0.5 + ratio / 2 : ratio / 2
}
