import { formatMoment } from '#lib/dates.ts'
import { counted } from '#lib/texts/counted.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { dropFailedJobs, listFailedJobs, retryFailedJobs } from '#lib/server/jobs/failed-jobs.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop jobs`: lists mails and other work that has failed, has it tried again, or deletes it. */
async function jobs(call: Call): Promise<ExitCode> {
  const [action = 'list', ...ids] = call.args
  if (!['list', 'retry', 'drop'].includes(action)) {
    throw new UsageError(`jobs does not know ${JSON.stringify(action)}.`, { showsHelp: true })
  }
  return withDatabase(call, async (db) => {
    if (action === 'list') return list(db, call)
    const isRetry = action === 'retry'
    const count = isRetry
      ? await retryFailedJobs(db, ids, Date.now())
      : await dropFailedJobs(db, ids)
    const { flags, terminal } = call
    if (flags.json)
      terminal.out(`${JSON.stringify({ [isRetry ? 'retried' : 'dropped']: count })}\n`)
    else terminal.out(`${counted(count, 'job')} ${isRetry ? 'tried again now' : 'deleted'}.\n`)
    return count < ids.length ? 1 : 0
  })
}

async function list(db: Db, { flags, terminal }: Call): Promise<ExitCode> {
  const failed = await listFailedJobs(db)
  if (flags.json) {
    terminal.out(`${JSON.stringify({ jobs: failed })}\n`)
    return 0
  }
  for (const { id, kind, about, failedAt, nextTryAt, error } of failed) {
    const when =
      failedAt === null
        ? `is tried again ${formatMoment(nextTryAt)}`
        : `given up ${formatMoment(failedAt)}`
    const what = about === '' ? kind : `${kind} (${about})`
    terminal.out(`${id}  ${what}, ${when}: ${error}\n`)
  }
  terminal.err(`${counted(failed.length, 'job')} failed.\n`)
  return 0
}

export const verb: Verb = {
  usage: 'jobs',
  about: 'lists mails and other work that failed, and has it tried again',
  options: {},
  paths: { least: 0, most: 101 },
  run: jobs,
  help: `Usage: ${SHOP_CALL} jobs [list | retry [ID…] | drop [ID…]] [--json]

  list           what has failed, with what it is about and why
  retry [ID…]    has it done at once, also what was given up; without an ID all of it, such as after a
                 mail server was away. A mail that is useless by now, such as a code, is not sent
  drop [ID…]     deletes what was given up; otherwise it stays on the list for 30 days

${COMMON_HELP}`,
}
