import { join } from 'node:path'
import { openDatabase, retryWhileLocked } from '#lib/server/database/database.ts'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink } from '#tests/browser/kit/buying.ts'
import { expect, test } from '#tests/browser/test.ts'

test('prices that changed, sold-out and withdrawn lines are marked, and only these do not count in the total', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  const ids = ['masala-chaas', 'okra', 'papaya', 'country-brown-eggs']
  for (const id of ids) await addElsewhere(page, id, { quantity: 2 })
  const db = openDatabase(join(process.env['BROWSER_TEST_DIR'] ?? '', 'shop.db'))
  const change = (id: string, values: Record<string, number | null>) =>
    retryWhileLocked(() => db.updateTable('product').set(values).where('id', '=', id).execute())
  try {
    await change('masala-chaas', { price_paise: 2500 })
    await change('okra', { stock: 0 })
    await change('papaya', { withdrawn_at: 1 })
    await change('country-brown-eggs', { stock: 1 })
    await open('/cart')
    const line = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect(line('Masala Chaas')).toContainText('was ₹20, now ₹25')
    await expect(line('Masala Chaas').getByRole('cell').nth(3)).toHaveText('₹50')
    await expect(line('Okra')).toContainText('Sold out')
    await expect(line('Papaya')).toContainText('No longer sold')
    await expect(line('Country Brown Eggs')).toContainText('Only 1 left')
    const totals = page.getByRole('region', { name: 'CART TOTALS' })
    await expect(totals.getByRole('definition').last()).toHaveText('₹50')
    expect(await axe()).toEqual([])
    await line('Country Brown Eggs').getByRole('button', { name: 'One fewer' }).click()
    await expect(totals.getByRole('definition').last()).toHaveText('₹148')
    await page.getByRole('button', { name: 'Remove Papaya' }).click()
    await expect(line('Papaya')).toHaveCount(0)
    await expect(cartLink(page)).toContainText('₹148')
  } finally {
    await change('masala-chaas', { price_paise: 2000 })
    await change('okra', { stock: 25 })
    await change('papaya', { withdrawn_at: null })
    await change('country-brown-eggs', { stock: 9 })
    await db.destroy()
  }
})

test('of two choices that share a stock the line that is too many says how many it may be', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'nankhatai', { productsize: 'Elaichi', quantity: 2 })
  await addElsewhere(page, 'nankhatai', { productsize: 'Chocolate', quantity: 2 })
  const db = openDatabase(join(process.env['BROWSER_TEST_DIR'] ?? '', 'shop.db'))
  const stock = (units: number) =>
    retryWhileLocked(() =>
      db.updateTable('product').set({ stock: units }).where('id', '=', 'nankhatai').execute(),
    )
  try {
    await stock(3)
    await open('/cart')
    const line = (choice: string) => page.getByRole('row').filter({ hasText: choice })
    const hint = line('Chocolate').getByText('Only 1 left')
    await expect(hint).toBeVisible()
    await expect(line('Elaichi')).not.toContainText('left')
    const more = line('Elaichi').getByRole('button', { name: 'One more' })
    await expect(more, 'the other line wants the rest').toHaveAttribute('aria-disabled', 'true')
    await line('Chocolate').getByRole('button', { name: 'One fewer' }).click()
    await expect(hint, 'it was what could be done').toBeHidden()
    await expect(line('Chocolate').getByRole('spinbutton')).toHaveValue('1')
  } finally {
    await stock(14)
    await db.destroy()
  }
})
