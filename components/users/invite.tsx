'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const InviteForm = loadedLater(() =>
  import('#components/users/invite-form.tsx').then((module) => module.InviteForm),
)

/** The button that opens the dialog to invite a user. */
export function InviteButton() {
  const t = useTranslations('users.invite')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus className="size-4" aria-hidden="true" />
        {t('title')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('title')} description={t('text')}>
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
