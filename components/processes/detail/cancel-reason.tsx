'use client'

import { useTranslations } from 'use-intl'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'

/** The optional reason of a cancellation, for the audit trail. */
export function CancelReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const t = useTranslations('processes')
  return (
    <Field label={t('reason')} optional hint={t('cancel.reasonHint')}>
      <Textarea rows={2} maxLength={2000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
