import { expect, it } from 'vitest'
import { parseListState } from '#components/shell/list/list-state.ts'
import { getLogRules } from '#components/webhooks/queries.ts'

it.each(['audit.*', 'audit.user.signed_in'])(
  'a log is filtered by %s if the webhook gets such events',
  (event) => {
    expect(parseListState(getLogRules({ events: ['*', 'audit.*'] }), { event })).toEqual({ event })
    expect(parseListState(getLogRules({ events: ['*'] }), { event })).toEqual({})
  },
)
