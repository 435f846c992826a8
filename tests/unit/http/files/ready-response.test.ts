import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ReadyResponse } from '#lib/server/http/files/ready-response.ts'

const response = () => new ReadyResponse(new IncomingMessage(new Socket()))

test('an answer that is sent again and again is held for a second, and a large one not at all', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const held = (body: Buffer) => {
    const made = response()
    made.writeHead(200, ['Content-Length', String(body.length)]).end(body)
    const { head } = made
    for (let time = 0; time < 3; time++) if (head) response().repeat(head, body)
    return head
  }
  const head = held(Buffer.from('Rice'))
  expect(head?.answer?.toString()).toMatch(/^HTTP.*\r\n\r\nRice$/s)
  expect(held(Buffer.alloc(100_000))).toMatchObject({ answer: undefined })
  vi.advanceTimersByTime(1000)
  expect(head).toMatchObject({ answer: undefined })
})
