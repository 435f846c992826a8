import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { PROGRAMS, PROGRAMS_DIR } from '#lib/server/build/programs.ts'
import { ROOT } from '#lib/server/build/root.ts'

/** Packages that look for files beside their own, or that only a build needs. */
const APART = ['esbuild', 'pg-native', 'pino', 'sharp']

/** Some packages ask for others as CommonJS does. */
const REQUIRE =
  "import { createRequire as requireFrom_ } from 'node:module'; const require = requireFrom_(import.meta.url);"

/** Bundles what runs by itself, each with the packages that it needs; what several need is a file they share. */
export function buildPrograms(): void {
  buildSync({
    entryPoints: Object.entries(PROGRAMS).map(([out, path]) => ({ in: join(ROOT, path), out })),
    outdir: PROGRAMS_DIR,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: APART,
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
}
