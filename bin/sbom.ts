import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'

const lockSchema = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      integrity: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      // An optional dependency of a runtime package that is only installed for tests.
      devOptional: z.optional(z.boolean()),
    }),
  ),
})

/**
 * Writes a CycloneDX bill of materials for a built shop: each runtime package in the lock files,
 * with its checksum and license (A41).
 */
export function writeBill(lockFiles: readonly string[], file: string): void {
  const locks = lockFiles.map((path) => lockSchema.parse(JSON.parse(readFileSync(path, 'utf8'))))
  const all = locks.flatMap(({ packages }) => Object.entries(packages))
  const used = all.filter(
    // The project itself has no checksum.
    ([path, { dev, devOptional, integrity }]) => path !== '' && integrity && !dev && !devOptional,
  )
  const components = new Map(
    used.map(([path, { version, integrity = '', license }]) => {
      // The path of a nested package contains several names.
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
      const hashes = [{ alg: 'SHA-512', content }]
      const licenses = license === undefined ? [] : [{ expression: license }]
      return [purl, { type: 'library', name, version, purl, hashes, licenses }]
    }),
  )
  const bill = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', name: 'kirana', version: locks[0]?.version } },
    components: [...components.values()],
  }
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`)
}
