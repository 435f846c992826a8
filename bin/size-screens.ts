// The part of npm run size that measures every screen: React with all its islands, by the build's
// manifest.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from '#lib/server/build/root.ts'

const PAGES = join(ROOT, 'src/pages')
const PARTS = join(PAGES, '_parts')
const JS = 'static/js/'

/** The files of a screen's islands, and those of its own scripts, which are loaded earlier. */
type Screen = { name: string; islands: string[]; scripts: string[] }

/**
 * Every screen with an island: everything that its Astro file and that file's imports may render,
 * so islands that exclude each other are all counted. Chunks loaded by `import()` are not: they
 * come with a press, or once an island is live.
 */
export function screens(): Screen[] {
  const fileOf = entryFiles()
  const react = fileOf('@astrojs/react/client.js')
  return globSync('**/*.astro', { cwd: PAGES })
    .filter((path) => !path.split('/').some((name) => name.startsWith('_')))
    .toSorted()
    .map((path) => {
      const files = [...withParts(join(PAGES, path))]
      const islands = new Set(files.flatMap(islandsOf).map(fileOf))
      const scripts = files
        .filter((file) => /<script>/.test(text(file)))
        .map((file) => fileOf(`${file}?astro&type=script&index=0&lang.ts`))
      const name = `/${path.replace(/(^|\/)index\.astro$|\.astro$/, '')}`
      return { name, islands: [...islands], scripts }
    })
    .filter(({ islands }) => islands.length > 0)
    .map((screen) => ({ ...screen, islands: [react, ...screen.islands] }))
}

/** An Astro file and all Astro files that it imports, directly or indirectly. */
function withParts(file: string): Set<string> {
  const found = new Set([file])
  for (const one of found) {
    for (const [, path = ''] of text(one).matchAll(/^import .* from '([^']+\.astro)'/gm)) {
      found.add(resolve(path, one))
    }
  }
  return found
}

/** The component files of the islands that an Astro file renders. */
function islandsOf(file: string): string[] {
  const names = [...text(file).matchAll(/<([A-Z]\w*)(?:\s[^<]*?)?\sclient:/g)].map(
    ([, name]) => name,
  )
  return names.map((name) => {
    const found = new RegExp(`^import .*\\b${name}\\b.* from '([^']+)'`, 'm').exec(text(file))
    if (!found?.[1]) throw new Error(`${file}: where does ${name} come from?`)
    return resolve(found[1], file)
  })
}

function resolve(path: string, from: string): string {
  if (path.startsWith('.')) return join(dirname(from), path)
  return path
    .replace(/^#parts/, PARTS)
    .replace(/^#pages/, PAGES)
    .replace(/^#/, join(ROOT, 'src/'))
}

const text = (file: string): string => readFileSync(file, 'utf8')

/** Finds the built browser file of a source, as noted in the build's server entry. */
function entryFiles(): (source: string) => string {
  const noted = /"?entryModules"?:(\{[^{}]*\})/.exec(text(join(ROOT, 'dist/server/entry.mjs')))
  const files = z.record(z.string(), z.string()).parse(JSON.parse(noted?.[1] ?? ''))
  return (source) => {
    const file = files[source]
    if (!file?.startsWith(JS)) throw new Error(`${source}: the build notes no file of it`)
    return file.slice(JS.length)
  }
}
