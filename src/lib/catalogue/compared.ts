import * as z from 'zod/mini'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import { decodeStored } from '#lib/browser/stored.ts'

const idSchema = z.string().check(z.regex(/^[^\s,]{1,200}$/))
const idsSchema = z.array(idSchema).check(z.maxLength(COMPARED_PRODUCTS))

export const NONE_COMPARED: readonly string[] = Object.freeze([])

/** Reads the compared products from this browser's storage. */
export function decodeCompared(text: string): readonly string[] {
  return decodeStored(idsSchema, text, NONE_COMPARED)
}
