/** What this browser keeps of who is signed in, under 'user'. */
export type StoredUser = { id: string; name: string; email: string; userid: string }

/** What calls and storage name whoever is not signed in, in place of a user's id (docs/cart.md). */
export const GUEST = 'guest'

/** Whoever is signed in, as the server answers (S-106). */
export type AnsweredUser = { id: string; name: string; email: string }

/** Waits: before a visitor is sent away, and after each way in and out. */
export const LOGIN_FIRST_MS = 500
export const LOGOUT_MS = 1000
export const SIGNED_IN_MS = 1000
export const GOOGLE_SIGNED_IN_MS = 2000

/** The stored user, as far as it is one; without a schema, as every page reads it at once. */
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

/** The first letter of a name, as a reader of its script counts letters (S-025). */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en-IN').segment(name.trim())
  return first?.segment.toLocaleUpperCase('en-IN') ?? '?'
}
