import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '#tests/support/http-front.ts'

async function openFaulty() {
  const child = fork('tests/support/outside/faulty-server.ts', { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  const [{ port, host }] = (await once(child, 'message')) as [{ port: number; host: string }]
  return { child, port, host }
}

test('a fault that one request leaves behind is answered, and ends nothing else (F50)', async () => {
  const server = await openFaulty()
  const { status, headers } = await ask(server, '/api/products?how=never')
  expect([status, headers['x-request-id']]).toEqual([500, expect.stringMatching(/^\w+$/)])
  for (const how of ['late', 'rejected', 'late', 'rejected']) {
    expect((await ask(server, `/api/products?how=${how}`)).status).toBe(200)
  }
  const faults = async () => JSON.parse((await ask(server, '/api/products')).text).faults
  await expect.poll(faults).toBe(5)
  expect(server.child.exitCode).toBe(null)
})
