import type { AttemptTable } from '#lib/server/database/schema-orders.ts'

type Place = Pick<AttemptTable, 'phone' | 'street1' | 'zipcode'>

/**
 * What the limit of cash knows somebody by who has no account: the telephone as it is dialled within the
 * country, and the door, however it is spelled.
 */
export function doorOf({ phone, street1, zipcode }: Place) {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return {
    phone_key: phone.replaceAll(/\D/g, '').slice(-10),
    door_key: `${plain(zipcode)} ${plain(street1)}`,
  }
}
