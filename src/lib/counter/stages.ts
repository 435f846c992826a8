import type { OrderStatus } from '#lib/checkout/order.ts'

/** The stages of an order for those who handle it; each is a tab of the desk. */
export const STAGES = [
  'new',
  'accepted',
  'packed',
  'out',
  'attention',
  'delivered',
  'ended',
] as const
export type Stage = (typeof STAGES)[number]

/** Stages in which something is left to do; their lists show the oldest order first. */
export const OPEN_STAGES: readonly Stage[] = ['new', 'accepted', 'packed', 'out', 'attention']

/** Whether a text names a stage. */
export const isStage = (text: string): text is Stage => STAGES.some((stage) => stage === text)

/**
 * The stage of an order by its columns. A paid order is confirmed at once, but stays `new` until
 * somebody accepts it.
 */
export function stageOf(order: {
  status: OrderStatus
  accepted_at: number | null
  ended: string | null
}): Stage {
  const { status, accepted_at: acceptedAt, ended } = order
  if (ended !== null || status === 'cancelled' || status === 'refunded') return 'ended'
  if (status === 'needs_attention') return 'attention'
  if (status === 'out_for_delivery') return 'out'
  if (status === 'packed' || status === 'delivered') return status
  return status === 'pending' || acceptedAt === null ? 'new' : 'accepted'
}

/** Steps forward; the status that each brings is below. */
export const STEPS = ['accepted', 'packed', 'out', 'delivered'] as const
export type StepTo = (typeof STEPS)[number]

export const STATUS_OF_STEP: Record<StepTo, OrderStatus> = {
  accepted: 'confirmed',
  packed: 'packed',
  out: 'out_for_delivery',
  delivered: 'delivered',
}

/** The next step, which the large button takes. */
export const nextStep = (stage: Stage): StepTo | undefined => NEXT[stage]
const NEXT: Partial<Record<Stage, StepTo>> = {
  new: 'accepted',
  attention: 'accepted',
  accepted: 'packed',
  packed: 'out',
  out: 'delivered',
}

/** How long a wrong step can be undone, in milliseconds. */
export const UNDO_MS = 10 * 60_000

/** How an order can end without being kept, and from which stages. */
const ENDS = {
  cancelled: ['new', 'accepted', 'packed', 'attention'],
  refused: ['out'],
  undelivered: ['out'],
  returned: ['delivered'],
} as const satisfies Record<string, readonly Stage[]>
export type End = keyof typeof ENDS
/** The ends possible from a stage. */
export const endsOf = (stage: Stage): End[] =>
  (Object.keys(ENDS) as End[]).filter((end) => (ENDS[end] as readonly Stage[]).includes(stage))

/** Whether goods and address can still be changed: until the order has left the shop. */
export const isChangeable = (stage: Stage): boolean =>
  stage === 'new' || stage === 'accepted' || stage === 'packed' || stage === 'attention'

/**
 * What can be changed about the lines of an order: anything until it has left the shop; then only that less of a line is
 * kept, as some was not taken or was given back.
 */
export type LineChange = 'any' | 'less'
export function lineChangeOf(stage: Stage): LineChange | undefined {
  if (isChangeable(stage)) return 'any'
  return stage === 'out' || stage === 'delivered' ? 'less' : undefined
}
