const LOOK = { title: 'Rice', image: '/rice.webp', price: 28 }

/** One of a product for the cart, as a screen asks for it. */
export const addition = (productid: string) => {
  const choice = { productrams: '', productsize: '', productweight: '' }
  return { kind: 'add', line: { id: '', productid, ...choice }, quantity: 1, look: LOOK } as const
}

/** What the server answers to it. */
export const done = () =>
  Response.json({ status: true, error: false, msg: 'done', cart: [], revision: 1 })
