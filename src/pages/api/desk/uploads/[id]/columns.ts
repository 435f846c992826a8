import { columnsPath, isUploadId, uploadPath } from '#lib/desk/uploads.ts'
import { keepMatching, readMatching } from '#lib/server/desk/column-maps.ts'
import { findMismatch, toMapText } from '#lib/server/import/read/columns/matching.ts'
import { readMap } from '#lib/server/import/read/columns/map.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { columnTexts } from '#lib/texts/page/import/columns.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** POST /api/desk/uploads/{id}/columns: sets which column means what, and checks the list again. */
export const POST = forEditors(async (context) => {
  const { desk, user, params, locals } = context
  const { id } = params
  const upload = isUploadId(id) ? await desk.find(user, id) : undefined
  if (!upload || upload.format === 'form') return notFound()
  const path = columnsPath(upload.id)
  const head = await desk.head(upload)
  if ('refusal' in head) return replyAtDesk(context, { msg: head.refusal, path, status: 409 })
  const matching = readMatching(locals.body ?? {}, head.names)
  if (!matching) return replyAtDesk(context, { msg: deskListTexts.formWrong, path, status: 400 })
  // Kept even if incomplete, so that the form comes back as it was left.
  await keepMatching(locals.db, head.names, matching)
  const mismatch = findMismatch(matching)
  if (mismatch) {
    const msg = columnTexts[mismatch.is](columnTexts.labels[mismatch.column])
    return replyAtDesk(context, { msg, path, status: 400 })
  }
  const map = toMapText(matching)
  if (!readMap(map).ok)
    return replyAtDesk(context, { msg: deskListTexts.formWrong, path, status: 400 })
  const how = { format: 'matched' as const, withdraws: upload.withdraws, map }
  return (await desk.recheck(user, upload.id, how))
    ? replyAtDesk(context, { msg: deskListTexts.received, path: uploadPath(upload.id) })
    : replyAtDesk(context, {
        msg: deskListTexts.publishTwice,
        path: uploadPath(upload.id),
        status: 409,
      })
})
