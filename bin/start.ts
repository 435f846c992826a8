import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled once is kept beside the build, if that may be written: from the second start on it is
// not compiled again, which was a third of the time.
enableCompileCache(join(import.meta.dirname, '../dist/.compiled'))
await import('./run-shop.ts')
