import { ACCOUNT_LENGTHS, MIN_PASSWORD_LENGTH } from '#lib/lengths.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#lib/server/build/root.ts'

/** Why a new password is refused (A22). */
export type WeakPassword = 'short' | 'long' | 'common' | 'shop' | 'email'

const LIST = join(ROOT, 'src/lib/server/accounts/common-passwords.txt')
/** Words that people think of first in front of this shop. */
const SHOP_WORDS = ['kirana', 'grocery', 'groceries', 'supermarket', 'password', 'welcome', 'shop']
/** A shorter mail name occurs in too many words. */
const MIN_NAME_LENGTH = 3
/** Letters that a password must have besides the shop's words. */
const OWN_LETTERS = 4

let list: Promise<Set<string>> | undefined

/** The most common passwords of at least 8 characters, in lower case; read when first needed. */
export const commonPasswords = (): Promise<Set<string>> =>
  (list ??= readFile(LIST, 'utf8').then((text) => new Set(text.split('\n').filter(Boolean))))

/** Why a new password is too weak, if it is; there are no rules about kinds of characters (A22). */
export async function findWeakness(
  password: string,
  email: string,
  shopName: string,
): Promise<WeakPassword | undefined> {
  const { length } = [...password]
  if (length < MIN_PASSWORD_LENGTH) return 'short'
  if (length > ACCOUNT_LENGTHS.password) return 'long'
  const plain = password.normalize('NFKC').toLowerCase()
  const common = await commonPasswords()
  if (common.has(plain)) return 'common'
  if (isOfTheShop(plain, shopName)) return 'shop'
  const [name = ''] = email.split(/[@+]/)
  if (name.length >= MIN_NAME_LENGTH && plain.includes(name)) return 'email'
  return undefined
}

function isOfTheShop(plain: string, shopName: string): boolean {
  const letters = plain.replaceAll(/[^\p{L}]/gu, '')
  const names = shopName.toLowerCase().split(/[^\p{L}]+/u)
  const words = [...SHOP_WORDS, ...names].filter((word) => word.length >= 4)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), letters)
  return rest !== letters && rest.length < OWN_LETTERS && plain.length < 16
}
