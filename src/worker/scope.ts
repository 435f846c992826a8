/** What the script of a service worker has in the place of a window. */
declare const self: ServiceWorkerGlobalScope

export const scope = self

/** The build it was made with: names the caches (bin/build-worker.ts). */
declare const BUILD: string
/** Scripts and sheets by which things are chosen and put into the cart. */
declare const PARTS: readonly string[]

export const build = BUILD
export const parts = PARTS
