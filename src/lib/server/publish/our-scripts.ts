import { SHOW_BOUGHT, SHOW_COLUMNS, SHOW_LOCATION } from '#lib/inline-scripts.ts'
import { islandScripts } from './build-output.ts'
import { isLoader } from './module-loader.ts'

/**
 * What tells the inline scripts of our pages from what somebody got into one: only ours are let run
 * by their hashes (H1). @throws when there is no build
 */
export function knowOurScripts(): (text: string) => boolean {
  const texts = new Set([SHOW_BOUGHT, SHOW_LOCATION, SHOW_COLUMNS, islandScripts().early])
  return (text) => texts.has(text) || isLoader(text)
}
