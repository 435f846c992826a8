import { type Context, notFound } from '#pages/api/_reply.ts'
import { removeWishById } from './_remove.ts'

/** DELETE /api/mylist/{id} (S-171). */
export async function DELETE(context: Context): Promise<Response> {
  const { id } = context.params
  return id ? removeWishById(context, id) : notFound()
}
