import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { compose, placesIn } from '#lib/server/publish/files/page-file.ts'
import { partFile } from '#lib/server/publish/files/part-files.ts'

/** Distinguishes versions of a file; a replaced file has another inode. */
type FileStamp = { file: string; mtimeMs: number; size: number; ino: number }

/** The bytes of a file as they are sent, and the stamps of the files they were made from. */
export type WholeFile = { body: Buffer; mtimeMs: number; stamps: FileStamp[] }

/** Loads a file; a page is composed with its shared parts. Undefined if any of the files is missing. */
export async function loadWhole(file: string, siteDir: string): Promise<WholeFile | undefined> {
  try {
    const found = await stat(file)
    if (!found.isFile()) return undefined
    const { mtimeMs } = found
    const stamps = [{ file, ...pick(found) }]
    const bytes = await readFile(file)
    if (!file.endsWith('.html')) return { body: bytes, mtimeMs, stamps }
    const parts = new Map(placesIn(bytes).places.map(({ name }) => [name, partFile(siteDir, name)]))
    for (const part of parts.values()) stamps.push({ file: part, ...pick(statSync(part)) })
    const body = compose(bytes, (name) => readFileSync(parts.get(name) ?? name))
    return { body, mtimeMs, stamps }
  } catch {
    return undefined
  }
}

/** Whether all these files are unchanged on disk. */
export function areCurrent(stamps: FileStamp[]): boolean {
  return stamps.every(({ file, mtimeMs, size, ino }) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found?.mtimeMs === mtimeMs && found.size === size && found.ino === ino
  })
}

const pick = ({ mtimeMs, size, ino }: Omit<FileStamp, 'file'>) => ({ mtimeMs, size, ino })
