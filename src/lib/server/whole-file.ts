import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

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
  // Servers in different containers may have the same process id and share the folder.
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await write(temporary)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
