import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What ends the name of a site that was taken away. */
const ASIDE = '.gone-'

/** Takes all pages off the site in a moment, however many they are. */
export function discardSite(siteDir: string): void {
  renameSync(siteDir, siteDir + ASIDE + Date.now())
  mkdirSync(siteDir)
}

/** Removes what was taken away, also by a process that ended before it was gone. */
export async function removeDiscarded(siteDir: string): Promise<void> {
  const parent = dirname(siteDir)
  const isGone = (name: string) => name.startsWith(basename(siteDir) + ASIDE)
  for (const name of readdirSync(parent).filter(isGone)) {
    // Whatever cannot be removed now is removed by the next start.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}
