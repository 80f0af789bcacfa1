import { RevokeButton } from '#components/api-keys/revoke'
import { Badge, Stamp } from '#components/ui/badge'
import { Time } from '#components/ui/time'
import { type Scope, scopes } from '#lib/core/roles'
import type { ApiKeyRecord } from '#lib/identity/api-key-schema'

/** One line a key: what it is called, what it may, when it last did. */
export function KeysTable({ keys }: { keys: ApiKeyRecord[] }) {
  return (
    <ul className="divide-y divide-rule">
      {keys.map((key) => (
        <li
          key={key.id}
          className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:px-5"
        >
          <div className="min-w-0">
            <p className="flex min-w-0 items-baseline gap-2.5">
              <span className="truncate font-medium" title={key.name}>
                {key.name}
              </span>
              {key.test_mode ? <Stamp tone="warn">TEST</Stamp> : null}
              <code className="font-mono text-xs whitespace-nowrap text-ink-soft">
                {key.prefix}…{key.last_four}
              </code>
            </p>
            <p className="mt-0.5 text-sm text-ink-soft">{wordsFor(key.scopes)}</p>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
              <LastUse of={key} />
              <span>
                Made <Time at={key.created_at} show="day" /> by {key.created_by.name}
              </span>
              {key.allowed_ips.length > 0 ? (
                <span className="break-words">Only from {key.allowed_ips.join(', ')}</span>
              ) : null}
              <End of={key} />
            </p>
          </div>
          <RevokeButton apiKey={key} />
        </li>
      ))}
    </ul>
  )
}

/** What a key may do, in as few words as tell it. */
export function wordsFor(granted: Scope[]): string {
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return 'Everything'
  if (missing.length <= 2) return `Everything but ${missing.join(', ')}`
  return granted.join(', ')
}

function LastUse({ of: { last_used_at, last_used_ip } }: { of: ApiKeyRecord }) {
  if (!last_used_at) return <span>Never used</span>
  return (
    <span>
      Used <Time at={last_used_at} show="distance" />
      {last_used_ip ? `, from ${last_used_ip}` : null}
    </span>
  )
}

function End({ of: { expires_at } }: { of: ApiKeyRecord }) {
  if (!expires_at) return null
  if (Date.parse(expires_at) <= Date.now())
    return (
      <Badge tone="warn" hollow>
        expired
      </Badge>
    )
  return (
    <span>
      Until <Time at={expires_at} show="day" />
    </span>
  )
}
