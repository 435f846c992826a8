import { counted } from '#lib/texts/counted.ts'
import { isoMoment } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import {
  listSubscribers,
  type Subscriber,
  unsubscribeFromNewsletter,
} from '#lib/server/letters/newsletter.ts'
import { newsletterPath } from '#lib/server/letters/newsletter-links.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { signAsShop } from '#lib/server/settings/running.ts'
import type { Sign } from '#lib/server/settings/signer.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop newsletter`: lists the subscribers with their links to unsubscribe, or takes an address off the list. */
async function newsletter(call: Call): Promise<ExitCode> {
  const { flags } = call
  const { remove } = flags.texts
  if (remove !== undefined && (flags.all || flags.csv)) {
    throw new UsageError('--remove takes an address off the list, and shows no list.')
  }
  if (flags.csv && flags.json) throw new UsageError('--csv and --json are two forms of one list.')
  return withDatabase(call, (db) =>
    remove === undefined ? list(db, call) : takeOff(db, call, remove.trim().toLowerCase()),
  )
}

async function list(db: Db, call: Call): Promise<ExitCode> {
  const { flags, settings, terminal } = call
  const known = await listSubscribers(db)
  const confirmed = known.filter(({ confirmedAt }) => confirmedAt !== null)
  const shown = flags.all ? known : confirmed
  const counts = { confirmed: confirmed.length, unconfirmed: known.length - confirmed.length }
  if (!flags.csv && !flags.json) {
    terminal.out(shown.map(({ email }) => `${email}\n`).join(''))
    terminal.err(`${countOf(counts, flags.all)}\n`)
    return 0
  }
  const { hostname, origin } = settings.publicUrl
  const sign = signAsShop(settings)
  const rows = shown.map((one) => rowOf(one, origin, sign))
  if (hostname === 'localhost') {
    const hint = `The links lead to ${origin}: set PUBLIC_URL to the address of the shop.`
    terminal.err(`${paint(terminal, 'yellow', hint)}\n`)
  }
  if (flags.json) {
    terminal.out(`${JSON.stringify({ ...counts, subscribers: rows })}\n`)
    return 0
  }
  terminal.out([csvLine(COLUMNS), ...rows.map((row) => csvLine(textsOf(row)))].join(''))
  terminal.err(`${countOf(counts, flags.all)}\n`)
  return 0
}

const COLUMNS = ['email', 'subscribed', 'confirmed', 'unsubscribe'] as const
type Row = { email: string; subscribed: string; confirmed: string | null; unsubscribe: string }

function rowOf({ email, createdAt, confirmedAt }: Subscriber, origin: string, sign: Sign): Row {
  return {
    email,
    subscribed: isoMoment(createdAt),
    confirmed: confirmedAt === null ? null : isoMoment(confirmedAt),
    unsubscribe: origin + newsletterPath('unsubscribe', email, sign),
  }
}

const textsOf = (row: Row) => COLUMNS.map((name) => row[name] ?? '')

function countOf(
  { confirmed, unconfirmed }: { confirmed: number; unconfirmed: number },
  areAllShown: boolean,
): string {
  const subscribers = counted(confirmed, 'subscriber')
  if (unconfirmed === 0) return `${subscribers}.`
  const hint = areAllShown ? '' : ' (--all lists them too)'
  return `${subscribers}; ${counted(unconfirmed, 'address', 'addresses')} not confirmed yet${hint}.`
}

async function takeOff(db: Db, { flags, terminal }: Call, email: string): Promise<ExitCode> {
  if (email === '') throw new UsageError('--remove needs an ADDRESS.')
  const isRemoved = await unsubscribeFromNewsletter(db, email)
  if (flags.json) terminal.out(`${JSON.stringify({ email, removed: isRemoved })}\n`)
  else if (isRemoved) terminal.out(`${email} is off the list.\n`)
  if (!isRemoved) terminal.err(`${paint(terminal, 'red', `${email} is not on the list.`)}\n`)
  return isRemoved ? 0 : 1
}

export const verb: Verb = {
  usage: 'newsletter',
  about: 'lists who gets the newsletter, and takes addresses off',
  options: {
    all: { type: 'boolean' },
    csv: { type: 'boolean' },
    remove: { type: 'string' },
  },
  paths: { least: 0, most: 0 },
  run: newsletter,
  help: `Usage: ${SHOP_CALL} newsletter [--all] [--csv] [--json]
       ${SHOP_CALL} newsletter --remove ADDRESS [--json]

Lists the addresses that have confirmed that they want the newsletter, one a line; how many there are
is written beside it, to standard error.

  --all             also those that have not confirmed yet; they are forgotten after 30 days
  --csv             a table: email, subscribed, confirmed and unsubscribe, the link by which its reader
                    leaves the list. Put that link into each mail, and into its header List-Unsubscribe
  --remove ADDRESS  takes an address off the list

${COMMON_HELP}`,
}
