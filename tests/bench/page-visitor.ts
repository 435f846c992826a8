import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

/** A published page, a page rendered for each request, and a list of the API. */
const PATHS = ['/', '/search?q=dal', '/api/products']
const PAUSE_MS = 15

/**
 * One shopper who requests one path after another, in a thread of its own, so that the bench's
 * other work does not lengthen the times.
 * @returns milliseconds of each request
 */
export async function visitPages(port: number, durationMs: number): Promise<number[]> {
  const visitor = new Worker(new URL(import.meta.url), { workerData: { port, durationMs } })
  const [times] = await once(visitor, 'message')
  return z.array(z.number()).parse(times)
}

async function visit({ port, durationMs }: { port: number; durationMs: number }) {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const until = performance.now() + durationMs
  for (let at = 0; performance.now() < until; at++) {
    const start = performance.now()
    const path = PATHS[at % PATHS.length] ?? '/'
    const [answer] = await once(request({ port, path, agent }).end(), 'response')
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
    answer.resume()
    await once(answer, 'end')
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  agent.destroy()
  return times
}

const taskSchema = z.object({ port: z.number(), durationMs: z.number() })
if (!isMainThread) parentPort?.postMessage(await visit(taskSchema.parse(workerData)))
