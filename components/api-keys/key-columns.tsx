import { RevokeButton } from '#components/api-keys/revoke.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { type Scope, scopes } from '#lib/core/roles'
import type { ApiKeyRecord } from '#lib/identity/api-keys/schema'

/** The columns of the list of API keys. */
export const keyColumns: Column<ApiKeyRecord>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: (key) => (
      <>
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate font-medium" title={key.name}>
            {key.name}
          </span>
          <TestTag show={key.test_mode} />
        </span>
        <code className="font-mono text-xs whitespace-nowrap text-ink-soft">
          {key.prefix}…{key.last_four}
        </code>
      </>
    ),
  },
  {
    head: 'Scopes',
    className: 'text-sm text-ink-soft sm:w-60',
    cell: (key) => (
      <>
        {scopesText(key.scopes)}
        {key.allowed_ips.length > 0 ? (
          <span className="block break-words">Only from {key.allowed_ips.join(', ')}</span>
        ) : null}
      </>
    ),
  },
  {
    head: 'Last used',
    className: 'text-sm text-ink-soft sm:w-36',
    cell: (key) => <LastUse of={key} />,
  },
  {
    head: 'Created',
    sort: '-created_at',
    className: 'text-sm text-ink-soft sm:w-36',
    cell: (key) => (
      <>
        <span className="sm:hidden">Made </span>
        <Time at={key.created_at} show="day" /> by {key.created_by.name}
        <End of={key} />
      </>
    ),
  },
  {
    head: 'Actions',
    quiet: true,
    phone: 'beside',
    className: 'sm:w-28 sm:text-right',
    cell: (key) => <RevokeButton apiKey={key} />,
  },
]

/** A short summary of a key's scopes. */
function scopesText(granted: Scope[]): string {
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return 'Everything'
  if (missing.length <= 2) return `All except ${missing.join(', ')}`
  return granted.join(', ')
}

function LastUse({ of: { last_used_at, last_used_ip } }: { of: ApiKeyRecord }) {
  if (!last_used_at) return <>Never used</>
  return (
    <>
      <span className="sm:hidden">Used </span>
      <Time at={last_used_at} show="distance" />
      {last_used_ip ? <span className="sm:block"> from {last_used_ip}</span> : null}
    </>
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
    <span className="block">
      Until <Time at={expires_at} show="day" />
    </span>
  )
}
