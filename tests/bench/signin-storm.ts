// A thread that tries to sign in N times a second with a wrong password, for unknown emails and a
// known one in turn.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

const schema = z.object({ port: z.number(), perSecond: z.number(), email: z.string() })
const { port, perSecond, email } = schema.parse(workerData)

const agent = new Agent({ keepAlive: true })
const headers = { 'content-type': 'application/json', origin: `http://localhost:${port}` }
const statuses: Record<string, number> = {}
let count = 0

const timer = setInterval(() => {
  count += 1
  const asked = count % 2 === 0 ? email : `nobody${count}@example.com`
  const body = JSON.stringify({ email: asked, password: `a wrong guess ${count}`, isadmin: false })
  const sent = request(
    { port, path: '/api/user/signin', method: 'POST', agent, headers },
    (answer) => {
      const told = `${answer.statusCode}${answer.headers['retry-after'] ? ' with Retry-After' : ''}`
      statuses[told] = (statuses[told] ?? 0) + 1
      answer.resume()
    },
  )
  sent.on('error', ({ message }) => (statuses[message] = (statuses[message] ?? 0) + 1))
  sent.end(body)
}, 1000 / perSecond)

parentPort?.once('message', () => {
  clearInterval(timer)
  parentPort?.postMessage({ count, statuses })
  process.exit()
})
