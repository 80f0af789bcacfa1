'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useRevokeKey } from '#components/api-keys/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { ApiKeyRecord } from '#lib/identity/api-keys/schema'

export function RevokeButton({ apiKey }: { apiKey: ApiKeyRecord }) {
  const t = useTranslations('apiKeys.revoke')
  const [isOpen, setOpen] = useState(false)
  const revoke = useRevokeKey(apiKey.id)
  const showToast = useToast()
  return (
    <>
      <Button
        size="sm"
        variant="danger-line"
        aria-label={t('label', { name: apiKey.name })}
        className="shrink-0 self-start sm:self-center"
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('title', { name: apiKey.name })}
        description={t('text')}
        confirmLabel={t('button')}
        danger
        busy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              showToast(t('done'))
            },
          })
        }
      >
        <QueryErrorMessage error={revoke.error} />
      </Confirm>
    </>
  )
}
