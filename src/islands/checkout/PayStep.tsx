import { Field } from '#islands/kit/Field.tsx'
import { type BuyerProof, PROOF_PATHS } from '#lib/checkout/proof-links.ts'
import type { ProviderName } from '#lib/checkout/providers.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { StepCard } from './StepCard.tsx'

/** The ways to pay in this shop, and the one that the shopper used last. */
export type PayWays = {
  provider: ProviderName
  hasCod: boolean
  isCod: boolean
  /** Cash on delivery requires a code sent to the phone. */
  asksCode: boolean
  /** What the shop wants first of whoever would pay in cash. */
  beforeCash?: BuyerProof
}

type Props = { ways: PayWays; asksCode: boolean; fault: string | undefined }

const HINTS: Record<ProviderName, string> = {
  demo: checkoutTexts.payDemo,
  razorpay: checkoutTexts.payOnlineHint,
}

/** The choice of how to pay. */
export function PayStep({ ways, asksCode, fault }: Props) {
  const { provider, hasCod, isCod, beforeCash } = ways
  const hint = HINTS[provider]
  return (
    <StepCard number={3} id="payment" title={checkoutTexts.payment}>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
        <legend className="sr-only">{checkoutTexts.payment}</legend>
        {hasCod ? (
          <>
            <Way value="online" title={checkoutTexts.payOnline} hint={hint} isChosen={!isCod} />
            <Way
              value="cod"
              title={checkoutTexts.payCod}
              hint={checkoutTexts.payCodHint}
              isChosen={isCod}
            />
          </>
        ) : (
          <p>{hint}</p>
        )}
      </fieldset>
      {beforeCash && (
        <a
          className="inline-flex min-h-11 link items-center justify-self-start text-primary"
          href={PROOF_PATHS[beforeCash]}
        >
          {checkoutTexts.beforeCash[beforeCash]}
        </a>
      )}
      {hasCod && asksCode && (
        <Field
          {...{ form: 'payment', name: 'phonecode', label: checkoutTexts.phoneCode, fault }}
          hint={checkoutTexts.phoneCodeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          isFirst
          className="max-w-sm group-has-[[value=online]:checked]/check:hidden"
        />
      )}
      {provider !== 'demo' && (
        <p className="text-sm text-muted group-has-[[value=cod]:checked]/check:hidden">
          {checkoutTexts.safety}
        </p>
      )}
    </StepCard>
  )
}

type WayProps = { value: string; title: string; hint: string; isChosen: boolean }

function Way({ value, title, hint, isChosen }: WayProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-edge p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:ring-1 has-checked:ring-primary">
      <input
        className="radio radio-primary"
        type="radio"
        name="payment"
        value={value}
        defaultChecked={isChosen}
      />
      <span className="grid">
        <b>{title}</b>
        <small className="text-sm text-muted">{hint}</small>
      </span>
    </label>
  )
}
