import { expect, it } from 'vitest'
import { parseListState } from '#components/shell/list/list-state.ts'
import { logRulesOf } from '#components/webhooks/queries.ts'

it.each(['audit.*', 'audit.user.signed_in'])(
  'a log is filtered by %s if the webhook gets such events',
  (event) => {
    expect(parseListState(logRulesOf({ events: ['*', 'audit.*'] }), { event })).toEqual({ event })
    expect(parseListState(logRulesOf({ events: ['*'] }), { event })).toEqual({})
  },
)
