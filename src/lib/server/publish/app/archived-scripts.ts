import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** How long pages of an older build, open in browsers or in caches, find their scripts. */
const KEEP_MS = 7 * 86_400_000
/** Ends the name of a copy that is being made; the age of others takes it away. */
const HALF = '.half'
const LIST = 'current.json'
const INLINE = 'inline-scripts.json'

const inlineSchema = z.object({
  current: z.array(z.string()),
  former: z.array(z.object({ text: z.string(), untilMs: z.number() })),
})

/** Where scripts of older builds are found. */
export const archivedScriptsDir = (dataDir: string): string => join(dataDir, 'scripts')

/**
 * Keeps the scripts of this build beside those of the last ones, so that after a deploy a page that is
 * open still works; those that no build has had for a week go.
 */
export function archiveScripts(scriptsDir: string, dataDir: string, now = Date.now()): void {
  const kept = archivedScriptsDir(dataDir)
  mkdirSync(kept, { recursive: true })
  const current = new Set(readdirSync(scriptsDir))
  const moment = new Date(now)
  // What the last build had counts from today on, however long it ran.
  for (const name of lastOf(kept)) {
    if (!current.has(name) && existsSync(join(kept, name)))
      utimesSync(join(kept, name), moment, moment)
  }
  for (const name of current) {
    if (!existsSync(join(kept, name))) copyWhole(join(scriptsDir, name), join(kept, name))
  }
  writeFileSync(join(kept, LIST + HALF), JSON.stringify([...current]))
  renameSync(join(kept, LIST + HALF), join(kept, LIST))
  for (const name of readdirSync(kept)) {
    const isOld = statSync(join(kept, name)).mtimeMs < now - KEEP_MS
    if (isOld && name !== LIST && !current.has(name)) rmSync(join(kept, name))
  }
}

/**
 * A copy that is there is whole: one that a crash cut off would stand there for a week. It is written anew, as
 * copying takes over who may read the build.
 */
function copyWhole(from: string, to: string): void {
  writeFileSync(`${to}${HALF}`, readFileSync(from))
  renameSync(`${to}${HALF}`, to)
}

function lastOf(kept: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(kept, LIST), 'utf8')))
  } catch {
    return []
  }
}

/**
 * Keeps the texts of inline scripts as `archiveScripts` keeps files: until they are written anew, pages of
 * the last builds have theirs. @returns what a page may have now
 */
export function keepInline(current: string[], dataDir: string, now = Date.now()): string[] {
  const file = join(dataDir, INLINE)
  const last = readInline(file)
  const ended = last.current.map((text) => ({ text, untilMs: now + KEEP_MS }))
  const isKept = ({ text, untilMs }: { text: string; untilMs: number }) =>
    untilMs > now && !current.includes(text)
  const former = [...last.former, ...ended].filter(isKept)
  writeFileSync(file, JSON.stringify({ current, former }))
  return [...current, ...former.map(({ text }) => text)]
}

function readInline(file: string): z.infer<typeof inlineSchema> {
  try {
    return inlineSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { current: [], former: [] }
  }
}
