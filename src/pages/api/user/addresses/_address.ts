import { readForm } from '#lib/account/account.ts'
import { ADDRESS_FIELDS, type AddressForm, addressSchema } from '#lib/checkout/address.ts'
import type { Result } from '#lib/result.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import type { Context } from '#pages/api/_reply.ts'
import { accountWrite, fail, succeed, titleOf, unknown } from '#pages/api/user/_account.ts'

type Save = (
  userId: string,
  form: AddressForm,
  key: string | undefined,
) => Promise<Result<string, 'full' | 'keyTaken' | 'unknown'>>

/** Reads an address, has it saved, and answers with its id. */
export function saveAddress(context: Context, save: Save): Promise<Response> {
  return accountWrite(context, async (user, screen, key) => {
    const form = readForm(addressSchema, context.locals.body)
    if (!form.ok) return fail(context, form.error, screen, ADDRESS_FIELDS)
    const saved = await save(user.id, form.value, key)
    if (saved.ok) {
      const answer = { msg: accountMessages.addressSaved, _id: saved.value }
      return succeed(context, answer, { next: titleOf(screen) })
    }
    if (saved.error === 'unknown') return unknown(context)
    return fail(context, { msg: FAULTS[saved.error], code: 409 }, screen)
  })
}

const FAULTS = { full: accountMessages.tooManyAddresses, keyTaken: cartAnswers.keyTaken }
