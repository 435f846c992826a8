import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a file whole or not at all: readers see all of it or nothing (F40), and a full disk leaves no half of it (F35).
 * With `flush` it is on the disk before they see it.
 */
export const writeWhole = (
  file: string,
  content: Buffer | string,
  how: { flush?: boolean; mode?: number } = {},
): Promise<void> => putWhole(file, (temporary) => writeFile(temporary, content, how))

/** The same for a file that `write` makes at the temporary path it is given. @throws whatever `write` throws */
export async function putWhole(
  file: string,
  write: (temporary: string) => Promise<unknown>,
): Promise<void> {
  // The name is short, as the file's own may be as long as is allowed.
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`)
  try {
    await write(temporary)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
