import { expect, test } from 'vitest'
import { progressTeller } from '#islands/desk/tell-progress.ts'

test('of a long upload each kind of work is said aloud, and each quarter of it, not every product', () => {
  const said: string[] = []
  const tell = progressTeller((text) => said.push(text))
  for (let done = 0; done <= 2000; done += 10)
    tell(`${done.toLocaleString('en-IN')} of 2,000 read`, done / 4000)
  tell('Saving', 0.5)
  tell('Saving', 0.6)
  tell('', 1)
  expect(said).toEqual(['0 of 2,000 read', '1,000 of 2,000 read', '2,000 of 2,000 read', 'Saving'])
})
