import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import esbuild from 'esbuild'
import { dropUnusedStyles } from './bin/drop-unused-styles.mjs'
import { withoutPreloads } from './bin/without-preloads.mjs'
import islandElement from 'astro/runtime/server/astro-island.prebuilt.js'

/** The adapter with our own server entry, which exports `render` for publisher and server. */
function nodeAdapter(options) {
  const adapter = node(options)
  const done = adapter.hooks['astro:config:done']
  const serverEntrypoint = new URL('./src/lib/server/publish/entry.ts', import.meta.url)
  adapter.hooks['astro:config:done'] = (context) =>
    done({
      ...context,
      setAdapter: (found) => context.setAdapter({ ...found, serverEntrypoint }),
    })
  return adapter
}

/** In production the server hands over what pages need; `astro dev` has no server of ours. */
const devLocals = {
  name: 'dev-locals',
  hooks: {
    'astro:config:setup': ({ command, addMiddleware }) => {
      const entrypoint = new URL('./src/lib/server/shop/dev-middleware.ts', import.meta.url)
      if (command === 'dev') addMiddleware({ entrypoint, order: 'pre' })
    },
  },
}

/** What starts islands, as a file of its own: catalogue pages load it with the first input. */
const islandFile = {
  name: 'island-file',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    const id = fileURLToPath(new URL('./src/islands/wake/wake-islands.ts', import.meta.url))
    const name = 'islands'
    islandFileId = this.emitFile({ type: 'chunk', id, name, preserveSignature: 'strict' })
  },
  generateBundle() {
    islandAddress = `/${this.getFileName(islandFileId)}`
  },
}
let islandFileId
let islandAddress = ''

/**
 * Notes what Astro writes into pages with islands, which is taken out, and the script that comes in its
 * place: the server lets no others run (H1).
 */
const islandScripts = {
  name: 'island-scripts',
  hooks: {
    'astro:build:ssr': ({ manifest }) => {
      waking = Object.values(Object.fromEntries(manifest.clientDirectives))
    },
    'astro:build:done': () => {
      const earlyInput = new URL('./src/islands/wake/early-input.ts', import.meta.url)
      const pageLoader = new URL('./src/islands/light/page-loader.ts', import.meta.url)
      const early = inlineScript(earlyInput)
      const loader = inlineScript(pageLoader)
      const both = inlineScript(earlyInput, pageLoader)
      mkdirSync(new URL('./dist/', import.meta.url), { recursive: true })
      const texts = JSON.stringify({ waking, element: islandElement, early, loader, both })
      writeFileSync(new URL('./dist/island-scripts.json', import.meta.url), texts)
    },
  },
}
let waking = []

/** These modules in one script, with what they share once. */
function inlineScript(...files) {
  const imports = files.map((file) => `import ${JSON.stringify(fileURLToPath(file))}`)
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents: imports.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // Ours is strict by its types: no page needs to say so.
    tsconfigRaw: {},
    define: { ISLANDS: JSON.stringify(islandAddress), MODULES: '"MODULES"' },
  })
  return outputFiles[0].text.trim()
}

/** `client:interaction`: islands whose code comes with the first touch. */
const interaction = {
  name: 'client-interaction',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'interaction', entrypoint: './src/islands/wake/interaction.ts' })
    },
  },
}

/** Numbers of a path are parted by their signs and points, as long as these are there. */
function tenths(number, at, path) {
  const short = String(Math.round(number * 10) / 10).replace(/^(-?)0\./, '$1.')
  const before = /^[-.]/.test(number) && !/^[-.]/.test(short) ? ' ' : ''
  const after = !short.includes('.') && path[at + number.length] === '.' ? ' ' : ''
  return before + short + after
}

/** `heroicons/….svg?shapes`: what is drawn within an icon, as a text (islands/kit/icons.ts). */
const iconShapes = {
  name: 'icon-shapes',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.svg?shapes')) return
    const [, shapes = ''] =
      /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(id.replace(/\?shapes$/, ''), 'utf8')) ?? []
    const short = shapes
      .replaceAll(/ stroke-line(cap|join)="round"/g, '')
      .replaceAll(/\n\s*/g, '')
      // A tenth of 24 is less than a pixel of any screen shows at our sizes.
      .replaceAll(/-?\d*\.\d+/g, tenths)
    return `export default ${JSON.stringify(short)}`
  },
}

/** Modules of a folder below `src`. @throws where one has moved: it would be packed elsewhere, and nobody told */
function named(folder, ...names) {
  const isThere = (name) =>
    ['.ts', '.tsx'].some((ending) =>
      existsSync(new URL(`./src/${folder}/${name}${ending}`, import.meta.url)),
    )
  const lost = names.find((name) => !isThere(name))
  if (lost) throw new Error(`astro.config.mjs packs src/${folder}/${lost}, which is not there`)
  return `(${names.join('|')})\\.tsx?$`
}
const only = (folder, ...names) => `/src/${folder}/${named(folder, ...names)}`
const allBut = (folder, ...names) => `/src/${folder}/(?!${named(folder, ...names)})`
const anyOf = (...patterns) => new RegExp(patterns.join('|'))

