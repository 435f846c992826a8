import { lineWishField } from '#lib/checkout/billing-fields.ts'
import type { CheckoutLine } from '#lib/checkout/checkout-view.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'

type Props = { values: Readonly<Record<string, string>>; lines: readonly CheckoutLine[] }

/**
 * What the shop should do if something is missing: one choice for the whole order, by default a
 * call, and, folded away, one for each product.
 */
export function MissingWishes({ values, lines }: Props) {
  const isSaid = lines.some(({ id }) => Boolean(values[lineWishField(id)]))
  return (
    <div className="grid gap-1">
      <label className="font-semibold" htmlFor="billing-ifmissing">
        {checkoutTexts.ifMissing}
      </label>
      <select
        className="select w-full border-edge text-base"
        id="billing-ifmissing"
        name="ifmissing"
        defaultValue={values['ifmissing'] ?? 'call'}
      >
        <Wishes />
      </select>
      {lines.length > 1 && (
        <details open={isSaid}>
          <summary className="btn -ml-2 h-auto min-h-11 btn-ghost px-2 text-left whitespace-normal text-primary btn-sm">
            {checkoutTexts.ifMissingEach}
          </summary>
          <ul className="grid gap-2 py-2">
            {lines.map(({ id, title, choice }) => (
              <li key={id}>
                <label className="grid gap-1">
                  <span className="text-sm">
                    {title} {choice}
                  </span>
                  <select
                    className="select w-full border-edge text-base"
                    name={lineWishField(id)}
                    aria-label={checkoutTexts.ifMissingOf(`${title} ${choice}`.trim())}
                    defaultValue={values[lineWishField(id)] ?? ''}
                  >
                    <option value="">{checkoutTexts.ifMissingAsAll}</option>
                    <Wishes />
                  </select>
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Wishes = () =>
  Object.entries(checkoutTexts.ifMissingChoices).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
