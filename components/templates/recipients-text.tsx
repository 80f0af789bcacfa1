'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { TemplateUse } from '#components/templates/template-use.ts'
import type { TemplateRecord } from '#lib/templates/schema'

interface RecipientsTextProps {
  input: TemplateUse | null
  template: TemplateRecord
}

/** Who gets the process that is made of a template. */
export function RecipientsText({ input, template }: RecipientsTextProps) {
  const t = useTranslations('templates.useForm')
  const format = useFormatter()
  const names = format.list(input?.signers.map(({ name, email }) => `${name} (${email})`) ?? [])
  return t(template.options.enable_notifications ? 'confirmText' : 'confirmWithoutEmails', { names })
}
