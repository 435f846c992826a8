const PICK = 'pick.'

/** The name of the box that a form has for one of many. */
export const pickName = (one: string): string => PICK + one

/** What is ticked in a form. */
export const pickedIn = (body: object): string[] =>
  Object.keys(body).flatMap((name) => (name.startsWith(PICK) ? [name.slice(PICK.length)] : []))
