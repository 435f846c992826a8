import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

/**
 * A mark that changes with each publish and is kept in the folder and in the database, to show that they belong
 * together.
 */
const FILE = '.mark'

/** The marks in the folder: none before the first publish ends, two when a crash came between folder and database. */
export function folderMarks(siteDir: string): string[] {
  try {
    return readFileSync(join(siteDir, FILE), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Writes the marks into the folder. */
export function markFolder(siteDir: string, marks: string[]): void {
  replaceFile(join(siteDir, FILE), marks.join('\n'))
}

/**
 * Whether the folder is the one that the database has recorded. A folder that was copied, restored or rolled
 * back has another mark; one whose first publish has not ended has none.
 */
export function isFolderOf(siteDir: string, recorded: string): boolean {
  const marks = folderMarks(siteDir)
  if (recorded === '') return marks.length === 0
  return marks.includes(recorded.split(' ').at(-1) ?? '')
}
