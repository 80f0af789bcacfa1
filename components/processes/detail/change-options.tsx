'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

const OptionsForm = loadedLater(() =>
  import('#components/processes/detail/options-form.tsx').then((module) => module.OptionsForm),
)

/** The button and dialog that change the message, the expiry and the reminders of a sent process, or extend an expired one. */
export function ChangeOptions({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.options')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t(process.status === 'expired' ? 'extend' : 'change')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t(process.status === 'expired' ? 'extendTitle' : 'title')}
        description={t(process.status === 'expired' ? 'extendText' : 'text')}
      >
        <OptionsForm process={process} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
