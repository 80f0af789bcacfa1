'use client'

import { useTranslations } from 'use-intl'
import { ActiveContentSetting } from '#components/settings/organisation/active-content.tsx'
import { Retention } from '#components/settings/organisation/retention.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** How long signed documents are kept, and which files are accepted. */
export function DocumentRules({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.organisation')
  return (
    <Section title={t('documents')} className="xl:col-span-2">
      <Facts
        rows={[
          { name: t('retention'), value: <Retention tenant={tenant} /> },
          {
            name: t('uploads'),
            value: <ActiveContentSetting isRejected={tenant.refuse_active_content} />,
          },
        ]}
      />
    </Section>
  )
}
