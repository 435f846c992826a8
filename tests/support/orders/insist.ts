/** Tries again while there are too few connections for all shoppers. */
export async function insist<Value>(buy: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const made = await buy().catch((error: unknown) => {
      if (!/timeout exceeded|busy/i.test(String(error))) throw error
    })
    if (made) return made
  }
}
