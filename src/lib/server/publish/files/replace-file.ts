import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { threadId } from 'node:worker_threads'

/** Suffix of a file that is being written. */
export const TEMPORARY = '.tmp'

/** Where a file is written until it is complete: in the same folder, under a name that only this thread uses. */
export const temporaryOf = (file: string): string =>
  `${file}.${process.pid}-${threadId}${TEMPORARY}`

/** Whether a temporary file was made by this process. */
export const isOwnTemporary = (name: string): boolean => name.includes(`.${process.pid}-`)

/** Replaces a file: readers see the old or the new one, never half (F40), and a full disk leaves no piece behind. */
export function replaceFile(file: string, bytes: Buffer | string): void {
  const temporary = temporaryOf(file)
  try {
    writeFileSync(temporary, bytes)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Waits until a file or folder is on the disk; does nothing for one that is gone or cannot be opened. */
export async function flushFile(file: string): Promise<void> {
  try {
    await using handle = await open(file)
    await handle.sync()
  } catch {
    // It is gone by now, or the system cannot open folders and stores them without being asked.
  }
}
