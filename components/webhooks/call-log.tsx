'use client'

import { useState } from 'react'
import { QueryFault } from '#components/api/query-fault'
import { Pager } from '#components/shell/pager'
import { Select } from '#components/ui/input'
import { Section, Sheet } from '#components/ui/sheet'
import { Empty, SkeletonRows } from '#components/ui/states'
import { CallEntry } from '#components/webhooks/call-entry'
import { useWebhookLogs } from '#components/webhooks/queries'
import { eventName } from '#components/webhooks/words'
import { LOG_DAYS, TEST_EVENT, webhookEvents } from '#lib/webhooks/rules'

const states = [
  { value: '', label: 'Every state' },
  { value: 'success', label: 'Arrived' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'To come' },
]

/** Every call of the last weeks, the latest first. */
export function CallLog({ webhookId }: { webhookId: number }) {
  const [filter, setFilter] = useState({ status: '', event: '', page: 1 })
  const logs = useWebhookLogs(webhookId, filter)
  const list = logs.data
  const isFiltered = Boolean(filter.status || filter.event)
  return (
    <Section title="Calls" aside={<span className="text-sm text-ink-soft">of the last {LOG_DAYS} days</span>}>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:flex">
        <Select
          aria-label="State"
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.target.value, page: 1 })}
        >
          {states.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Event"
          value={filter.event}
          onChange={(event) => setFilter({ ...filter, event: event.target.value, page: 1 })}
        >
          <option value="">Every event</option>
          {[...webhookEvents, TEST_EVENT].map((event) => (
            <option key={event} value={event}>
              {eventName(event)}
            </option>
          ))}
        </Select>
      </div>
      <Sheet>
        {logs.error ? (
          <QueryFault error={logs.error} onRetry={() => logs.refetch()} className="m-4" />
        ) : !list ? (
          <div className="px-5">
            <SkeletonRows label="Loading the calls" />
          </div>
        ) : list.data.length > 0 ? (
          <ul aria-label="Calls" className="divide-y divide-rule">
            {list.data.map((log) => (
              <li key={log.id}>
                <CallEntry log={log} />
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={isFiltered ? 'Nothing matches' : 'No calls yet'}>
            {isFiltered ? 'No call is of this kind.' : 'Send a test to see how the other side answers.'}
          </Empty>
        )}
      </Sheet>
      {list ? (
        <Pager
          page={list.meta.current_page}
          lastPage={list.meta.last_page}
          more={list.links.next !== null}
          total={list.meta.total}
          onPage={(page) => setFilter({ ...filter, page })}
        />
      ) : null}
    </Section>
  )
}
