import { createHash } from 'node:crypto'

/** The number by which writer and shop speak of a letter: two groups of four digits, made of its id. */
export function letterNumber(id: string): string {
  const digits = String(createHash('sha256').update(id).digest().readUIntBE(0, 6) % 1e8)
  return digits.padStart(8, '0').replace(/^(.{4})/, '$1 ')
}
