import { enableCompileCache } from 'node:module'

/**
 * Keeps what was compiled in a folder, if that may be written: modules that were loaded once are not compiled again.
 * Threads and child processes go by the environment, not by what this process was told; where that names another
 * folder, as deploy/kirana.service does, it is that one.
 */
export function keepCompiled(folder: string): void {
  if (process.env['NODE_COMPILE_CACHE']) return
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] = folder
}
