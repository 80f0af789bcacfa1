'use client'

import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import { CodeChoice, CodeFields } from '#components/processes/form/code-fields.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { LevelChoice } from '#components/processes/level-choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select, Textarea } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { signerLocales } from '#lib/core/locales'
import { isSigning } from '#lib/processes/rules'

/**
 * What differs for one signer: language, how they confirm who they are, and message. Of a role only the way is known;
 * the phone number or access code comes with the person.
 */
export function SignerDetails({ index, isRole }: { index: number; isRole: boolean }) {
  const t = useTranslations('processes.form.details')
  const { formState, getValues, ...form } = useFormContext<ProcessForm>()
  const register = withValue({ ...form, getValues })
  const { language, code, message, hasAccessCode, level } = getValues(`signers.${index}`)
  const chosenCode = useWatch<ProcessForm, `signers.${number}.code`>({ name: `signers.${index}.code` })
  const role = useWatch<ProcessForm, `signers.${number}.role`>({ name: `signers.${index}.role` })
  const errors = formState.errors.signers?.[index]
  const hasError = [errors?.code, errors?.phone, errors?.accessCode, errors?.message, errors?.level].some(
    Boolean,
  )
  const [storedLanguage] = useState(language)
  // Not while typing: the details would close when a message is deleted to write another.
  const [wasFilled] = useState(language !== '' || code !== '' || message !== '' || level !== 'simple')
  return (
    <details open={wasFilled || hasError}>
      <summary className="cursor-pointer px-4 pb-4 text-sm text-accent">
        {t(isRole ? 'titleOfRole' : 'title')}
      </summary>
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        {isRole ? null : (
          <Field label={t('language')}>
            <Select {...register(`signers.${index}.language`)}>
              <option value="">{t('asProcess')}</option>
              <LanguageOptions locales={signerLocales} stored={storedLanguage} />
            </Select>
          </Field>
        )}
        <CodeChoice control={register(`signers.${index}.code`)} error={errors?.code?.message} />
        {isRole ? null : (
          <CodeFields
            otp={chosenCode}
            phone={{ control: register(`signers.${index}.phone`), error: errors?.phone?.message }}
            accessCode={{
              control: register(`signers.${index}.accessCode`),
              error: errors?.accessCode?.message,
            }}
            hasAccessCode={hasAccessCode}
          />
        )}
        {isSigning({ role }) ? (
          <LevelChoice
            control={register(`signers.${index}.level`)}
            level={level}
            error={errors?.level?.message}
          />
        ) : null}
        {isRole ? null : (
          <Field
            label={t('message')}
            optional
            hint={t('messageHint')}
            error={errors?.message?.message}
            className="sm:col-span-2"
          >
            <Textarea rows={2} {...register(`signers.${index}.message`)} />
          </Field>
        )}
      </div>
    </details>
  )
}
