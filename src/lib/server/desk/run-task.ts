import { deskListTexts } from '#lib/texts/browser/desk.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import {
  importCatalogue,
  type ImportOptions,
  type ImportReport,
} from '#lib/server/import/apply/import.ts'
import { readHead } from '#lib/server/import/read/list/list-head.ts'
import { repairList } from '#lib/server/import/read/list/repair-list.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { findPages } from '#lib/server/publish/affected-pages.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import { lastImportId, recordDeskAction } from './actions.ts'
import { PreviewSession } from './preview-session.ts'
import { writePictureList } from './picture-list.ts'
import { namePages, sortPages } from './page-names.ts'
import { warmUpChecks } from './warm-up.ts'
import { renderPreview } from './preview.ts'
import { SHOWN, shorten } from './report.ts'
import { type ReadyList, listOf, optionsOf, type ListWork } from './list-import.ts'
import { publishList } from './publish-list.ts'
import { ownFault } from './sku-list.ts'
import type { Outcomes, UploadSource, Task, TaskOf } from './task.ts'
import { keepChanges, prepare, stageDir } from './upload-files.ts'

/**
 * Does one task of the desk.
 * @throws if the database or the disk fails
 */
export async function runTask(work: ListWork, task: Task): Promise<Outcomes[Task['kind']]> {
  if (task.kind === 'preview') return preview(work, task)
  if (task.kind === 'warm') {
    await warmUpChecks(work.db)
    return {}
  }
  await work.looks.end()
  if (task.kind === 'check') return check(work, task)
  if (task.kind === 'publish') return publishList(work, task)
  if (task.kind === 'head') return head(work, task)
  if (task.kind === 'undo') return undo(work, task)
  // An export is a GET request, which must not change anything (A17): so it is not recorded as the last one.
  const { dataDir } = work.settings
  return { products: await exportCatalogue(work.db, task.file, { dataDir, isNoted: false }) }
}

async function head({ settings }: ListWork, { source }: TaskOf<'head'>): Promise<Outcomes['head']> {
  const ready = await prepare(settings.dataDir, source.id, source.name)
  if (!ready) return { refusal: deskListTexts.uploadGone }
  return ready.ok ? readHead(ready.value.path) : { refusal: ready.error }
}

/** Checks a list: a dry run of the import, leaving out the rows it would refuse. */
async function check(work: ListWork, task: TaskOf<'check'>): Promise<Outcomes['check']> {
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
  const { map } = { ...optionsOf(work, source), ...list.value.how }
  const { faults, ...shown } = await shorten(report, path, map)
  const own = faults.map((fault) => ownFault(fault, source, list.value))
  return { report: { ...shown, faults: own, pageNames: names, lastImport } }
}

/** The email of the editor who uploaded a list: what they may change depends on their current role. */
async function editorOf(db: Db, uploadId: string): Promise<string> {
  const row = await db
    .selectFrom('desk_upload')
    .innerJoin('user', 'user.id', 'desk_upload.user_id')
    .select('email')
    .where('desk_upload.id', '=', uploadId)
    .executeTakeFirst()
  return row?.email ?? NOBODY
}

/** Stands for an editor whose account is gone: the list may change what any editor may. */
const NOBODY = '-'

/** Applies a list in a draft that is held open; nobody else ever sees it. */
async function look(
  work: ListWork,
  source: UploadSource,
  key: string,
  { path, how }: ReadyList,
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

/** Renders a page from the shop as it is, or from the draft in which the list is applied. */
async function preview(work: ListWork, task: TaskOf<'preview'>): Promise<Outcomes['preview']> {
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
    // A draft that lost its connection would fail for every page: it is made again, once.
    await looks.end()
    if (!isHeld) throw error
    return show()
  }
}

async function undo(work: ListWork, task: TaskOf<'undo'>): Promise<Outcomes['undo']> {
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
