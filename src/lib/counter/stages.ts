import type { OrderStatus } from '#lib/checkout/order.ts'

/** Where an order stands for those who work it off; a tab of the desk each. */
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

/** Stages that somebody still has to do something about: the oldest order comes first there. */
export const OPEN_STAGES: readonly Stage[] = ['new', 'accepted', 'packed', 'out', 'attention']

export const isStage = (text: string): text is Stage => STAGES.some((stage) => stage === text)

/** The stage of an order by its columns; one that is paid is confirmed before anybody has accepted it. */
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

/** Steps forward, each with the status that it brings. */
export const STEPS = ['accepted', 'packed', 'out', 'delivered'] as const
export type StepTo = (typeof STEPS)[number]

export const STATUS_OF_STEP: Record<StepTo, OrderStatus> = {
  accepted: 'confirmed',
  packed: 'packed',
  out: 'out_for_delivery',
  delivered: 'delivered',
}

/** The one step that comes next: what the large button does. */
export const nextStep = (stage: Stage): StepTo | undefined => NEXT[stage]
const NEXT: Partial<Record<Stage, StepTo>> = {
  new: 'accepted',
  attention: 'accepted',
  accepted: 'packed',
  packed: 'out',
  out: 'delivered',
}

/** For so long a wrong step can be taken back. */
export const UNDO_MS = 10 * 60_000

/** How an order can end without being kept, and from which stages. */
const ENDS = {
  cancelled: ['new', 'accepted', 'packed', 'attention'],
  refused: ['out'],
  undelivered: ['out'],
  returned: ['delivered'],
} as const satisfies Record<string, readonly Stage[]>
export type End = keyof typeof ENDS
export const endsOf = (stage: Stage): End[] =>
  (Object.keys(ENDS) as End[]).filter((end) => (ENDS[end] as readonly Stage[]).includes(stage))

/** Until it has left the shop, lines and address can be changed. */
export const isChangeable = (stage: Stage): boolean =>
  stage === 'new' || stage === 'accepted' || stage === 'packed' || stage === 'attention'
