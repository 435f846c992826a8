import type { APIContext } from 'astro'
import { RULES } from '#lib/server/http/guards/rules.ts'
import {
  guestCookie,
  noGuestCookie,
  readGuestToken,
} from '#lib/server/shopper/guests/guest-cookie.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { mergeGuest } from './merge-guest.ts'

type Opened = { shopper: Shopper; cookie?: string | undefined } | { wait: number }

/**
 * The shopper of a write. A visitor's first write creates their cart and its cookie; a visitor's cart left in
 * this browser is merged into the account that is signed in.
 * @returns otherwise the seconds to wait
 */
export async function openShopper(
  { locals, request }: Pick<APIContext, 'locals' | 'request'>,
  shopper: Shopper,
): Promise<Opened> {
  const { accounts, address, cartGate, db, limits } = locals
  if (cartGate !== 'open' || !accounts) return { shopper }
  const { settings } = accounts
  const token = readGuestToken(settings, request)
  if (!shopper.isGuest) {
    if (token === undefined) return { shopper }
    await mergeGuest(db, shopper.id, token)
    return { shopper, cookie: noGuestCookie(settings) }
  }
  if (shopper.id !== '' && token !== undefined) {
    return { shopper, cookie: guestCookie(settings, token) }
  }
  const wait = address === undefined ? 0 : (limits?.take(RULES.newGuests, address) ?? 0)
  if (wait > 0) return { wait }
  const opened = await openGuest(db, token)
  return { shopper: { ...shopper, id: opened.id }, cookie: guestCookie(settings, opened.token) }
}
