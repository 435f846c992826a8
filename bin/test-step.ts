import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * Runs a command of node_modules. Steps run side by side, so what one writes is shown in one piece,
 * and only when it fails. @returns whether it ended well
 */
export async function runStep(
  title: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const startedAt = performance.now()
  console.log(`… ${title}`)
  const path = command === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', command)
  const child = spawn(path, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
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
