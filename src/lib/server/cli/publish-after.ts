import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { publishWith } from './publish.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'

/** The data is in; what fails here is made up for by the next publish or start. */
export async function publishAfter(
  call: Call,
  db: Kysely<Database>,
  done: string,
): Promise<ExitCode> {
  const { flags, terminal } = call
  try {
    const { written, removed, failed } = await publishWith(call, db, false)
    if (!flags.json) terminal.out(`Pages: ${written} written, ${removed} removed.\n`)
    for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
    return failed.length > 0 ? 1 : 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `${done}, but its pages are not published yet: ${reason}`
    terminal.err(
      `${paint(terminal, 'red', message)}\nPublish them by: npm run --silent shop -- publish\n`,
    )
    return 1
  }
}
