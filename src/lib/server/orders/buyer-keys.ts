import type { AttemptTable } from '#lib/server/database/schema/orders.ts'

type DeliveryAddress = Pick<AttemptTable, 'phone' | 'street1' | 'zipcode'>

/** The last ten digits of a phone number, so that all spellings of it are equal. */
export const phoneKey = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10)

/** Keys by which the cash limit recognises buyers without a confirmed account: phone and door, however spelled. */
export function buyerKeys({ phone, street1, zipcode }: DeliveryAddress) {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return {
    phone_key: phoneKey(phone),
    door_key: `${plain(zipcode)} ${plain(street1)}`,
  }
}
