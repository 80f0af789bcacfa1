'use client'

import { X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ContactInput } from '#components/processes/form/contact-input.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { MoveButtons } from '#components/processes/form/move-buttons.tsx'
import { SignerDetails } from '#components/processes/form/signer-details.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { cx } from '#components/ui/cx.ts'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { signerRoles } from '#lib/core/enumerations'

interface SignerRowProps {
  /** Whether the row is a role of a template, which has no email address. */
  isRole: boolean
  index: number
  /** The number of signers in the form. */
  count: number
  /** Whether the signers sign one after the other. */
  inTurn: boolean
  onMove: (targetIndex: number) => void
  onRemove: () => void
}

/** One signer of the form; with several, also their order. */
export function SignerRow(props: SignerRowProps) {
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const { formState, ...form } = useFormContext<ProcessForm>()
  const register = withValue(form)
  const { index, count, isRole } = props
  const errors = formState.errors.signers?.[index]
  return (
    <li>
      <Card>
        {count > 1 ? <SignerOrder {...props} /> : null}
        <div
          className={cx(
            'grid gap-4 p-4',
            isRole
              ? 'sm:grid-cols-[minmax(0,1fr)_9.5rem]'
              : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_9.5rem]',
          )}
        >
          <Field label={isRole ? t('form.role') : tCommon('name')} error={errors?.name?.message}>
            {isRole ? (
              <Input
                autoComplete="off"
                placeholder={t('form.rolePlaceholder')}
                {...register(`signers.${index}.name`)}
              />
            ) : (
              <ContactInput index={index} member="name" />
            )}
          </Field>
          {isRole ? null : (
            <Field label={tCommon('email')} error={errors?.email?.message}>
              <ContactInput index={index} member="email" />
            </Field>
          )}
          <Field label={t(isRole ? 'form.roleTask' : 'form.role')}>
            <Select {...register(`signers.${index}.role`)}>
              {signerRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`roles.${role}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <SignerDetails index={index} isRole={isRole} />
      </Card>
    </li>
  )
}

/** The position of a signer among the others, and the buttons that move and remove the row. */
function SignerOrder({ index, count, inTurn, isRole, onMove, onRemove }: SignerRowProps) {
  const t = useTranslations('processes.form')
  const { watch, setValue } = useFormContext<ProcessForm>()
  const together = `signers.${index}.together` as const
  const name =
    watch(`signers.${index}.name`) || t(isRole ? 'roleNumber' : 'personNumber', { number: index + 1 })
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-b border-rule py-1 pr-2 pl-4">
      {inTurn && index > 0 ? (
        <Checkbox
          label={<span className="font-normal">{t('together')}</span>}
          checked={watch(together)}
          onChange={(isTogether) => setValue(together, isTogether, { shouldDirty: true })}
        />
      ) : (
        <span className="font-serif text-ink-soft italic">{t(inTurn ? 'first' : 'atAnyTime')}</span>
      )}
      <span className="flex shrink-0">
        <MoveButtons name={name} index={index} count={count} onMove={onMove} />
        <Button variant="quiet" size="icon-sm" aria-label={t('takeOut', { name })} onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </span>
    </div>
  )
}
