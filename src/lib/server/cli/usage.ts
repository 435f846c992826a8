/** Wrong use of the command line: exit 2 with this message. */
export class UsageError extends Error {}

const COMMANDS = [
  'check',
  'import',
  'export',
  'export-site',
  'undo',
  'publish',
  'watch',
  'status',
  'orders',
  'grant',
  'revoke',
  'move-database',
  'backup',
  'restore',
] as const
export type CommandName = (typeof COMMANDS)[number]

export function isCommand(name: string): name is CommandName {
  return COMMANDS.some((command) => command === name)
}

const CALL = 'npm run --silent shop --'

export const OVERVIEW = `Usage: ${CALL} COMMAND [PATH] [--json]

  check PATH      looks through a product list and says what is wrong; changes nothing
  import PATH     puts a product list into the shop and publishes what it changes
  export [PATH]   writes the shop's products into a folder, or into a file PATH.csv
  export-site PATH     writes the published pages as plain files, for a CDN or another web server
  undo [IMPORT]   takes back an import: the last one, or that of this number
  publish         renders the pages that are not up to date
  watch PATH      imports and publishes at every save
  status          says how many products there are, and what is waiting
  orders          lists orders, and does with one of them what the desk can do
  grant EMAIL ROLE     makes somebody owner, editor or staff
  revoke EMAIL [ROLE]  takes a role back, or all
  move-database URL   copies the shop's database into an empty PostgreSQL
  backup PATH     copies the shop into a folder, also while it is open
  restore PATH    puts such a copy back

  ${CALL} COMMAND --help tells more about a command.
  With --json the answer is one JSON object. Exit code: 0 done, 1 refused, 2 wrong usage.
`

const STOCK_OPTIONS = `  --set-stock       the stocks of the list are counts of the shelf now, also where it has sold
  --keep-stock      leave such stocks as they are
`

const JSON_OPTION = '  --json            answer with one JSON object on standard output\n'

