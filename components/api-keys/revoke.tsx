'use client'

import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useRevokeKey } from '#components/api-keys/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ApiKeyRecord } from '#lib/identity/api-keys/schema'

export function RevokeButton({ apiKey }: { apiKey: ApiKeyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const revoke = useRevokeKey(apiKey.id)
  const showToast = useToast()
  return (
    <>
      <Button
        size="sm"
        variant="danger-line"
        aria-label={`Revoke ${apiKey.name}`}
        className="shrink-0 self-start sm:self-center"
        onClick={() => setOpen(true)}
      >
        Revoke
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={`Revoke “${apiKey.name}”?`}
        description="Requests with this key will be refused immediately. This cannot be undone."
        confirmLabel="Revoke"
        danger
        busy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              showToast('Key revoked.')
            },
          })
        }
      >
        <QueryErrorMessage error={revoke.error} />
      </Confirm>
    </>
  )
}
