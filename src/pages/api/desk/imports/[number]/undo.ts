import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { importPath, readImportNumber, readUndo } from '#lib/desk/imports.ts'
import { deskPath } from '#lib/desk/uploads.ts'
import { changeTexts } from '#lib/texts/page/import/desk-changes.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** POST /api/desk/imports/{number}/undo: undoes all or a part of an import, or says why not. */
export const POST = forEditors(async (context) => {
  const { desk, user, params, locals } = context
  const number = readImportNumber(params['number'])
  if (number === undefined) return notFound()
  const path = importPath(number)
  const said = readUndo(locals.body ?? {})
  if (!said) return replyAtDesk(context, { msg: deskListTexts.formWrong, path, status: 400 })
  const { kind, things, leavesLater } = said
  if (things?.length === 0) {
    return replyAtDesk(context, { msg: changeTexts.tickFirst, path, status: 400 })
  }
  const part = { kinds: kind && new Set([kind]), things: things && new Set(things) }
  const outcome = await desk.undo(user, number, { part, leavesLater })
  if ('refusal' in outcome) {
    return replyAtDesk(context, { msg: outcome.refusal, path, status: 409 })
  }
  const msg = [deskListTexts.undone(outcome), ...outcome.warnings.map((text) => `${text}.`)].join(
    ' ',
  )
  return replyAtDesk(context, { msg, path: deskPath })
})
