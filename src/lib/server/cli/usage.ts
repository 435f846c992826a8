/** Wrong use of the command line: exit 2 with this message. */
export class UsageError extends Error {}

const COMMANDS = ['check', 'import', 'export', 'publish', 'status'] as const
export type CommandName = (typeof COMMANDS)[number]

export function isCommand(name: string): name is CommandName {
  return COMMANDS.some((command) => command === name)
}

const CALL = 'npm run --silent shop --'

export const OVERVIEW = `Usage: ${CALL} COMMAND [PATH] [--json]

  check PATH      looks through a product list and says what is wrong; changes nothing
  import PATH     puts a product list into the shop and publishes what it changes
  export [PATH]   writes the shop's products into a folder, or into a file PATH.csv
  publish         renders the pages that are not up to date
  status          says how many products there are, and what is waiting

  ${CALL} COMMAND --help tells more about a command.
  With --json the answer is one JSON object. Exit code: 0 done, 1 refused, 2 wrong usage.
`

const JSON_OPTION = '  --json            answer with one JSON object on standard output\n'

export const HELP: Record<CommandName, string> = {
  check: `Usage: ${CALL} check PATH [--map M.json] [--json]

Looks through a CSV file, or a folder with products.csv, and names each row that the shop would
refuse, with its line and the reason. Nothing is changed.

  --map M.json      which column of a foreign file is which (see docs/import.md)
${JSON_OPTION}`,
  import: `Usage: ${CALL} import PATH [options]

Puts a CSV file, or a folder with products.csv, into the shop, and publishes the pages that it
changes. Products are recognised by their sku. With a single bad row nothing is changed.

  --map M.json      which column of a foreign file is which (see docs/import.md)
  --skip-invalid    leave out the bad rows and take the others
  --replace         withdraw the products that the file lacks
  --dry-run         only say what would change, pages included
${JSON_OPTION}`,
  export: `Usage: ${CALL} export [PATH] [--json]

Writes the catalogue in the format of the import: products, categories, banners, shop.json and
images into the folder PATH (catalogue-export when there is no PATH), or the products alone when
PATH ends in .csv. Importing it again changes nothing.

${JSON_OPTION}`,
  publish: `Usage: ${CALL} publish [--all] [--json]

Renders the pages that are not up to date, and writes those whose bytes differ.

  --all             render every page
${JSON_OPTION}`,
  status: `Usage: ${CALL} status [--json]

Says how many products are on sale, what the last imports did, and what is waiting to be published.

${JSON_OPTION}`,
}
