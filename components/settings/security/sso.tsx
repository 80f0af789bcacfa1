'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ssoQuery, useRemoveSso } from '#components/settings/queries.ts'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { SsoForm } from '#components/settings/security/sso-form.tsx'
import { Section } from '#components/ui/card.tsx'

/** Sign-in through the organisation's identity provider; for administrators. */
export function SsoSection() {
  const t = useTranslations('settings.sso')
  const sso = useQuery({ ...ssoQuery, select: (body) => body.data })
  const remove = useRemoveSso()
  return (
    <Section
      title={t('title')}
      headerActions={sso.data?.issuer ? <RemoveButton subject="sso" remove={remove} /> : null}
    >
      <QueryErrorMessage error={sso.error} onRetry={() => sso.refetch()} />
      {sso.data ? <SsoForm sso={sso.data} /> : null}
    </Section>
  )
}
