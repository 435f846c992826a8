// Reads workbooks that are sent to it, in a process that does nothing else: so what its memory grows by is theirs.
import { readProductFile } from '#lib/server/import/read/product-file.ts'

process.on('message', (bytes: Uint8Array) => void read(bytes))

async function read(bytes: Uint8Array): Promise<void> {
  const before = process.memoryUsage.rss()
  async function* open() {
    yield Buffer.from(bytes)
  }
  // A fault that it throws ends this process, which the test notices.
  const { faults } = await readProductFile(open, undefined, () => {})
  const grownMegabytes = (process.memoryUsage.rss() - before) / 2 ** 20
  process.send?.({ reason: faults[0]?.reason ?? '', grownMegabytes })
}
