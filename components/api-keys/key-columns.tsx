'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RevokeButton } from '#components/api-keys/revoke.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { scopes } from '#lib/core/roles'
import type { ApiKeyRecord } from '#lib/identity/api-keys/schema'

type Translate = ReturnType<typeof useTranslations<'apiKeys'>>

const onPhone = (text: ReactNode) => <span className="sm:hidden">{text}</span>

/** The columns of the list of API keys. */
export function useKeyColumns(): Column<ApiKeyRecord>[] {
  const t = useTranslations('apiKeys')
  const common = useTranslations('common')
  return [
    {
      head: common('name'),
      sort: 'name',
      className: 'sm:w-40 @4xl:w-56',
      cell: (key) => (
        <>
          <span className="flex min-w-0 items-baseline gap-2.5">
            <span className="truncate font-medium" title={key.name}>
              {key.name}
            </span>
            <TestTag show={key.test_mode} />
          </span>
          <code className="block truncate font-mono text-xs text-ink-soft">
            {key.prefix}…{key.last_four}
          </code>
        </>
      ),
    },
    {
      head: t('columns.scopes'),
      className: 'text-sm text-ink-soft',
      cell: (key) => (
        <>
          <span className="sm:line-clamp-2" title={key.scopes.join(', ')}>
            {scopesText(t, key.scopes)}
          </span>
          {key.allowed_ips.length > 0 ? (
            <span className="block break-words">
              {t('allowedIps', { addresses: key.allowed_ips.join(', ') })}
            </span>
          ) : null}
        </>
      ),
    },
    {
      head: t('columns.lastUsed'),
      className: 'text-sm text-ink-soft sm:w-36 sm:@max-3xl:hidden',
      cell: (key) => <LastUse of={key} />,
    },
    {
      head: t('columns.created'),
      sort: '-created_at',
      className: 'text-sm text-ink-soft sm:w-28 @4xl:w-36',
      cell: (key) => (
        <>
          {t.rich('createdBy', {
            phone: onPhone,
            time: () => <Time at={key.created_at} show="day" />,
            name: key.created_by.name,
          })}
          <Expiry of={key} />
        </>
      ),
    },
    {
      head: common('actions'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-32 sm:text-right',
      cell: (key) => <RevokeButton apiKey={key} />,
    },
  ]
}

const MAX_EXCEPTIONS = 2

/** A short summary of a key's scopes: those that it lacks, if these are few. */
function scopesText(t: Translate, granted: string[]): string {
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return t('everything')
  if (missing.length <= MAX_EXCEPTIONS) return t('allExcept', { scopes: missing.join(', ') })
  return granted.join(', ')
}

function LastUse({ of: { last_used_at, last_used_ip } }: { of: ApiKeyRecord }) {
  const t = useTranslations('apiKeys')
  if (!last_used_at) return <>{t('neverUsed')}</>
  return (
    <>
      {t.rich('used', { phone: onPhone, time: () => <Time at={last_used_at} show="distance" /> })}
      {last_used_ip ? <span className="sm:block"> {t('usedFrom', { address: last_used_ip })}</span> : null}
    </>
  )
}

function Expiry({ of: { expires_at } }: { of: ApiKeyRecord }) {
  const t = useTranslations('apiKeys')
  const { now } = usePreferences()
  if (!expires_at) return null
  if (Date.parse(expires_at) <= now().getTime())
    return (
      <Badge tone="warn" hollow>
        {t('expired')}
      </Badge>
    )
  return <span className="block">{t.rich('until', { time: () => <Time at={expires_at} show="day" /> })}</span>
}
