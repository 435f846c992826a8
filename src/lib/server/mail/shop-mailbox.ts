import { loadShop } from '#lib/server/catalogue/shell.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'

/** Whether the shop has an email that no mail can be sent to, which older versions took. */
export async function isMailboxWrong(db: Db): Promise<boolean> {
  const { email } = await loadShop(db)
  return email !== '' && !mailAddressSchema.safeParse(email).success
}
