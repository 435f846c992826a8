const LOOK = { title: 'Rice', image: '/rice.webp', price: 28 }

/** Adds one unit of a product to the cart, as a screen does. */
export const addition = (productid: string) => {
  const choice = { productrams: '', productsize: '', productweight: '' }
  return { kind: 'add', line: { id: '', productid, ...choice }, quantity: 1, look: LOOK } as const
}

/** The server's answer to it. */
export const done = () =>
  Response.json({ status: true, error: false, msg: 'done', cart: [], revision: 1 })

/** A line of rice in the cart of asha, as the server has it. */
export const LINE = {
  ...{ _id: 'line-1', productid: 'rice', userid: 'asha', producttitle: 'Rice', image: '' },
  ...{ rating: 0, price: 28, quantity: 1, subtotal: 28, oldprice: null, wasprice: null, stock: 9 },
  ...{ choice: '', productrams: '', productsize: '', productweight: '', state: 'ok' },
}
