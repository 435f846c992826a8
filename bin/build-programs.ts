import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { PROGRAMS, PROGRAMS_DIR } from '#lib/server/build/programs.ts'
import { ROOT } from '#lib/server/build/root.ts'

/**
 * Packages not bundled, since they need files next to their own, or since only a build needs them.
 */
const APART = ['esbuild', 'pg-native', 'pino', 'sharp']

/** Provides `require`, which some bundled CommonJS packages call. */
const REQUIRE =
  "import { createRequire as requireFrom_ } from 'node:module'; const require = requireFrom_(import.meta.url);"

/** How a program is bundled with its packages. */
export const BUNDLING = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: APART,
  banner: { js: REQUIRE },
  logLevel: 'error',
} as const

/**
 * Bundles each program that runs by itself with its packages; shared code goes into shared files.
 */
export function buildPrograms(): void {
  buildSync({
    entryPoints: Object.entries(PROGRAMS).map(([out, path]) => ({ in: join(ROOT, path), out })),
    outdir: PROGRAMS_DIR,
    ...BUNDLING,
    splitting: true,
  })
}
