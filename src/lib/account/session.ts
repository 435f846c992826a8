/** What this browser stores about the signed-in user, under 'user'. */
export type StoredUser = { id: string; name: string; email: string; userid: string }

/** Stands for a visitor in API calls and storage, in place of a user's id (docs/cart.md). */
export const GUEST = 'guest'

/** The signed-in user, as the server answers (S-106). */
export type AnsweredUser = { id: string; name: string; email: string }

/**
 * Waits in milliseconds: before a visitor is sent to sign in, and after each sign-in and sign-out.
 */
export const LOGIN_FIRST_MS = 500
export const LOGOUT_MS = 1000
export const SIGNED_IN_MS = 1000
export const GOOGLE_SIGNED_IN_MS = 2000

/**
 * Reads the stored user; undefined if it is none. Without a schema library, as every page runs this
 * at once.
 */
export function decodeUser(text: string): StoredUser | undefined {
  try {
    const { id, name, email, userid }: Record<string, unknown> = JSON.parse(text)
    const isUser = [id, name, email, userid].every((value) => typeof value === 'string')
    return isUser
      ? { id: `${id}`, name: `${name}`, email: `${email}`, userid: `${userid}` }
      : undefined
  } catch {
    return undefined
  }
}

/** The first letter of a name in upper case, by grapheme (S-025). */
export function firstLetter(name: string): string {
  const text = name.trim()
  // Firefox has it since 125.
  const [first] =
    'Segmenter' in Intl
      ? Array.from(new Intl.Segmenter('en-IN').segment(text), ({ segment }) => segment)
      : text
  return first?.toLocaleUpperCase('en-IN') ?? '?'
}
