'use client'

import { useTranslations } from 'use-intl'
import {
  asNewKey,
  defaultScopes,
  type KeyInput,
  keyInput,
  lifetimes,
  lifetimeText,
  toControlName,
} from '#components/api-keys/key-model.ts'
import { useCreateKey } from '#components/api-keys/queries.ts'
import { Scopes } from '#components/api-keys/scopes.tsx'
import { useAccount } from '#components/shell/account.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select, Textarea } from '#components/ui/form/input.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'

/** The form of a new key. */
export function KeyForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const t = useTranslations('apiKeys.form')
  const isTestMode = useAccount().data?.test_mode ?? false
  const emptyInput: KeyInput = {
    name: '',
    lifetime: '365',
    addresses: '',
    testMode: isTestMode,
    scopes: defaultScopes,
  }
  const { now } = usePreferences()
  const create = useCreateKey()
  const form = useRecordForm({
    name: 'new key',
    saved: emptyInput,
    schema: async () => keyInput(t),
    findField: toControlName,
    save: async (input) => onCreated((await create.mutateAsync(asNewKey(input, now()))).data.key),
  })

  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={t('name')} hint={t('nameHint')} error={form.error('name')}>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label={t('lifetime')} error={form.error('lifetime')}>
          <Select {...form.register('lifetime')}>
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {lifetimeText(t, days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Scopes
        value={form.input.scopes}
        onChange={(scopes) => form.setField('scopes', scopes)}
        error={form.error('scopes')}
      />
      <Field label={t('addresses')} optional hint={t('addressesHint')} error={form.error('addresses')}>
        <Textarea
          rows={2}
          spellCheck={false}
          className="min-h-16 font-mono text-sm"
          {...form.register('addresses')}
        />
      </Field>
      <Switch
        label={t('testMode')}
        hint={t('testModeHint')}
        checked={form.input.testMode}
        onChange={(testMode) => form.setField('testMode', testMode)}
      />
      <SaveButton form={form}>{t('submit')}</SaveButton>
    </Form>
  )
}
