import { uploadPath } from '#lib/desk/uploads.ts'
import { wordsOfCheck } from '#lib/server/desk/check-words.ts'
import type { Desk } from '#lib/server/desk/desk.ts'
import type { TypedForm } from '#lib/server/desk/typed-form.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { answer, type Context, notFound, textsOf } from '#pages/api/_reply.ts'

/**
 * How long a form waits for its list to be checked, in milliseconds; a longer check shows its
 * progress.
 */
const CHECK_MS = 3000

export type AtDesk = Context & { desk: Desk; user: SignedInUser }

/** An endpoint of the desk, for editors; to anybody else the address is unknown (S-001). */
export function forEditors(answer: (context: AtDesk) => Promise<Response>) {
  return async (context: Context): Promise<Response> => {
    const { desk, user } = context.locals
    if (!desk || !user?.isEditor) return notFound()
    // Not the whole of Astro's context: merely reading some of its properties has effects.
    const { locals, params, request, url } = context
    return answer({ locals, params, request, url, desk, user })
  }
}

type Notice = {
  msg: string
  path: string
  status?: number
  /** The values of a refused form, which its page shows again. */
  typed?: Record<string, unknown>
}

/** Redirects a form to its next page; other clients get JSON with that page's path. */
export function replyAtDesk(
  context: Context,
  { msg, path, status = 200, typed }: Notice,
): Response {
  const form = typed && { path: path.replace(/\?.*/, ''), values: textsOf(typed) }
  const more = status < 400 ? { path } : {}
  return answer(context, { code: status, msg, more }, { done: path, refused: path, form })
}

/**
 * Waits a while for a form's list to be checked, then leads to a preview of what it would change,
 * to its errors, or to the progress of the check. `typed` is kept, so that the form can be shown again.
 */
export async function replyChecked(
  context: AtDesk,
  id: string,
  typed?: TypedForm,
): Promise<Response> {
  if (typed) await context.desk.keepForm(id, typed)
  await context.desk.waitFor(id, CHECK_MS)
  const upload = await context.desk.find(context.user, id)
  const path = uploadPath(id)
  // The list exists and can be looked at, so this is no refusal.
  return answer(context, { code: 200, ...wordsOfCheck(upload), more: { path } }, path)
}
