import { join } from 'node:path'
import { keepCompiled } from './keep-compiled.ts'

// Keeps compiled modules between calls: a third of the time of a small import.
keepCompiled(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { lowerPriority } = await import('#lib/server/lower-priority.ts')
const { keepFilesPrivate } = await import('#lib/server/settings/private-files.ts')
const { runShop } = await import('#lib/server/cli/run.ts')
const { processTerminal } = await import('#lib/server/cli/terminal.ts')

/** `npm run shop`: the editors' command line. */
const build = async () => (await import('./build.ts')).buildIfStale()
// Shoppers of a running shop come first.
lowerPriority()
keepFilesPrivate()
const terminal = processTerminal(process.env)
process.exitCode = await runShop(process.argv.slice(2), process.env, terminal, build)
