import Link from 'next/link'
import type { ReactNode } from 'react'
import { Time, useNumbers } from '#components/ui/time.tsx'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'

type Kept = NonNullable<PrivacyRequestRecord['kept']>

const countNames: Record<string, string> = {
  address_changes: 'Address changes',
  bulk_send_rows: 'Rows of lists',
  bulk_sends: 'Lists sent',
  contacts: 'Contacts from completed processes',
  draft_signers: 'Signers of drafts',
  emails: 'Emails',
  events: 'Audit events',
  field_values: 'Field values',
  fields: 'Fields',
  privacy_requests: 'Requests',
  processes: 'Processes',
  sessions: 'Sessions',
  signers: 'Signers',
  signing_sessions: 'Signing sessions',
  users: 'Users',
  vault_documents: 'Signed documents',
  webhook_messages: 'Webhook deliveries',
}

const reasons: Record<Kept['processes'][number]['reason'], string> = {
  retention: 'evidence, retention runs until',
  legal_hold: 'under legal hold; retention ends on',
  retention_ended: 'its documents can be deleted from the vault now; retention ended on',
  live: 'it was sent meanwhile',
}

/** What a request has exported or erased, what blocked it and what it left. */
export function Report({ request }: { request: PrivacyRequestRecord }) {
  const formatNumber = useNumbers()
  const counts = Object.entries(request.counts)
  const { kept, blocked_by: blockers, type } = request
  return (
    <div className="flex flex-col gap-4">
      {blockers.length > 0 ? (
        <Part title="Nothing was erased. End or delete these first:">
          {blockers.map(({ type, id, name }) => (
            <li key={`${type}${id}`}>
              {type === 'process' ? (
                <Link href={`/processes/${id}`} className="underline">
                  {name}
                </Link>
              ) : (
                <Link href="/users" className="underline">
                  the user {name}
                </Link>
              )}
            </li>
          ))}
        </Part>
      ) : (
        <Part title={type === 'export' ? 'Exported' : 'Erased'}>
          {counts.length === 0 ? <li>Nothing was found.</li> : null}
          {counts.map(([kind, count]) => (
            <li key={kind}>
              {countNames[kind] ?? kind}: {formatNumber(count)}
            </li>
          ))}
        </Part>
      )}
      {kept && kept.processes_total + kept.events > 0 ? <KeptList kept={kept} /> : null}
    </div>
  )
}

function KeptList({ kept }: { kept: Kept }) {
  const formatNumber = useNumbers()
  const unlisted = kept.processes_total - kept.processes.length
  return (
    <Part title="Kept">
      {kept.processes.map(({ process_id, name, reason, law, until }) => (
        <li key={process_id}>
          <Link href={`/processes/${process_id}`} className="underline">
            {name}
          </Link>
          : {reasons[reason]} {until ? <Time at={until} show="day" /> : null}
          {law ? <span className="text-ink-soft"> ({law})</span> : null}
        </li>
      ))}
      {unlisted > 0 ? <li>And {formatNumber(unlisted)} more processes.</li> : null}
      <li>
        Audit events that name the address: {formatNumber(kept.events)}
        <span className="text-ink-soft"> (the hash chain cannot be rewritten)</span>
      </li>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 flex flex-col gap-0.5 text-sm">{children}</ul>
    </div>
  )
}
