import { randomUUID } from 'node:crypto'

/** An unguessable id of 122 random bits (A35). */
export const newId = (): string => randomUUID().replaceAll('-', '')
