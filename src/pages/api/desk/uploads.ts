import { rm } from 'node:fs/promises'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { deskPath, readingSchema, uploadPath } from '#lib/desk/uploads.ts'
import { waitForTurn } from '#pages/api/_limits.ts'
import { forEditors, replyAtDesk } from './_desk.ts'

/**
 * POST /api/desk/uploads: takes a list or a zipped folder and checks it, without changing the shop.
 */
export const POST = forEditors(async (context) => {
  const { desk, user, locals } = context
  const [received] = locals.received ?? []
  if (!received) {
    return replyAtDesk(context, { msg: deskListTexts.uploadMissing, path: deskPath, status: 400 })
  }
  const refuse = async (msg: string, status: number) => {
    await rm(received.path, { force: true })
    return replyAtDesk(context, { msg, path: deskPath, status })
  }
  const options = readingSchema.safeParse(locals.body ?? {})
  if (!options.success) return refuse(deskListTexts.formWrong, 400)
  if (waitForTurn(context, user.id) > 0) return refuse(deskListTexts.tooOften, 429)
  const id = await desk.receive(user, received, options.data)
  return replyAtDesk(context, { msg: deskListTexts.received, path: uploadPath(id) })
})
