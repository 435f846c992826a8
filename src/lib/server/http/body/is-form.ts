/**
 * Whether the request was made by an HTML form (answered with a redirect) and not by a program (answered with
 * JSON).
 */
export const isForm = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') ?? false
