'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TextLink } from '#components/auth/text-link.tsx'
import { ssoQuery } from '#components/settings/queries.ts'
import { Section } from '#components/ui/card.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'

/** What a directory needs to keep the users here; for administrators. */
export function ScimSection() {
  const t = useTranslations('settings.scim')
  const sso = useQuery({ ...ssoQuery, select: (body) => body.data })
  if (!sso.data) return null
  return (
    <Section title={t('title')}>
      <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
        <p className="text-ink-soft">
          {t.rich('text', { a: (text) => <TextLink href="/api-keys">{text}</TextLink> })}
        </p>
        <CopyField
          label={t('url')}
          hint={t('urlHint')}
          value={new URL('/scim/v2', sso.data.callback_url).href}
        />
      </div>
    </Section>
  )
}
