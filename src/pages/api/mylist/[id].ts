import { type Asked, notFound } from '#pages/api/_reply.ts'
import { removeWishById } from './_remove.ts'

/** DELETE /api/mylist/{id} (S-171). */
export async function DELETE(asked: Asked): Promise<Response> {
  const { id } = asked.params
  return id ? removeWishById(asked, id) : notFound()
}
