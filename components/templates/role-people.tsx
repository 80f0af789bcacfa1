import { useTranslations } from 'use-intl'
import { CodeFields } from '#components/processes/form/code-fields.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

type PersonPath = `signers.${number}.${'name' | 'email' | 'phone' | 'access_code'}`

interface RolePeopleProps {
  roles: TemplateRecord['roles']
  form: {
    register: (path: PersonPath) => object
    error: (path: PersonPath) => string | undefined
  }
}

/** The fields for the person of each role. */
export function RolePeople({ roles, form }: RolePeopleProps) {
  const t = useTranslations('common')
  const roleTexts = useTranslations('processes.roles')
  const signers = roles.filter(isSigning)
  return (
    <ol className="flex flex-col gap-5">
      {roles.map((role, index) => (
        <li key={role.name}>
          <p className="mb-2 flex items-center gap-2.5">
            {isSigning(role) ? <SignerDot index={signers.indexOf(role)} /> : <span className="size-5" />}
            <span className="truncate font-serif text-lg">{role.name}</span>
            <span className="text-sm text-ink-soft">{roleTexts(role.role)}</span>
          </p>
          <div className="grid gap-4 sm:grid-cols-2 sm:pl-7.5">
            <Field label={t('name')} error={form.error(`signers.${index}.name`)}>
              <Input autoComplete="off" {...form.register(`signers.${index}.name`)} />
            </Field>
            <Field label={t('email')} error={form.error(`signers.${index}.email`)}>
              <Input type="email" autoComplete="off" {...form.register(`signers.${index}.email`)} />
            </Field>
            <CodeFields
              otp={role.otp}
              phone={{
                control: form.register(`signers.${index}.phone`),
                error: form.error(`signers.${index}.phone`),
              }}
              accessCode={{
                control: form.register(`signers.${index}.access_code`),
                error: form.error(`signers.${index}.access_code`),
              }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
