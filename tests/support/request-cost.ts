import { ask, type Ask, type TestServer } from './http-front.ts'

/** The CPU time that a request cost the serving thread, in milliseconds, and its status. */
export type Cost = { path: string; status: number; cpuMs: number }

/**
 * Requests an address and measures the CPU time of this thread: the longest time others may have to
 * wait. Time in which the machine did something else does not count.
 */
export async function costOf(server: TestServer, path: string, asked: Ask = {}): Promise<Cost> {
  const before = process.threadCpuUsage()
  const { status } = await ask(server, path, asked)
  const { user, system } = process.threadCpuUsage(before)
  return { path, status, cpuMs: (user + system) / 1000 }
}
