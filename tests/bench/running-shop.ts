import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The demo shop in a process of its own, with pictures that were made before; ready when it serves. */
export async function startShop(dataDir: string, port: number): Promise<ChildProcess> {
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_SCALE: '1000' }
  const shop = spawn(process.execPath, ['tests/browser/serve.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Whatever becomes of the measurement, the server ends with it.
  process.once('exit', () => shop.kill())
  for await (const line of shop.stdout.iterator({ destroyOnReturn: false })) {
    if (!String(line).includes('Kirana is serving')) continue
    shop.stdout.resume()
    return shop
  }
  throw new Error(`The shop on port ${port} did not start`)
}

/** Ends a process that the measurement started. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
