import { renameSync, writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'

/** What ends the name of a file that is being written. */
export const TEMPORARY = '.tmp'

/** Replaces a file; a reader sees the old or the new one, never half (F40). */
export function replaceFile(file: string, bytes: Buffer): void {
  const temporary = `${file}.${process.pid}-${threadId}${TEMPORARY}`
  writeFileSync(temporary, bytes)
  renameSync(temporary, file)
}
