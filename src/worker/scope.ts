/** The global object of a service worker. */
declare const self: ServiceWorkerGlobalScope

export const scope = self

/** The build it belongs to, which names its caches (bin/build-worker.ts). */
declare const BUILD: string
/** Scripts and sheets needed to choose products and add them to the cart. */
declare const PARTS: readonly string[]

export const build = BUILD
export const parts = PARTS
