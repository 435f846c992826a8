import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { productsPath } from '#lib/desk/products.ts'
import { deskPath, isUploadId, uploadPath } from '#lib/desk/uploads.ts'
import { notFound, reply } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** GET /api/desk/uploads/{id}: how far the work on a list is. */
export const GET = forEditors(async ({ desk, user, params }) => {
  const status = isUploadId(params['id']) && (await desk.statusOf(user, params['id']))
  return status ? reply(status) : notFound()
})

/** DELETE /api/desk/uploads/{id}: discards a list. */
export const DELETE = forEditors(async (context) => {
  const { desk, user, params } = context
  const { id } = params
  const upload = isUploadId(id) ? await desk.find(user, id) : undefined
  if (!upload || !isUploadId(id)) return notFound()
  const back = upload.format === 'form' ? productsPath : deskPath
  return (await desk.discard(user, id))
    ? replyAtDesk(context, { msg: deskListTexts.discarded, path: back })
    : replyAtDesk(context, { msg: deskListTexts.busy, path: uploadPath(id), status: 409 })
})
