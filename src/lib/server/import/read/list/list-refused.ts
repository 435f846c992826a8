/** Thrown when a list cannot be read; the message tells the editor why. */
export class ListRefused extends Error {
  override name = 'ListRefused'
}
