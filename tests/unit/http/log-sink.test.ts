import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LineSink } from '#lib/server/http/log-sink.ts'

test('no line is lost at a stop, and each stands where it was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const sink = new LineSink(fd)
  await sink.end()
  const lines = Array.from({ length: 30_000 }, (_, at) => `{"line":${at},"path":"/product/हल्दी"}\n`)
  for (const line of lines) sink.write(line)
  // Longer than any buffer, while earlier lines are still being written.
  sink.write(`${'x'.repeat(200_000)}\n`)
  sink.write('the last one\n')
  await sink.end()
  const written = readFileSync(file, 'utf8')
  expect(written).toBe(`${lines.join('')}${'x'.repeat(200_000)}\nthe last one\n`)
  sink.write('one more\n')
  await sink.end()
  expect(readFileSync(file, 'utf8')).toContain('the last one\none more\n')
  closeSync(fd)
  rmSync(folder, { recursive: true })
})
