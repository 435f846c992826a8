import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { isUploadId, recheckSchema, uploadPath } from '#lib/desk/uploads.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** POST /api/desk/uploads/{id}/check: checks a list again, perhaps read in another way. */
export const POST = forEditors(async (context) => {
  const { desk, user, params, locals } = context
  const { id } = params
  if (!isUploadId(id) || !(await desk.find(user, id))) return notFound()
  const path = uploadPath(id)
  const options = recheckSchema.safeParse(locals.body ?? {})
  if (!options.success)
    return replyAtDesk(context, { msg: deskListTexts.formWrong, path, status: 400 })
  const { asis, letters, ...reading } = options.data
  const how = { ...reading, asIs: asis === 'yes', repairsLetters: letters === 'repair' }
  return (await desk.recheck(user, id, how))
    ? replyAtDesk(context, { msg: deskListTexts.received, path })
    : replyAtDesk(context, { msg: deskListTexts.publishTwice, path, status: 409 })
})
