import Link from 'next/link'
import { Time } from '#components/ui/time'
import { eventsOf, placeOf, WebhookState } from '#components/webhooks/words'
import type { WebhookRecord } from '#lib/webhooks/schema'

/** One line an endpoint: where, how it stands, of what it is told. */
export function WebhookTable({ webhooks }: { webhooks: WebhookRecord[] }) {
  return (
    <ul className="divide-y divide-rule">
      {webhooks.map((webhook) => (
        <li
          key={webhook.id}
          className="group relative flex flex-col gap-x-6 gap-y-1 px-4 py-4 hover:bg-well/50 sm:flex-row sm:items-baseline sm:justify-between sm:px-5"
        >
          <div className="min-w-0">
            <Link
              href={`/webhooks/${webhook.id}`}
              title={webhook.url}
              className="block truncate font-medium after:absolute after:inset-0 group-hover:underline"
            >
              {placeOf(webhook.url)}
            </Link>
            {webhook.description ? <p className="truncate text-ink-soft">{webhook.description}</p> : null}
            <p className="text-sm text-ink-soft">{eventsOf(webhook)}</p>
          </div>
          <div className="flex shrink-0 items-baseline gap-3 sm:flex-col sm:items-end sm:gap-0">
            <WebhookState webhook={webhook} />
            {webhook.last_success_at ? (
              <p className="text-sm text-ink-faint">
                <span className="sr-only">Last arrived </span>
                <Time at={webhook.last_success_at} show="distance" />
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
