'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { currentUserQuery, useChangeProfile } from '#components/settings/queries.ts'
import { Section } from '#components/ui/card.tsx'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { adminTopics, processTopics } from '#lib/core/email/email-topics'

/** The emails that the user gets; each choice is saved at once. */
export function NotificationSettings() {
  const t = useTranslations('settings.notifications')
  const user = useQuery({ ...currentUserQuery, select: (body) => body.data })
  const change = useChangeProfile()
  if (!user.data) return <QueryErrorMessage error={user.error} onRetry={() => user.refetch()} />
  const { notifications } = user.data
  const topics = user.data.role === 'tenant_admin' ? [...processTopics, ...adminTopics] : processTopics
  return (
    <Section title={t('title')}>
      <p className="mb-4 max-w-xl text-ink-soft">{t('text')}</p>
      <QueryErrorMessage error={change.error} className="mb-4" />
      <div className="flex flex-col gap-3">
        {topics.map((topic) => (
          <SavedSwitch
            key={topic}
            label={t(topic)}
            isOn={notifications[topic]}
            disabled={change.isPending}
            save={(isOn) => change.mutateAsync({ notifications: { [topic]: isOn } })}
          />
        ))}
      </div>
    </Section>
  )
}
