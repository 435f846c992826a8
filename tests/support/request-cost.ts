import { ask, type Ask, type TestServer } from './http-front.ts'

/** What one request took of the thread that serves, and its answer. */
export type Cost = { path: string; status: number; cpuMs: number }

/**
 * Asks for an address, and says how long the thread was at work for it, which is how long others had
 * to wait at most; time in which the machine did something else does not count.
 */
export async function costOf(server: TestServer, path: string, asked: Ask = {}): Promise<Cost> {
  const before = process.threadCpuUsage()
  const { status } = await ask(server, path, asked)
  const { user, system } = process.threadCpuUsage(before)
  return { path, status, cpuMs: (user + system) / 1000 }
}
