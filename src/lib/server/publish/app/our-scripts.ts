import { SHOW_BOUGHT, SHOW_COLUMNS, SHOW_LOCATION } from '#lib/browser/inline-scripts.ts'
import { islandScripts } from './build-output.ts'
import { keepInline } from './archived-scripts.ts'
import { asBuilt } from './module-loader.ts'

/**
 * Tells our own inline scripts from injected ones: only ours are allowed by their hashes (H1), including those
 * in pages that an older build wrote and this one has not republished yet.
 * @returns whether the text of a script is one of ours
 * @throws when there is no build
 */
export function knowOurScripts(dataDir: string): (text: string) => boolean {
  const { early, loader, both } = islandScripts()
  const own = [SHOW_BOUGHT, SHOW_LOCATION, SHOW_COLUMNS, early, loader, both]
  const texts = new Set(keepInline(own, dataDir))
  return (text) => texts.has(text) || texts.has(asBuilt(text))
}
