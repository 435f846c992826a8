import './astro-global.ts'
import 'astro/runtime/server/astro-island.js'
import { wakeBy } from './interaction.ts'

/** Starts the islands of a page, with what was done on it before (early-input.ts). */
export function wakeIslands(early: readonly Event[]): void {
  Object.assign(Reflect.get(self, 'Astro'), { interaction: wakeBy(early) })
  // The event by which Astro tells islands that their directive has been defined.
  dispatchEvent(new Event('astro:interaction'))
}
