import type { Db } from '#lib/server/database/schema.ts'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'

/** Whether a buyer has proved by a code that this phone number is theirs. */
export async function isPhoneProven(db: Db, userId: string, phone: string): Promise<boolean> {
  const proven = await db
    .selectFrom('phone_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('phone_key', '=', phoneKey(phone))
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return proven !== undefined
}
