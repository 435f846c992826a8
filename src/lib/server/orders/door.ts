import type { AttemptTable } from '#lib/server/database/schema/orders.ts'

type DeliveryAddress = Pick<AttemptTable, 'phone' | 'street1' | 'zipcode'>

/** A telephone as it is dialled within the country, however it is spelled. */
export const phoneKey = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10)

/**
 * What the limit of cash knows somebody by who has no account: the telephone, and the
 * door, however it is spelled.
 */
export function doorOf({ phone, street1, zipcode }: DeliveryAddress) {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return {
    phone_key: phoneKey(phone),
    door_key: `${plain(zipcode)} ${plain(street1)}`,
  }
}
