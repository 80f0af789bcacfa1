'use client'

import { useTranslations } from 'use-intl'
import { Section } from '#components/ui/card.tsx'
import { Progress } from '#components/ui/charts/progress.tsx'
import { useNumbers } from '#components/ui/time.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** The usage of this month's quotas. */
export function QuotaUsage({ account: { tenant } }: { account: AccountRecord }) {
  const t = useTranslations('overview.quota')
  const formatNumber = useNumbers()
  const { quotas } = tenant
  const rows = [
    { name: t('documents'), used: quotas.documents_used, limit: quotas.documents_limit },
    { name: t('signatures'), used: quotas.signatures_used, limit: quotas.signatures_limit },
  ]
  return (
    <Section title={t('title')}>
      <div className="flex flex-col gap-5">
        {rows.map(({ name, used, limit }) => (
          <div key={name}>
            <p className="mb-2 flex items-baseline justify-between gap-4">
              <span>{name}</span>
              <span className="figures text-sm text-ink-soft">
                {t.rich('usage', {
                  used: formatNumber(used),
                  limit: formatNumber(limit),
                  strong: (text) => <span className="font-serif text-lg text-ink">{text}</span>,
                })}
              </span>
            </p>
            <Progress label={t('progress', { name })} value={limit > 0 ? Math.min(used / limit, 1) : 0} />
          </div>
        ))}
        <p className="text-sm text-ink-soft">
          {t('plan', { organisation: tenant.name, plan: t(`plans.${tenant.subscription_type}`) })}
        </p>
      </div>
    </Section>
  )
}
