import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { imports } = z
  .object({ imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))
const SHORT = Object.entries(imports).map(([name, path]) => [
  name.replace('*', ''),
  path.replace('./', '').replace('*', ''),
])

const files = new Set(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro)$/.test(name))
    .map((name) => join('src', name)),
)

/** The files of ours that a file imports from, including imports of types. */
const importsOf = (file: string): string[] => importsIn(file, read(file))

function importsIn(file: string, text: string): string[] {
  const found = text.matchAll(/^\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]/gm)
  return [...found].flatMap(([, from = '']) => {
    const [name = '', path = ''] = SHORT.find(([short = '']) => from.startsWith(short)) ?? []
    const to = name === '' ? join(dirname(file), from) : path + from.slice(name.length)
    return files.has(to) ? [to] : []
  })
}

/** Whether a file imports more than types from another one. */
function isUsed(file: string, target: string): boolean {
  const values = read(file).replaceAll(/^import type\b[^'"]*?from\s*['"][^'"]+['"]/gm, '')
  return importsIn(file, values).includes(target)
}

const graph = new Map([...files].map((file) => [file, importsOf(file)]))

/** All files that can be reached from a file by its imports. */
function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(file) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return reached
}

test('no file imports, over others, from itself', () => {
  expect([...files].filter((file) => reachedFrom(file).has(file))).toEqual([])
})

/**
 * The sibling folders that two files are in; undefined if both are in one folder, or one in a folder around the
 * other's.
 */
function roomsOf(file: string, other: string): { from: string; to: string } | undefined {
  const [own, others] = [dirname(file).split('/'), dirname(other).split('/')]
  const at = own.findIndex((name, place) => name !== others[place])
  if (at < 0 || at >= others.length) return undefined
  const upTo = (names: string[]) => names.slice(0, at + 1).join('/')
  return { from: upTo(own), to: upTo(others) }
}

test('of two folders beside each other, with all that is in them, only one imports from the other', () => {
  const pairs = new Map<string, string>()
  for (const [file, targets] of graph) {
    for (const target of targets) {
      // Texts may import the types of what they tell of: such imports do not exist at run time.
      if (file.startsWith('src/lib/texts/') && !isUsed(file, target)) continue
      const rooms = roomsOf(file, target)
      if (rooms) pairs.set(`${rooms.from} > ${rooms.to}`, `${file} > ${target}`)
    }
  }
  const mutual = [...pairs].filter(([pair]) => pairs.has(pair.split(' > ').reverse().join(' > ')))
  expect(mutual.map(([, files]) => files)).toEqual([])
})
