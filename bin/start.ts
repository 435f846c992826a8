import { join } from 'node:path'
import { programFile } from '#lib/server/build/programs.ts'
import { buildIfStale } from './build.ts'
import { keepCompiled } from './keep-compiled.ts'

// `npm start`: builds what is stale, and runs the shop.
if (!process.argv.includes('--no-build')) await buildIfStale()
// Beside the build: from the second start on a third of the time is saved, and of a thread two thirds.
keepCompiled(join(import.meta.dirname, '../dist/.compiled'))
await import(programFile('start').href)
