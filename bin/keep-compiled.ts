import { enableCompileCache } from 'node:module'

/**
 * Caches compiled modules in a folder, if it is writable, so that they are compiled only once.
 * Threads and child processes read the folder from the environment; if that names another folder
 * already, as deploy/kirana.service does, it is left alone.
 */
export function keepCompiled(folder: string): void {
  if (process.env['NODE_COMPILE_CACHE']) return
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] = folder
}
