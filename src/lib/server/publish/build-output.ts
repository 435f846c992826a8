import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

const DIST = join(import.meta.dirname, '../../../../dist')

/** Files that the build made for browsers. */
export const CLIENT_DIR = join(DIST, 'client')

/** The rendering function of the built app. */
export type Render = (request: Request, locals: App.Locals) => Promise<Response>

/**
 * Loads the built app into this thread, with React's production build: Node knows no mode of its own,
 * and the other one takes twice the time. @throws when there is no build
 */
export async function loadRender(): Promise<Render> {
  process.env['NODE_ENV'] = 'production'
  const entry: { render: Render } = await import(pathToFileURL(join(DIST, 'server/entry.mjs')).href)
  return entry.render
}

/** The scripts that the build puts into pages with islands. @throws when there is no build */
export function islandScripts(): string[] {
  const text = readFileSync(join(DIST, 'island-scripts.json'), 'utf8')
  return z.array(z.string()).parse(JSON.parse(text))
}

/** Names the build: pages of another build are stale. */
export function buildId(): string {
  return readFileSync(join(DIST, '.build-stamp'), 'utf8').slice(0, 16)
}
