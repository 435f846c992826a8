import { randomUUID } from 'node:crypto'

/** An id that nobody guesses: 122 random bits (A35). */
export const newId = (): string => randomUUID().replaceAll('-', '')
