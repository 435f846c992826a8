import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Shop, shopSchema, UNNAMED_SHOP } from '#lib/shop.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowFault } from '#lib/server/import/read/product/product.ts'
import { wrongDetails } from './shop-details.ts'

/** Fields that stay as they are unless they are written: a program that writes a list each night knows nothing of them. */
export type DoorField = 'closed' | 'minimum'

/**
 * Reads shop.json: its content, or its faults; neither if there is no such file.
 * @param stored the shop's present details: what it says of them is not checked again, and the door stays as it is
 *   where the file does not name it
 * @returns also the fields of the door that are not named: the door may be another when the list is applied (P24, P25)
 */
export async function readShop(
  file: string,
  stored = UNNAMED_SHOP,
): Promise<{ shop?: Shop; unnamed?: DoorField[]; faults: RowFault[] }> {
  if (!existsSync(file)) return { faults: [] }
  const bytes = await readFile(file)
  const text = bytes.toString('utf8')
  const fault = (line: number, column: string | null, reason: string): RowFault => {
    return { line, sku: '', column, reason: fileReasons.shopInvalid(reason) }
  }
  if (!isUtf8(bytes)) return { faults: [fault(1, null, rowReasons.notUtf8)] }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    return { faults: [fault(lineOfError(error, text), null, fileReasons.noJson)] }
  }
  const unnamed = unnamedIn(json)
  const parsed = shopSchema.safeParse(withDoor(json, stored))
  if (parsed.success) {
    const wrong = wrongDetails(parsed.data, stored)
    const faults = wrong.map((key) => fault(lineOfKey(key, text), key, fileReasons.details[key]))
    return faults.length > 0 ? { faults } : { shop: parsed.data, unnamed, faults }
  }
  const faults: RowFault[] = []
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    for (const key of keys) {
      const isUnknown = issue.code === 'unrecognized_keys'
      const reason = isUnknown
        ? fileReasons.shopKeyUnknown(key)
        : fileReasons.shopValue(key, describe(issue))
      faults.push(fault(lineOfKey(key, text), key || null, reason))
    }
  }
  return { faults }
}

const isObject = (json: unknown): json is object =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The door as it is, where the file does not name it. */
const withDoor = (json: unknown, { closed, minimum }: Shop): unknown =>
  isObject(json) ? { closed, minimum, ...json } : json

const unnamedIn = (json: unknown): DoorField[] =>
  isObject(json) ? (['closed', 'minimum'] as const).filter((field) => !(field in json)) : []

type Issue = {
  code?: string
  message: string
  expected?: string
  maximum?: unknown
  origin?: string
  format?: string
}

function describe({ code, message, expected, maximum, origin, format }: Issue): string {
  const { types, atMost } = fileReasons.shopMust
  if (code === 'invalid_type') return types[expected ?? ''] ?? message
  if (code === 'too_big') return atMost(Number(maximum), origin)
  if (code === 'too_small') return fileReasons.shopMust.filled
  return format === 'url' ? fileReasons.shopMust.addresses : message
}

function lineOfKey(key: string, text: string): number {
  const at = text.indexOf(JSON.stringify(key))
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}

function lineOfError(error: unknown, text: string): number {
  const [, at] = /position (\d+)/.exec(String(error)) ?? []
  return at === undefined ? 1 : text.slice(0, Number(at)).split('\n').length
}
