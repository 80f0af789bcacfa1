import type { ErrorText } from '#lib/messages/errors'
import { invalidState } from './errors.ts'

/** Whether a record's state permits an action; if not, a code that pages translate and the reason for the API. */
export type Decision<Code extends string = string> =
  | { allowed: true }
  | { allowed: false; code: Code; reason: ErrorText }

/** One rule of a state table: the states an action starts from, and the reason it is refused in all others. */
export interface StateRule<S extends string> {
  from: readonly S[]
  refusal: ErrorText
}

type Guards<S extends string, A extends string> = {
  [Action in A]: (record: { status: S }) => Decision<Action>
}

/**
 * Makes one function per action of a state table: `transitionGuards(table).send(record)` decides on `send`. The code of
 * a refusal is the action.
 */
export function transitionGuards<S extends string, A extends string>(
  table: Record<A, StateRule<S>>,
): Guards<S, A> {
  const makeGuard = (rule: StateRule<S>, action: string) => (record: { status: S }) =>
    makeDecision(rule, action, record.status)
  const entries = Object.entries<StateRule<S>>(table).map(
    ([action, rule]) => [action, makeGuard(rule, action)] as const,
  )
  return Object.fromEntries(entries) as Guards<S, A>
}

function makeDecision<S extends string>(rule: StateRule<S>, code: string, status: S): Decision {
  return rule.from.includes(status) ? { allowed: true } : { allowed: false, code, reason: rule.refusal }
}

/**
 * Refuses an action that the state does not permit.
 * @throws AppError `invalid_state` with the reason and the current status.
 */
export function assertAllowed(decision: Decision, record: { status: string }): void {
  if (!decision.allowed) throw invalidState(decision.reason, record.status)
}
