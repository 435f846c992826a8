/**
 * Loads something once, for all who ask: what they do with it is done in the order in which they asked, which
 * several `import()` of one file don't promise. What could not be loaded is tried again by the next.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
