import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { isUploadId, readPublish, uploadPath } from '#lib/desk/uploads.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/**
 * How long to wait in milliseconds: a small list is published by then, and no progress needs to be
 * shown.
 */
const PUBLISH_MS = 1000

/** POST /api/desk/uploads/{id}/publish: publishes a checked list. */
export const POST = forEditors(async (context) => {
  const { desk, user, params, locals } = context
  const { id } = params
  if (!isUploadId(id) || !(await desk.find(user, id))) return notFound()
  const path = uploadPath(id)
  const said = readPublish(locals.body ?? {})
  if (!said) return replyAtDesk(context, { msg: deskListTexts.formWrong, path, status: 400 })
  const { skipinvalid, stock = 'ask', confirm = '', sides, rest } = said
  const how = { skipsInvalid: skipinvalid === 'yes', stockMode: stock, confirmed: confirm } as const
  const begun = await desk.publish(user, id, { ...how, sides, rest })
  if (!begun.ok) return replyAtDesk(context, { msg: begun.error, path, status: 409 })
  await desk.waitFor(id, PUBLISH_MS)
  return replyAtDesk(context, { msg: deskListTexts.publishing, path })
})
