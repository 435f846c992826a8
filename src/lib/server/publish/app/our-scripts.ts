import { SHOW_BOUGHT, SHOW_COLUMNS, SHOW_LOCATION } from '#lib/browser/inline-scripts.ts'
import { islandScripts } from './build-output.ts'
import { keepInline } from './archived-scripts.ts'
import { asBuilt } from './module-loader.ts'

/**
 * What tells the inline scripts of our pages from what somebody got into one: only ours are let run
 * by their hashes (H1), also those of pages that a former build wrote and this one has not yet come to.
 * @throws when there is no build
 */
export function knowOurScripts(dataDir: string): (text: string) => boolean {
  const { early, loader, both } = islandScripts()
  const own = [SHOW_BOUGHT, SHOW_LOCATION, SHOW_COLUMNS, early, loader, both]
  const texts = new Set(keepInline(own, dataDir))
  return (text) => texts.has(text) || texts.has(asBuilt(text))
}
