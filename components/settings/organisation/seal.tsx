'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { SealForm } from '#components/settings/organisation/seal-form.tsx'
import { sealQuery, useRemoveSeal } from '#components/settings/queries.ts'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { useCan } from '#components/shell/account.ts'
import { Tag } from '#components/ui/badge.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SealRecord } from '#lib/keys/seals/schema'

/** The certificate that seals the organisation's documents; administrators may bring their own. */
export function SealSection({ className }: { className?: string }) {
  const t = useTranslations('settings.seal')
  const seal = useQuery({ ...sealQuery, select: (body) => body.data })
  const mayChange = useCan('seal.change')
  const isOwn = seal.data?.source === 'organisation'
  const remove = useRemoveSeal()
  return (
    <Section
      title={t('title')}
      className={className}
      headerActions={isOwn && mayChange ? <RemoveButton subject="seal" remove={remove} /> : null}
    >
      <QueryErrorMessage error={seal.error} onRetry={() => seal.refetch()} />
      {seal.data ? (
        <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
          {isOwn ? <SealFacts seal={seal.data} /> : <p className="max-w-prose">{t('installation')}</p>}
          {mayChange ? <SealForm isReplacement={isOwn} /> : null}
        </div>
      ) : null}
    </Section>
  )
}

function SealFacts({ seal }: { seal: SealRecord }) {
  const t = useTranslations('settings.seal')
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { name: t('subject'), value: seal.subject },
          { name: t('issuer'), value: seal.issuer },
          { name: t('key'), value: seal.key },
          {
            name: t('validUntil'),
            value: (
              <span className="flex flex-wrap items-baseline gap-2.5">
                <Time at={seal.not_after!} />
                {seal.expired ? <Tag>{t('expired')}</Tag> : null}
              </span>
            ),
          },
          {
            name: t('fingerprint'),
            value: <span className="font-mono text-sm break-all">{seal.sha256}</span>,
          },
        ]}
      />
      {seal.expired ? <p className="text-sm text-ink-soft">{t('expiredHint')}</p> : null}
      {seal.trusted ? null : <p className="text-sm text-ink-soft">{t('notTrusted')}</p>}
    </div>
  )
}
