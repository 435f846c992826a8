import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

/** Another one after each publish, in the folder and in the database: so they are known to be a pair. */
const FILE = '.mark'

/** Marks that the folder has: one, or two where a crash came between folder and database. */
export function folderMarks(siteDir: string): string[] {
  try {
    return readFileSync(join(siteDir, FILE), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

export function markFolder(siteDir: string, marks: string[]): void {
  replaceFile(join(siteDir, FILE), marks.join('\n'))
}

/**
 * Whether the folder is the one that a database has recorded. One that was copied from elsewhere, restored
 * or rolled back has another mark; a publish that was never finished has none yet.
 */
export function isFolderOf(siteDir: string, recorded: string): boolean {
  const marks = folderMarks(siteDir)
  if (recorded === '') return marks.length === 0
  return marks.includes(recorded.split(' ').at(-1) ?? '')
}