export const HELP: Record<CommandName, string> = {
  check: `Usage: ${CALL} check PATH [options]

Looks through a CSV file, or a folder with products.csv, and names each row that the shop would
refuse, with its line and the reason. Nothing is changed.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
${STOCK_OPTIONS}${JSON_OPTION}`,
  import: `Usage: ${CALL} import PATH [options]

Puts a CSV file, or a folder with products.csv, into the shop, and publishes the pages that it
changes. Products are recognised by their sku. With a single bad row nothing is changed. Each
import has a number, by which "undo" takes it back. A stock counts as the difference to the export
that the list came from (its column stockwas); a list without that column is refused where it would
bring back what was sold since the last export.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
  --skip-invalid    leave out the bad rows and take the others
  --replace         withdraw the products that the file lacks
  --dry-run         only say what would change: each field old → new, and each page
${STOCK_OPTIONS}${JSON_OPTION}`,
  export: `Usage: ${CALL} export [PATH] [--json]

Writes the catalogue in the format of the import: products, categories, banners, shop.json and
images into the folder PATH (catalogue-export when there is no PATH), or the products alone when
PATH ends in .csv. Importing it again changes nothing.

${JSON_OPTION}`,
  'export-site': `Usage: ${CALL} export-site PATH [--json]

Publishes what is not up to date, and writes the shop as plain files into the new folder PATH: pages,
feed, sitemaps, scripts, styles and pictures, what is packed as .br and .gz beside it. A CDN or another
web server can send them (docs/deploy.md); search, cart, checkout and accounts still need the shop.

${JSON_OPTION}`,
  undo: `Usage: ${CALL} undo [IMPORT] [options]

Takes an import back: each field that it changed is again what it was, products that it withdrew are
back, and those that it brought leave the shop. Without a number it is the last import that still
counts; "status" lists the numbers. Where this would overwrite a later change nothing is changed, and
what stands in the way is named. Units that were sold since stay sold. An undo is an import, too, and
can be undone by its number.

  --only KINDS      of these kinds alone: new, withdrawn, prices, stock, texts, pictures, categories,
                    shop; several with commas
  --sku SKUS        of these products alone; several with commas
  --leave-later     leave what was changed later as it is, and take the rest back
  --dry-run         only say what would change: each field old → new, and each page
${JSON_OPTION}`,
  publish: `Usage: ${CALL} publish [--all] [--json]

Renders the pages that are not up to date, and writes those whose bytes differ.

  --all             render every page
${JSON_OPTION}`,
  orders: `Usage: ${CALL} orders [list [STATE] | VERB NUMBER …] [options] [--json]

  list [STATE]      the newest first, what is still to be done the oldest first: new, accepted, packed,
                    out, attention, delivered, ended, or a status; 50 at a time
    --search TEXT   by number, name, phone, PIN, city or product; --pay cash or paid
    --from, --to    days as 2026-11-22; --limit N; --cursor C: on from there
  show NUMBER       one order, with what was done with it
  accept NUMBER     somebody has seen it; advance NUMBER: the next step (--rider NAME on its way)
  cancel NUMBER --reason R    before it leaves the shop; also one that is paid in cash
  refused, undelivered, returned NUMBER --reason R    at the door, and after it
    --units back|lost         onto the shelf again (back), or written off
  cash NUMBER --amount RUPEES [--how cash|upi] [--reference R] [--rider NAME]    what was taken
  line NUMBER LINE QUANTITY   less of a line, counted from 0 (--units lost|back)
    --instead SKU [--pack P] [--count N] [--agreed yes]    another product in its place
  details NUMBER    where it goes, until it is on its way; what is not said stays as it is:
    --name, --street, --street2, --city, --region, --pin, --phone, --note
  refund NUMBER [--amount RUPEES --reason R]    a part, or without an amount all of it
  undo NUMBER       takes the last step back, for ten minutes
  settle PAYMENT    takes what needed attention off the list of status

A refund is written down here; the running shop asks the payment provider for it.

${JSON_OPTION}`,
  status: `Usage: ${CALL} status [--json]

Says how many products are on sale, what the last imports did, and what is waiting to be published.

${JSON_OPTION}`,
  watch: `Usage: ${CALL} watch PATH [options]

Imports PATH and publishes what it changes, now and whenever it is saved, until Ctrl+C. A save with a
bad row changes nothing and says why.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
  --skip-invalid    leave out the bad rows and take the others
${STOCK_OPTIONS}  --json            answer with one JSON object a line, for each save that changes something
`,
  grant: `Usage: ${CALL} grant EMAIL owner|editor|staff [--json]

Opens the desk to somebody who has signed up with EMAIL: to an editor the catalogue, to staff the
orders, to the owner both, and what the shop is called, where its mail goes and how it is taxed.

${JSON_OPTION}`,
  revoke: `Usage: ${CALL} revoke EMAIL [owner|editor|staff] [--json]

Takes a role back, or without one all of them. It counts from the next request on.

${JSON_OPTION}`,
  'move-database': `Usage: ${CALL} move-database URL [--json]

Copies everything that the shop's database holds into an empty PostgreSQL, such as
postgres://user:password@host/shop, and compares counts and sums of both. With any difference nothing
is kept there. Stop the shop first: what it would sell meanwhile stays in the old database. Afterwards
start it with DATABASE_URL set to that address; the old database stays as it was.

${JSON_OPTION}`,
  backup: `Usage: ${CALL} backup PATH [--json]

Copies the shop, its database, uploads, mails that wait and its secret, into the new folder PATH. The
shop may be open meanwhile. Keep the folder where nobody else can read it: it holds your customers.

${JSON_OPTION}`,
  restore: `Usage: ${CALL} restore PATH [--json]

Puts a backup in the place of the shop. Stop the shop first. The shop that was there is not deleted:
it lies in DATA_DIR, in a folder before-restore-… A PostgreSQL of DATABASE_URL must be empty. Pages
are published again with the next start.

${JSON_OPTION}`,
}
