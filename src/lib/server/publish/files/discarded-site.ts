import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Marks the name of a site folder that was moved aside to be deleted. */
const ASIDE = '.gone-'

/** Takes all pages off the site at once, however many there are. */
export function discardSite(siteDir: string): void {
  renameSync(siteDir, siteDir + ASIDE + Date.now())
  mkdirSync(siteDir)
}

/** Deletes the folders that were moved aside, also those that a process left when it ended. */
export async function removeDiscarded(siteDir: string): Promise<void> {
  const parent = dirname(siteDir)
  const isGone = (name: string) => name.startsWith(basename(siteDir) + ASIDE)
  for (const name of readdirSync(parent).filter(isGone)) {
    // What cannot be deleted now is deleted at the next start.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}
