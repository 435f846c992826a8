import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $waiting } from '#stores/order-ring.ts'

/** The stream of a page: what the shop, or a proxy before it, does with it. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static last: Stream
  readyState = 1
  constructor() {
    super()
    Stream.last = this
  }
  close(): void {
    this.readyState = Stream.CLOSED
  }
}
const tell = (waiting: object) =>
  Stream.last.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(waiting) }))
const refuse = () => {
  Stream.last.close()
  Stream.last.dispatchEvent(new Event('error'))
}

const NEW = { waiting: 1, newest: 'K1' }
let waiting = { waiting: 0, newest: '' }
const ask = vi.fn(async () => Response.json(waiting))

let leave = (): void => {}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', ask)
  ask.mockClear()
  waiting = { waiting: 0, newest: '' }
  leave = $waiting.listen(() => {})
})
afterEach(async () => {
  leave()
  // Only then does a store that nobody listens to any more let go of its stream.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('while the stream speaks, a new order is known at once and nobody asks', async () => {
  tell(NEW)
  expect($waiting.get()).toEqual(NEW)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})

test('where the stream is refused, a new order is known within two seconds', async () => {
  refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect($waiting.get()).toEqual(waiting)
  waiting = NEW
  await vi.advanceTimersByTimeAsync(2000)
  expect($waiting.get()).toEqual(NEW)
})

test('a stream that is held back is not waited for, and asking ends when it speaks', async () => {
  waiting = NEW
  await vi.advanceTimersByTimeAsync(4000)
  expect($waiting.get()).toEqual(NEW)
  tell({ waiting: 2, newest: 'K2' })
  ask.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
  expect($waiting.get()).toEqual({ waiting: 2, newest: 'K2' })
})
