'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { ssoQuery, useRemoveSso } from '#components/settings/queries.ts'
import { ReadOnlyUrl } from '#components/settings/read-only-url.tsx'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { SsoForm } from '#components/settings/security/sso-form.tsx'
import { Section } from '#components/ui/card.tsx'

/** Sign-in through the organisation's OpenID provider; for administrators. */
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
      {sso.data ? (
        <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
          <SsoForm sso={sso.data} />
          {/* First on a phone, because the provider must know the redirect URI before the form can be filled in. */}
          <div className="order-first flex flex-col gap-5 xl:order-none">
            <ReadOnlyUrl label={t('redirectUri')} hint={t('redirectUriHint')} url={sso.data.callback_url} />
            {sso.data.issuer ? (
              <ReadOnlyUrl label={t('signInLink')} hint={t('signInLinkHint')} url={sso.data.sign_in_url} />
            ) : null}
          </div>
        </div>
      ) : null}
    </Section>
  )
}
