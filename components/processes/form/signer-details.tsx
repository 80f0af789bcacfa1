'use client'

import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Select, Textarea } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { signerLocales } from '#lib/core/locales'

/** What differs for one signer: language, one-time code and message. */
export function SignerDetails({ index }: { index: number }) {
  const t = useTranslations('processes.form.details')
  const { formState, getValues, ...form } = useFormContext<ProcessForm>()
  const register = withValue({ ...form, getValues })
  const { language, code, message } = getValues(`signers.${index}`)
  const error = formState.errors.signers?.[index]?.message?.message
  // Not while typing: the details would close when a message is deleted to write another.
  const [wasFilled] = useState(language !== '' || code !== '' || message !== '')
  return (
    <details open={wasFilled || error !== undefined}>
      <summary className="cursor-pointer px-4 pb-4 text-sm text-accent">{t('title')}</summary>
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        <Field label={t('language')}>
          <Select {...register(`signers.${index}.language`)}>
            <option value="">{t('asProcess')}</option>
            <LanguageOptions locales={signerLocales} />
          </Select>
        </Field>
        <Field label={t('code')}>
          <Select {...register(`signers.${index}.code`)}>
            <option value="">{t('asProcess')}</option>
            <option value="email">{t('codeByEmail')}</option>
            <option value="none">{t('noCode')}</option>
          </Select>
        </Field>
        <Field label={t('message')} optional hint={t('messageHint')} error={error} className="sm:col-span-2">
          <Textarea rows={2} {...register(`signers.${index}.message`)} />
        </Field>
      </div>
    </details>
  )
}
