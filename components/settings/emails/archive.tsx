import { useTranslations } from 'use-intl'
import { useRemoveArchive, useSetArchive } from '#components/settings/queries.ts'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { ArchiveRecord } from '#lib/identity/archive/schema'

/** The address that gets copies of emails about completed processes. */
export function Archive({ archive }: { archive: ArchiveRecord }) {
  const t = useTranslations('settings.archive')
  const change = useSetArchive()
  const remove = useRemoveArchive()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'archive address',
    saved: { email: archive.email ?? '' },
    save: (input) => change.mutateAsync(input),
    onSaved: () => showToast(t('saved')),
  })
  return (
    <Section
      title={t('title')}
      headerActions={archive.email === null ? null : <RemoveButton subject="archive" remove={remove} />}
    >
      <Form form={form}>
        <Field label={t('email')} hint={t('emailHint')} error={form.error('email')}>
          <Input type="email" autoComplete="off" spellCheck={false} {...form.register('email')} />
        </Field>
        {archive.email === null ? null : (
          <p>
            <Badge tone={archive.confirmed_at ? 'good' : 'warn'} hollow={!archive.confirmed_at}>
              {archive.confirmed_at ? t('confirmed') : t('unconfirmed')}
            </Badge>
          </p>
        )}
        {/* A confirmed address needs no other email. */}
        <SaveButton form={form} whenChanged={archive.confirmed_at !== null} className="self-start">
          {archive.email === null || form.isDirty ? t('submit') : t('resend')}
        </SaveButton>
      </Form>
    </Section>
  )
}
