import astro from 'eslint-plugin-astro'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Imports point one way: pages → islands → stores → lib, and pages → lib/server → lib. */
const forbid = (files, ...groups) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: groups.map(([regex, message]) => ({ regex, message })) },
    ],
  },
})
const SERVER = [
  '^#lib/server/|(^|/)lib/server(/|$)|^\\./server/',
  'Browser code must not import server code.',
]
const PACKAGES = [
  '^(?!\\.|#|(astro|react|react-dom|nanostores|@nanostores/(react|persistent)|swiper|zod|heroicons)(/|$))',
  'Browser code imports no other package; one more is named in eslint.config.js, with its bytes.',
]
const ISLANDS = ['^#islands/|(^|/)islands(/|$)', 'Lower layers must not import islands.']
const PAGES = ['^#(pages|parts)/|(^|/)pages(/|$)', 'Lower layers must not import pages.']
const CLI = ['(^|/)cli/', 'The shop itself does not need its command line.']
const REACT = ['^(react|react-dom|@nanostores/react)(/|$)', 'React belongs in islands only.']
const STORES = ['^#stores/|(^|/)stores(/|$)', 'Only islands and stores import a store.']
/** Built-ins that the oldest browser lacks for which shoppers' scripts are (design-system.md). */
const TOO_NEW = [
  'MemberExpression[property.name=/^(to(Sorted|Reversed|Spliced)|(is|to)WellFormed|withResolvers|fromAsync|groupBy|canParse|checkVisibility|is(SubsetOf|SupersetOf|DisjointFrom)|symmetricDifference)$/]',
  'MemberExpression[object.name="AbortSignal"][property.name=/^(any|timeout)$/]',
  'MemberExpression[object.name="URL"][property.name="parse"]',
  'CallExpression[callee.object.name!="z"][callee.property.name=/^(with|union|intersection|difference)$/]',
].map((selector) => ({ selector, message: 'Older browsers do not have it (design-system.md).' }))
const ZOD = ['^zod$', 'Use zod/mini: it is a quarter of the size in the browser.']

export default defineConfig(
  globalIgnores(['dist', '.astro', 'data', 'node_modules', 'playwright-report', 'test-results']),
  ...tseslint.configs.recommended,
  ...astro.configs['flat/recommended'],
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use node:crypto (A35).' },
        { object: 'sql', property: 'raw', message: 'Bind values instead (A03).' },
        { object: 'sql', property: 'lit', message: 'Bind values instead (A03).' },
      ],
    },
  },
  {
    files: ['src/{islands,stores,worker,lib}/**/*.{ts,tsx}', 'src/pages/**/*.astro/*.ts'],
    ignores: ['src/lib/server/**'],
    rules: { 'no-restricted-syntax': ['error', ...TOO_NEW] },
  },
  {
    files: ['src/islands/**/*.tsx'],
    ...reactHooks.configs.flat.recommended,
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      'no-restricted-syntax': [
        'error',
        ...TOO_NEW,
        {
          selector: 'ImportSpecifier[imported.name="useId"]',
          message: 'Take ids as props: those of useId differ by batch of pages (finish-page.ts).',
        },
      ],
    },
  },
  {
    files: ['tests/browser/kit/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(use|configure)$/][callee.object.name!="z"]',
          message:
            'Make it a fixture: this holds only for the first file of a worker that imports it.',
        },
      ],
    },
  },
  forbid(['src/islands/**/*.{ts,tsx}'], SERVER, PACKAGES, PAGES, ZOD),
  forbid(['src/stores/**/*.ts'], SERVER, PACKAGES, PAGES, ISLANDS, REACT, ZOD),
  forbid(['src/lib/**/*.ts'], SERVER, PACKAGES, PAGES, ISLANDS, REACT, STORES, ZOD),
  forbid(['src/lib/server/**/*.ts'], PAGES, ISLANDS, REACT, STORES, CLI),
  forbid(['src/lib/server/cli/**/*.ts'], PAGES, ISLANDS, REACT, STORES),
  // What islands show on published pages.
  forbid(['src/lib/server/publish/strings/react-island.ts'], PAGES, ISLANDS, STORES, CLI),
  forbid(['src/worker/**/*.ts'], SERVER, PACKAGES, PAGES, ISLANDS, REACT, STORES, ZOD),
  forbid(['src/pages/**/*.astro', 'src/pages/**/*.ts'], STORES),
  forbid(['src/pages/**/*.astro/*.ts'], SERVER, PACKAGES, STORES, REACT, ZOD),
)
