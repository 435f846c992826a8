import { enableCompileCache } from 'node:module'

/**
 * Keeps what was compiled in a folder, if that may be written: modules that were loaded once are not compiled again.
 * Threads and child processes go by the environment, not by what this process was told.
 */
export function keepCompiled(folder: string): void {
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] = folder
}
