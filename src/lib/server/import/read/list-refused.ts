/** A list that cannot be read, with the reason for the editor. */
export class ListRefused extends Error {
  override name = 'ListRefused'
}
