'use client'

import { useTranslations } from 'use-intl'
import { useRevokeKey } from '#components/api-keys/queries.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'
import type { ApiKeyRecord } from '#lib/identity/api-keys/schema'

export function RevokeButton({ apiKey }: { apiKey: ApiKeyRecord }) {
  const t = useTranslations('apiKeys.revoke')
  const revoke = useRevokeKey(apiKey.id)
  return (
    <ConfirmButton
      label={t('button')}
      button={{
        size: 'sm',
        variant: 'danger-line',
        className: 'shrink-0 self-start sm:self-center',
        'aria-label': t('label', { name: apiKey.name }),
      }}
      title={t('title', { name: apiKey.name })}
      description={t('text')}
      confirmLabel={t('button')}
      danger
      action={revoke}
      onConfirm={(onSuccess) => revoke.mutate(undefined, { onSuccess })}
      done={t('done')}
    />
  )
}
