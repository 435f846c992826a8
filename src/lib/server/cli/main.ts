import { lowerPriority } from '#lib/server/lower-priority.ts'
import { keepFilesPrivate } from '#lib/server/settings/private-files.ts'
import { runShop } from './run.ts'
import { processTerminal } from './terminal.ts'

/** `npm run shop`: runs the editors' command line with this process's arguments. */
export async function main(build: () => Promise<void>): Promise<void> {
  // Shoppers of a running shop come first.
  lowerPriority()
  keepFilesPrivate()
  const terminal = processTerminal(process.env)
  process.exitCode = await runShop(process.argv.slice(2), process.env, terminal, build)
}
