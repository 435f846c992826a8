/**
 * Vite wraps every `import()` to fetch what the module imports at once, by a list of hashed names in each
 * page and 700 packed bytes that read it. Ours import plainly: the wrapping is taken off again.
 */
export const withoutPreloads = {
  name: 'without-preloads',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
  configEnvironment(name, { build }) {
    if (name !== 'client' || !build) return
    const resolveDependencies = () => []
    build.modulePreload = { polyfill: false, resolveDependencies }
  },
  renderChunk(code) {
    if (!code.includes('__vitePreload')) return
    const plain = code
      .replaceAll(/__vitePreload\(\(\) => (import\([^;]*?), __VITE_PRELOAD__\)/g, '$1')
      .replaceAll(
        /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^;]*);\s*return \{[^}]*\};\s*\}, __VITE_PRELOAD__\)/g,
        '$1',
      )
      .replaceAll(/(?:\w+ as __vitePreload|__vitePreload as \w+)(?:, )?/g, '')
      .replace(/^(?:const|var) __vitePreload = .*\n/m, '')
    // Another version of Vite writes it in another way: then it must be read here anew.
    if (plain.includes('__vitePreload')) throw new Error('An import() is still wrapped by Vite')
    return plain
  },
  // The wrapping would also have fetched styles.
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    const stylesOf = (name) => [...(bundle[name]?.viteMetadata?.importedCss ?? [])]
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      for (const name of chunk.dynamicImports) {
        const [style] = stylesOf(name)
        if (style) this.error(`${name} comes by import(), which would lose its styles, ${style}`)
      }
    }
  },
}
