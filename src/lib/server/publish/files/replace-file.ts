import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { threadId } from 'node:worker_threads'

/** What ends the name of a file that is being written. */
export const TEMPORARY = '.tmp'

/** Where a file is written until it is whole: in one folder with it, and of this thread alone. */
export const temporaryOf = (file: string): string =>
  `${file}.${process.pid}-${threadId}${TEMPORARY}`

/** Whether this process is writing it, or has left it. */
export const isOwnTemporary = (name: string): boolean => name.includes(`.${process.pid}-`)

/** Replaces a file; a reader sees the old or the new one, never half (F40), and a full disk keeps no piece. */
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

/** Waits until a file or folder is on the disk; one that is gone, or cannot be waited for, is none of ours. */
export async function flushFile(file: string): Promise<void> {
  try {
    await using handle = await open(file)
    await handle.sync()
  } catch {
    // Gone meanwhile; or a system whose folders cannot be opened, which sees to it itself.
  }
}
