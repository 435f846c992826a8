import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import type { ChoiceKind } from '#lib/catalogue/product.ts'
import type { PackView } from '#lib/catalogue/product-view-schema.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { formatPaise } from '#lib/money.ts'
import { productTexts } from '#lib/texts/browser/product.ts'

type Props = {
  kind: ChoiceKind
  labels: readonly string[]
  /** Packs with prices of their own, if this choice has any. */
  packs: readonly PackView[]
  /** The label that is checked in the HTML. */
  preset: string | undefined
  /** The shopper tried to add without choosing here. */
  isMissing: boolean
  /** Currency sign before each price. */
  sign: string
}

/** A radio group for RAM, size or weight, required before adding; packs show their prices. */
export function ChoiceGroup({ kind, labels, packs, preset, isMissing, sign }: Props) {
  return (
    <fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={isMissing || undefined}
      className="group min-w-0"
    >
      <legend className="mb-2 font-bold">
        {packs.length > 0 ? productTexts.choosePack : productTexts.choiceNames[kind]}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2">
        {labels.map((label) => (
          <label
            key={label}
            data-price={packs.find((one) => one.label === label)?.pricePaise}
            className="relative grid min-h-11 content-start rounded-field border border-edge bg-base-100 px-3 py-2 leading-snug group-aria-invalid:border-error group-aria-invalid:inset-ring group-aria-invalid:inset-ring-error hover:border-primary has-checked:border-primary has-checked:bg-primary/10 has-checked:inset-ring has-checked:inset-ring-primary"
          >
            <input
              className="radio absolute top-3 right-3 size-5 radio-sm accent-primary radio-primary"
              type="radio"
              name={CHOICE_FIELDS[kind]}
              value={label}
              defaultChecked={label === preset}
              required
            />
            <b className="mr-7">{label}</b>
            <PackPrice label={label} sign={sign} pack={packs.find((one) => one.label === label)} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type PackPriceProps = { label: string; pack: PackView | undefined; sign: string }

function PackPrice({ label, pack, sign }: PackPriceProps) {
  if (!pack) return null
  const { isMrp, oldPricePaise, pricePaise, stock } = pack
  const perUnit = unitPriceText(pricePaise, label)
  return (
    <>
      <span className="tabular-nums">
        {sign + formatPaise(pricePaise)}{' '}
        {oldPricePaise !== null && (
          <del className="text-xs text-muted">
            <span className="sr-only">{isMrp ? productTexts.mrp : productTexts.oldPrice}</span>
            {sign + formatPaise(oldPricePaise)}
          </del>
        )}
      </span>
      {perUnit && <small className="text-xs text-muted">{perUnit}</small>}
      {stock === 0 && <small className="font-bold text-error">{productTexts.outOfStock}</small>}
    </>
  )
}
