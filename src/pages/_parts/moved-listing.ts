import { listingKind } from '../../lib/listing-address.ts'
import { findMoved } from '../../lib/server/catalogue/moved.ts'

/** Where the products of a listing went that is no more, all of them to one other. */
export function movedListing(
  { db }: App.Locals,
  url: URL,
  id: string | undefined,
): Promise<string | undefined> {
  return findMoved(db, listingKind(url.pathname), id ?? '')
}
