import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { DIST } from '#lib/server/build/root.ts'

/** Files that the build made for browsers. */
export const CLIENT_DIR = join(DIST, 'client')

/** The rendering function of the built app. */
export type Render = (request: Request, locals: App.Locals) => Promise<Response>

/**
 * Loads the built app into this thread. Sets NODE_ENV so that React's production build is used: Node sets none,
 * and the development build takes twice the time.
 * @throws when there is no build
 */
export async function loadRender(): Promise<Render> {
  return (await loadEntry()).render
}

/** Renders a page by joining strings; gives undefined for what only the rendering function can render. */
type PlainText = (url: URL, locals: App.Locals) => Promise<string | undefined>

/** The built app, as the publisher uses it. */
export type BuiltApp = { render: Render; plainText: PlainText }

type Entry = {
  render: Render
  openPlainPages: (finish: (html: string) => string) => { text: PlainText }
}

/**
 * Loads the built app for publishing; `finish` turns what was rendered into the finished page.
 * @throws when there is no build
 */
export async function loadApp(finish: (html: string) => string): Promise<BuiltApp> {
  const { render, openPlainPages } = await loadEntry()
  const pages = openPlainPages(finish)
  return { render, plainText: (url, locals) => pages.text(url, locals) }
}

async function loadEntry(): Promise<Entry> {
  process.env['NODE_ENV'] = 'production'
  return import(/* @vite-ignore */ pathToFileURL(join(DIST, 'server/entry.mjs')).href)
}

const entries = new Map<string, string>()

/**
 * The file of a page's script. Astro gives each part of pages a file of its own, even one that only imports
 * another file: then it is that other file.
 */
export function entryScript(address: string): string {
  let entry = entries.get(address)
  if (entry === undefined) {
    const file = join(CLIENT_DIR, address)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const [, only] = /^import\s?"\.\/([\w.-]+)";\s*$/.exec(text) ?? []
    entry = only === undefined ? address : join(dirname(address), only)
    entries.set(address, entry)
  }
  return entry
}

const islandScriptsSchema = z.object({
  waking: z.array(z.string()),
  element: z.string(),
  early: z.string(),
  loader: z.string(),
  both: z.string(),
})
let scripts: z.infer<typeof islandScriptsSchema> | undefined

/**
 * The inline scripts for pages with islands. Astro writes the `waking` ones, which hydrate islands, and the one
 * that defines their `element`. Pages have `early` in their place: it loads all that at the first input.
 * `loader` loads a page's own modules, and `both` does what those two do.
 * @throws when there is no build
 */
export function islandScripts(): z.infer<typeof islandScriptsSchema> {
  const text = () => readFileSync(join(DIST, 'island-scripts.json'), 'utf8')
  scripts ??= islandScriptsSchema.parse(JSON.parse(text()))
  return scripts
}
