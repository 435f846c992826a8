import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Shared } from '#lib/server/publish/finish-page.ts'
import { compose } from './page-file.ts'
import { replaceFile } from './replace-file.ts'

const folderOf = (siteDir: string) => join(siteDir, '.parts')

/** The file of a part that many pages share. */
export const partFile = (siteDir: string, name: string): string => join(folderOf(siteDir), name)

/** Writes a part, replacing the one of that name. */
export function writePart(siteDir: string, { name, html }: Shared): void {
  mkdirSync(folderOf(siteDir), { recursive: true })
  replaceFile(partFile(siteDir, name), Buffer.from(html))
}

/** Whether the file of the part has exactly this content. */
export function holdsPart(siteDir: string, { name, html }: Shared): boolean {
  try {
    return readFileSync(partFile(siteDir, name), 'utf8') === html
  } catch {
    return false
  }
}

/** A page's bytes as browsers get them. @throws when one of its parts is missing */
export function composeFrom(siteDir: string, file: Buffer): Buffer {
  return compose(file, (name) => readFileSync(partFile(siteDir, name)))
}

/** The names of the parts that lie in the folder. */
export function partNames(siteDir: string): string[] {
  mkdirSync(folderOf(siteDir), { recursive: true })
  return readdirSync(folderOf(siteDir))
}

/** When a part was last written, in milliseconds; 0 when there are no parts. */
export function newestPartMs(siteDir: string): number {
  const times = partNames(siteDir).map(
    (name) => statSync(partFile(siteDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(0, ...times)
}

/** Deletes the parts that no page contains. */
export function removeUnusedParts(siteDir: string, isUsed: (name: string) => boolean): void {
  for (const name of partNames(siteDir)) {
    if (!isUsed(name)) rmSync(partFile(siteDir, name), { force: true })
  }
}
