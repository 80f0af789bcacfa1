import { invalidState } from './errors.ts'

/** Whether a record's state permits an action; if not, the reason as a sentence. */
export type Decision = { allowed: true } | { allowed: false; reason: string }

/** One rule of a state table: the states an action starts from, and the reason it is refused in all others. */
export interface StateRule<S extends string> {
  from: readonly S[]
  refusal: string
}

/** Makes one function per action of a state table: `transitionGuards(table).send(record)` decides on `send`. */
export function transitionGuards<S extends string, A extends string>(
  table: Record<A, StateRule<S>>,
): Record<A, (record: { status: S }) => Decision> {
  const guardOf = (rule: StateRule<S>) => (record: { status: S }) => decisionOf(rule, record.status)
  const entries = Object.entries<StateRule<S>>(table).map(
    ([action, rule]) => [action, guardOf(rule)] as const,
  )
  return Object.fromEntries(entries) as Record<A, (record: { status: S }) => Decision>
}

function decisionOf<S extends string>(rule: StateRule<S>, status: S): Decision {
  return rule.from.includes(status) ? { allowed: true } : { allowed: false, reason: rule.refusal }
}

/**
 * Refuses an action that the state does not permit.
 * @throws AppError `invalid_state` with the reason and the current status.
 */
export function assertAllowed(decision: Decision, record: { status: string }): void {
  if (!decision.allowed) throw invalidState(decision.reason, record.status)
}
