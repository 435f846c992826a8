import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isPostgres } from '#lib/server/database/database.ts'
import type { Settings } from './settings.ts'

const moveSchema = z.object({ to: z.string(), at: z.number() })
/** Where the shop of a DATA_DIR has moved to, and when. */
type Move = z.infer<typeof moveSchema>
type Shop = Pick<Settings, 'dataDir' | 'databaseUrl'>

/** The record of a move; without it, the old database is the shop's again. */
export const fileOfMove = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'moved.json')

/** Records in DATA_DIR that the shop has moved away from its SQLite database. */
export function noteMove(shop: Shop, to: string, at = Date.now()): void {
  if (isPostgres(shop.databaseUrl)) return
  writeFileSync(fileOfMove(shop), JSON.stringify({ to: withoutPassword(to), at } satisfies Move))
}

/** The move away from the database in these settings; undefined if there was none. */
export function findMove(shop: Shop): Move | undefined {
  if (isPostgres(shop.databaseUrl)) return undefined
  try {
    const parsed = moveSchema.safeParse(JSON.parse(readFileSync(fileOfMove(shop), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Removes the record of a move away from SQLite: a restored database is the shop's again. */
export function forgetMove(dataDir: string): void {
  rmSync(fileOfMove({ dataDir }), { force: true })
}

/** A database address without its password, to be shown. */
export function withoutPassword(address: string): string {
  if (!isPostgres(address)) return address
  const url = new URL(address)
  return `${url.protocol}//${url.username && `${url.username}@`}${url.host}${url.pathname}`
}
