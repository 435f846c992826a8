import { isPostgres } from '#lib/server/database/database.ts'
import { hasServer } from '#lib/server/settings/running.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { isInUse } from './sqlite-file.ts'

/**
 * Whether a server or a command has the shop open on this machine. A broken SQLite file, and PostgreSQL, tell
 * nothing of their users: of those only the record of a server is known.
 */
export const isShopOpen = ({ dataDir, databaseUrl }: Settings): boolean =>
  (!isPostgres(databaseUrl) && isInUse(databaseUrl)) || hasServer(dataDir)
