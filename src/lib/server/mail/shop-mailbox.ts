import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'

/** What is the matter with the shop's email: it has none, or one that no mail can be sent to, which older versions took. */
export async function findMailboxFault(db: Db): Promise<'none' | 'wrong' | undefined> {
  const { email } = await loadShop(db)
  if (email === '') return 'none'
  return mailAddressSchema.safeParse(email).success ? undefined : 'wrong'
}
