/** What a bill says besides its goods and sums. */
export const billTexts = {
  billedTo: 'Billed to',
  deliveredTo: 'Delivered to',
  /** Rule 46 of the CGST Rules, clauses (n) and (p). */
  placeOfSupply: (state: string, code: string | undefined) =>
    `Place of supply: ${code === undefined ? state : `${state} (${code})`}`,
  noReverseCharge: 'Tax payable on reverse charge: No',
  unsigned: 'This is a computer-generated document and needs no signature.',
}
