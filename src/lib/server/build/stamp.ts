import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST, ROOT } from './root.ts'

const STAMP = join(DIST, '.build-stamp')
/** Files and folders that a build is made of, and with. */
export const INPUTS = [
  'src',
  'public',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'bin/node/package-lock.json',
  'bin/build.ts',
  'bin/build-programs.ts',
  'bin/build-worker.ts',
  'bin/drop-unused-styles.mjs',
  'bin/sbom.ts',
  'bin/without-preloads.mjs',
]

/** A hash of all sources that a build is made of, as they are now. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  for (const input of INPUTS) addTo(hash, input)
  return hash.digest('hex')
}

/** Whether the last build was made of these sources; by default the present ones. */
export const isFresh = (wanted = fingerprint()): boolean =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted

/** Whether there is a build at all, of whatever sources. */
export const hasBuild = (): boolean => existsSync(STAMP)

/** Records what the build was made of, as the last step of a build. */
export const leaveStamp = (made: string): void => writeFileSync(STAMP, made)

/** Identifies the build: pages of another build are stale. @throws if there is none */
export const buildId = (): string => readFileSync(STAMP, 'utf8').slice(0, 16)

function addTo(hash: Hash, path: string): void {
  const entry = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (entry?.isFile()) addFile(hash, path)
  else if (entry) addFolder(hash, path)
}

function addFolder(hash: Hash, path: string): void {
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${path}/${entry.name}`
    if (entry.isDirectory()) addFolder(hash, inside)
    else addFile(hash, inside)
  }
}

function addFile(hash: Hash, path: string): void {
  hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)))
}
