import { createHmac } from 'node:crypto'
import type { AttemptTable } from '#lib/server/database/schema/orders.ts'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

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

/** How a hidden key starts; none that is not hidden does. */
export const HIDDEN_KEY = 'former '

/** What stands for such a key once the account is deleted: neither phone nor door can be read from it. */
export const hideKey = (settings: Pick<Settings, 'authSecret' | 'dataDir'>, key: string): string =>
  HIDDEN_KEY +
  createHmac('sha256', `former buyer ${keptSecret(settings)}`)
    .update(key)
    .digest('base64url')
