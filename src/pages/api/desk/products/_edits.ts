import type { FormPictures } from '#lib/server/desk/form-pictures.ts'
import { type Edit, type EditList, writeEditList } from '#lib/server/desk/products/edit-list.ts'
import type { TypedForm } from '#lib/server/desk/typed-form.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { waitForTurn } from '#pages/api/_limits.ts'
import { type AtDesk, replyAtDesk, replyChecked } from '#pages/api/desk/_desk.ts'

type Sent = { pictures?: FormPictures; typed?: TypedForm }

/**
 * Has the changes of a form checked as a list, and leads to its preview.
 * @param shownAfter the number of the shop's last import when the form was shown
 */
export async function bringEdits(
  context: AtDesk,
  edits: ReadonlyMap<string, Edit>,
  back: string,
  { shownAfter, ...sent }: Sent & { shownAfter?: number | undefined } = {},
): Promise<Response> {
  if (edits.size === 0)
    return replyAtDesk(context, { msg: deskProductTexts.nothing, path: back, status: 400 })
  const list = await writeEditList(context.locals.db, edits)
  return bringList(context, { ...list, base: shownAfter ?? list.base }, back, sent)
}

/** Does the same with a list that is written already. */
export async function bringList(
  context: AtDesk,
  { name, csv, gone, base }: EditList,
  back: string,
  { pictures, typed }: Sent = {},
): Promise<Response> {
  const { desk, user } = context
  // The form of one product shows what the shop has.
  const again = typed?.path === back ? { typed: typed.values } : {}
  const refuse = (msg: string, status: number) =>
    replyAtDesk(context, { msg, path: back, status, ...again })
  if (gone.length > 0) return refuse(deskProductTexts.gone(gone), 409)
  if (waitForTurn(context, user.id) > 0) return refuse(deskListTexts.tooOften, 429)
  const id =
    !pictures || pictures.isEmpty
      ? await desk.receiveForm(user, name, csv, base)
      : await desk.receiveParts(user, name, { 'products.csv': csv }, base, pictures)
  return replyChecked(context, id, typed)
}