/**
 * What every page's scripts share, in one file: each further one costs its headers and a round trip.
 * What only comes later (React, Swiper, zod, a menu that opens) must not be in it.
 */
const shared = {
  name: 'page',
  test: anyOf(
    'preload-helper|rolldown[/:]runtime|outline/chevron-(left|right)\\.',
    allBut(
      'islands/light',
      ...['controls', 'product-form', 'product-look', 'card-followers', 'offline-note'],
      ...['tell-lost-part', 'after-touch', 'header-scroll'],
    ),
    only('islands/shell', 'account-link', 'toast-message'),
    only('islands/kit', 'announce', 'fetch-page', 'round-button', 'tab-keys', 'unsent'),
    only('islands/wake', 'count-units', 'first-input', 'load-on-input'),
    only('islands/catalogue', 'listing-start', 'listing-view', 'row-start'),
    only('lib', 'limits', 'money'),
    only('lib/browser', 'connection', 'read-stored', 'storage-keys'),
    only('lib/cart', 'cart-summary'),
    only('lib/texts/browser', 'card', 'carousel'),
  ),
}

/** React with what every island needs of it: packed together it is smaller, and one file comes sooner than five. */
const reactFiles = {
  name: 'react',
  test: anyOf(
    'node_modules/(react|react-dom|scheduler|@astrojs/react|@nanostores/react)/|outline/x-mark\\.',
    only('islands/wake', 'use-live', 'replay-input', 'use-is-live'),
    only('islands/kit', 'Icon', 'Stars', 'app-sheet'),
  ),
}

/** Who is signed in and what is said, which all stores start from. */
const storeFiles = {
  name: 'stores',
  test: anyOf(
    'node_modules/(nanostores|@nanostores/persistent)/',
    only('stores', 'session', 'toast'),
    only('islands/kit', 'limit-quantity'),
    only('lib', 'api-client', 'time-limit', 'within'),
    only('lib/account', 'session', 'next-path'),
    only('lib/cart', 'cart-lines'),
    only('lib/catalogue', 'card-packs', 'choice', 'location', 'picture', 'quantity', 'variant'),
    only('lib/texts/browser', 'cart', 'purchase', 'session'),
  ),
}

/** What checks data at the edge: the desk needs it without what buys. */
const zodFiles = { name: 'zod', test: /node_modules\/zod\// }

/** What a press on a card does, in one file: fifteen would take a phone a quarter of a second to read. */
const buyingFiles = {
  name: 'buying',
  test: anyOf(
    '/src/lib/cart/',
    only('lib/browser', 'stored'),
    only('islands/light', 'card-followers', 'product-form', 'product-look'),
    only('stores', 'buying', 'cart', 'changes', 'send-changes', 'wishing', 'wishlist'),
  ),
}

/** One source of markup, two ways to write it: Astro's for requests, strings for what is published. */
const stringRuntime = {
  name: 'string-runtime',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) =>
    id === 'astro/compiler-runtime'
      ? fileURLToPath(new URL('./src/lib/server/publish/strings/runtime.ts', import.meta.url))
      : undefined,
}

/** No island waits for anything on the server: a stream would only cost, a third of a page's time. */
const REACT = { experimentalDisableStreaming: true }

export default defineConfig({
  output: 'server',
  integrations: [devLocals, react(REACT), interaction, islandScripts],
  adapter: nodeAdapter({ mode: 'middleware' }),
  session: false,
  trailingSlash: 'never',
  // Styles are linked here and inlined by the publisher, which is faster than Astro's own way.
  build: { format: 'file', inlineStylesheets: 'never', assets: 'static/js' },
  // The HTTP server refuses foreign hosts and origins before Astro sees a request.
  security: { allowedDomains: [{ hostname: '**' }], checkOrigin: false },
  compressHTML: true,
  devToolbar: { enabled: false },
  vite: {
    plugins: [
      stringRuntime,
      islandFile,
      iconShapes,
      tailwindcss({ optimize: false }),
      withoutPreloads,
    ],
    css: { postcss: { plugins: [dropUnusedStyles()] } },
    // A script within a page would need a hash of its own in the policy (H1).
    build: { assetsInlineLimit: (file) => (file.endsWith('.js') ? false : undefined) },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Each page names its scripts: what Astro adds to their names would be sent each time.
              entryFileNames: ({ name }) =>
                `static/js/${name.replace(/\.astro_astro_type_script.*/, '')}.[hash].js`,
              codeSplitting: { groups: [shared, reactFiles, storeFiles, zodFiles, buyingFiles] },
            },
          },
        },
      },
    },
  },
})
