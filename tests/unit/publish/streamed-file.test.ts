import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeStreamed } from '#lib/server/publish/files/streamed-file.ts'

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function* breaksOff() {
  yield Buffer.from('<rss>')
  throw new Error('no more')
}

test('a feed comes with its twins, whole or not at all, and is left alone where nothing changed (F40)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-'))
  const file = join(folder, 'feed.xml')
  const all = () =>
    [
      readFileSync(file),
      brotliDecompressSync(readFileSync(`${file}.br`)),
      gunzipSync(readFileSync(`${file}.gz`)),
    ].map(String)
  const first = await writeStreamed(file, pieces('<rss>', 'tea', '</rss>'), undefined)
  expect(first.isSame).toBe(false)
  expect(all()).toEqual(Array(3).fill('<rss>tea</rss>'))
  const same = () => writeStreamed(file, pieces('<rss>tea', '</rss>'), first.fingerprint)
  expect(await same()).toEqual({ ...first, isSame: true })
  // The record may be older than a crash.
  writeFileSync(file, '<rss>te')
  expect(await same()).toEqual(first)
  rmSync(`${file}.gz`)
  expect(await same()).toEqual(first)
  expect(all()).toEqual(Array(3).fill('<rss>tea</rss>'))
  // Readers ignore a twin that is newer than its file.
  const times = ['', '.br', '.gz'].map((end) => statSync(file + end).mtimeMs)
  expect(new Set(times)).toHaveLength(1)
  // The twin of a later write that was killed belongs to other bytes.
  writeFileSync(`${file}.br`, 'another')
  utimesSync(`${file}.br`, new Date(), new Date(Date.now() + 5))
  expect(await same()).toEqual(first)
  expect(all()).toEqual(Array(3).fill('<rss>tea</rss>'))
  await expect(writeStreamed(file, breaksOff(), undefined)).rejects.toThrow('no more')
  expect(all()).toEqual(Array(3).fill('<rss>tea</rss>'))
  expect(readdirSync(folder).sort()).toEqual(['feed.xml', 'feed.xml.br', 'feed.xml.gz'])
  rmSync(folder, { recursive: true })
})
