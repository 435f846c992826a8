import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#lib/server/build/root.ts'

export type StepOptions = {
  env?: NodeJS.ProcessEnv
  /** By how much the step gives way to others, as in nice(1). */
  niceness?: number
}

/**
 * Runs a command from node_modules. As steps run in parallel, a step's output is printed in one
 * piece, and only if it fails.
 * @returns whether it succeeded
 */
export async function runStep(
  title: string,
  command: string,
  args: string[],
  { env = {}, niceness = 0 }: StepOptions = {},
): Promise<boolean> {
  const startedAt = performance.now()
  console.log(`… ${title}`)
  const path = command === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', command)
  const child = spawn(path, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
  const written: Buffer[] = []
  const keep = (chunk: Buffer) => void written.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const [code] = await once(child, 'close')
  const isOk = code === 0
  if (!isOk) process.stdout.write(Buffer.concat(written))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${isOk ? '✓' : '✗'} ${title} (${seconds} s)`)
  return isOk
}
