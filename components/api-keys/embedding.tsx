'use client'

import { useTranslations } from 'use-intl'
import { useChangeAccount } from '#components/settings/queries.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The origins whose pages may show ours in a frame. */
export function Embedding({ origins }: { origins: string[] }) {
  const t = useTranslations('apiKeys.embedding')
  const tSettings = useTranslations('settings')
  const showToast = useToast()
  const form = useRecordForm({
    name: 'origins of frames',
    saved: { embed_origins: origins.join('\n') },
    schema: () => import('#components/api-keys/embedding-input.ts').then((module) => module.embeddingForm),
    save: useChangeAccount().mutateAsync,
    // An error names the origin, `embed_origins.1`.
    findField: () => 'embed_origins',
    onSaved: () => showToast(tSettings('saved')),
  })
  return (
    <Section title={t('title')} className="mt-12">
      <p className="mb-4 max-w-2xl text-ink-soft">{t('text')}</p>
      <Form form={form} className="flex max-w-2xl flex-col gap-4">
        <Field label={t('origins')} optional hint={t('hint')} error={form.error('embed_origins')}>
          <Textarea
            rows={3}
            spellCheck={false}
            placeholder="https://app.example.com"
            className="font-mono text-sm"
            {...form.register('embed_origins')}
          />
        </Field>
        <SaveButton form={form} whenChanged className="self-start" />
      </Form>
    </Section>
  )
}
