import type { TestDatabase } from './databases/database.ts'

/** Inserts a shopper in the form in which the auth library writes to either database. */
export async function insertUser({ db, url }: TestDatabase, email: string): Promise<void> {
  const moment = new Date('2026-11-21T06:30:00.000Z')
  const written = (url.startsWith('postgres') ? moment : moment.toISOString()) as Date
  const [id = ''] = email.split('@')
  await db
    .insertInto('user')
    .values({
      ...{ id, email, name: id, phone: '9800000001', email_verified: true },
      ...{ created_at: written, updated_at: written },
    })
    .execute()
}
