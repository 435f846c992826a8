/** Whether a form of a page asks, which is led on, and not a program, which gets JSON. */
export const isForm = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') ?? false
