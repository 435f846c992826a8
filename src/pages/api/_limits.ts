import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { routeOf } from '#lib/server/http/find-route.ts'
import { RULES } from '#lib/server/http/guards/rules.ts'
import type { Buyer } from '#lib/server/shopper/guests/shopper.ts'
import type { ActionKind } from '#lib/server/shopper/shopper-actions.ts'
import type { Context } from './_reply.ts'

/**
 * Takes a turn of what the table of routes allows each user to write at this address (H10e).
 * @returns the seconds to wait; 0 for none
 */
export const waitForTurn = ({ locals, url }: Context, userId: string): number =>
  waitAt(locals, url.pathname, userId)

function waitAt({ limits }: App.Locals, path: string, userId: string): number {
  const rules = routeOf(path)?.perUser ?? []
  return Math.max(0, ...rules.map((rule) => limits?.take(rule, userId) ?? 0))
}

/** The same for a checkout; those of guests are also counted by their network address. */
export function waitForCheckout(context: Context, { id, isGuest }: Buyer): number {
  const { address, limits } = context.locals
  const wait = waitForTurn(context, id)
  if (!isGuest || address === undefined) return wait
  return Math.max(wait, limits?.take(RULES.guestCheckouts, address) ?? 0)
}

/** The same for the limits of a shopper's reviews, which the database counts (H10d). */
export async function waitForReview({ locals }: Context, userId: string): Promise<number> {
  const limits = locals.accounts?.limits
  if (!limits) return 0
  return (
    (await limits.take(ACCOUNT_RULES.reviewMinute, userId)) ||
    (await limits.take(ACCOUNT_RULES.reviewDay, userId))
  )
}

/** The same for all limits of an action that waited for the sign-in: there it passes no other. */
export async function waitForAction(
  context: Context,
  kind: ActionKind,
  userId: string,
): Promise<number> {
  const wait = waitAt(context.locals, `/api/${kind}/add`, userId)
  return wait > 0 || kind !== 'productreviews' ? wait : waitForReview(context, userId)
}
