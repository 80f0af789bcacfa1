'use client'

import { useTranslations } from 'use-intl'
import type { Person } from '#components/processes/detail/person-form.tsx'
import { useAddSigner, useChangeSigner } from '#components/processes/queries.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isOnlyOtpChangeable, isSigning } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

const PersonForm = loadedLater(() =>
  import('#components/processes/detail/person-form.tsx').then((module) => module.PersonForm),
)

interface DialogProps {
  process: ProcessRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog that changes a person, or replaces them by another; of one who has signed, how they confirm. */
export function ChangeSigner({
  process,
  signer,
  open,
  onOpenChange,
}: DialogProps & { signer: SignerRecord }) {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const change = useChangeSigner(process.id, signer.id)
  const showToast = useToast()
  const isOtpOnly = isOnlyOtpChangeable(process, signer, signer.erased_at)
  const { name } = signer
  const texts = isOtpOnly
    ? { title: t('changeOtp.title', { name }), description: t('changeOtp.description') }
    : {
        title: t('changeSigner.title', { name }),
        description: t(signer.invited_at === null ? 'changeSigner.notInvited' : 'changeSigner.invited'),
      }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} {...texts}>
      <PersonForm
        formName={`signer ${signer.id}`}
        person={signer}
        isOtpOnly={isOtpOnly}
        label={common('save')}
        save={({ role: _role, otp, phone, access_code, ...others }) =>
          change.mutateAsync({ otp, phone, access_code, ...(isOtpOnly ? {} : others) })
        }
        onSaved={({ name }) => {
          onOpenChange(false)
          showToast(t('changeSigner.done', { name: name.trim() }))
        }}
      />
    </Dialog>
  )
}

const newPerson = (role: Person['role']): Person => ({
  ...{ name: '', email: '', role, otp: null, phone: null },
  signature_level: 'simple',
})

/**
 * The dialog that adds a person to a sent process; after the first signature only viewers and people who get a copy.
 */
export function AddSigner({ process, open, onOpenChange }: DialogProps) {
  const t = useTranslations('processes.addSigner')
  const add = useAddSigner(process.id)
  const showToast = useToast()
  const isUnsigned = process.progress.signed === 0
  // Where all people sign at the same time, a new one does, too.
  const isAtOnce = process.signers.filter(isSigning).every(({ type }) => type === 'parallel')
  const turn = isAtOnce ? 'atOnce' : 'beforeSignature'
  const roles: Person['role'][] = isUnsigned ? ['signer', 'approver', 'viewer', 'cc'] : ['viewer', 'cc']
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t(isUnsigned ? turn : 'afterSignature')}
    >
      <PersonForm
        formName={`new signer of process ${process.id}`}
        person={newPerson(roles[0]!)}
        roles={roles}
        label={t('confirm')}
        save={(person) => add.mutateAsync({ ...person, type: isAtOnce ? 'parallel' : 'sequential' })}
        onSaved={({ name }) => {
          onOpenChange(false)
          showToast(t('done', { name: name.trim() }))
        }}
      />
    </Dialog>
  )
}
