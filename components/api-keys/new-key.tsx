'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { KeyForm } from '#components/api-keys/key-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { SecretReveal } from '#components/ui/secret-reveal.tsx'

export function NewKeyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" />
        New key
      </Button>
      {open ? <NewKeyDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** First the form, then the key, which exists only while this dialog is open. */
function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={secret ? 'Your new key' : 'New API key'}
      description={secret ? 'Copy it now and store it like a password.' : undefined}
    >
      {secret ? (
        <SecretReveal
          secret={secret}
          label="Key"
          hint="If you lose it, revoke it and create another."
          onDone={onClose}
        />
      ) : (
        <KeyForm onMade={setSecret} />
      )}
    </Dialog>
  )
}
